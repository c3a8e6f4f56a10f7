"""What a table's screen costs while nothing happens but the clock: below 2 % of a core.

Run it by hand: python tests/bench/at_rest.py [SECONDS]. Processor time of the process that draws, from /proc
(Linux). Exit code 1: too much.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.host_terminal import HostTerminal

SECONDS = 20.0
BUDGET = 2.0


def processor_seconds(pid: int) -> float:
    """The processor time of a process so far, in user and kernel mode."""
    after_name = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Measure and tell."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with tempfile.TemporaryDirectory() as home, HostTerminal(Path(home), "600") as table:
        table.rest(0.4)
        began, before = time.monotonic(), processor_seconds(table.pid)
        while time.monotonic() - began < seconds:
            table.rest(0.1)
        percent = 100 * (processor_seconds(table.pid) - before) / (time.monotonic() - began)
    sys.stdout.write(f"a table's screen at rest: {percent:.2f} % of a core over {seconds:.0f} s (below {BUDGET})\n")
    return int(percent >= BUDGET)


if __name__ == "__main__":
    sys.exit(main())
