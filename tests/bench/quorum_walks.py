"""The model of the rule by which a table outlives its host, on as many random walks as wanted.

Run it with `python tests/bench/quorum_walks.py [WALKS] [DEFECT]`. Without DEFECT it walks the rule, and then every
defect that can be planted in it; `rule` walks the rule alone. It ends with 1 if the rule fails, or if a defect is
not found.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from simulation.quorum_model import DEFECTS, walk


def main() -> int:
    walks = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    wrong = False
    for defect in sys.argv[2:] or ("rule", *DEFECTS):
        found, finals, takeovers = walk(walks, defect)
        told = f"{finals:8} final rounds, {takeovers:8} take-overs: {found or 'nothing wrong'}"
        print(f"{defect:28} {told}", flush=True)
        wrong |= (found is None) == (defect != "rule")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
