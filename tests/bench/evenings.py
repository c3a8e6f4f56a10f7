"""The evenings of `tests/simulation/evening.py` over any number of seeds, on all cores.

Run it with `python tests/bench/evenings.py [EVENINGS] [FIRST] [CORES]`. It prints what happened how often, and
of the first evening that breaks a promise its seed; then it ends with 1. `1 SEED` shows that evening again.
"""

import logging
import os
import sys
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from simulation.evening import Evening

logging.disable(logging.ERROR)


def tried(seed: int) -> tuple[Counter[str], str]:
    """What happened in an evening, and what went wrong in it."""
    seen: Counter[str] = Counter()
    try:
        Evening(seed, seen).play()
    except Exception as error:  # noqa: BLE001  # whatever it is, it is told
        return seen, f"seed {seed}: {error!r}"
    return seen, ""


def main() -> int:
    """Play the evenings; 1 where one goes wrong."""
    evenings, first, cores = (*map(int, sys.argv[1:4]), *(1000, 0, os.cpu_count() or 1)[len(sys.argv[1:4]) :])
    seen: Counter[str] = Counter()
    with Pool(cores) as pool:
        for happened, wrong in pool.imap_unordered(tried, range(first, first + evenings), chunksize=4):
            if wrong:
                print(wrong)
                return 1
            seen += happened
    print(*(f"{times:9,}  {what}" for what, times in sorted(seen.items())), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
