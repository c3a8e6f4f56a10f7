"""Hours on a LAN where tables come and go, in virtual time: after each event the list of tables must be right.

Run it with `python tests/bench/busy_lan.py [HOURS]`. It ends with an AssertionError in the first hour in which the
list is wrong; the line before says which hour that is.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pytest
from support import virtual_loop
from support.busy_lan import HOUR, busy


def main() -> None:
    """One seed for each hour."""
    for seed in range(int(sys.argv[1]) if sys.argv[1:] else 10):
        print(f"hour {seed}: ", end="", flush=True)
        with pytest.MonkeyPatch.context() as patch:
            happened, _looked = virtual_loop.run(busy(seed, HOUR, patch))
        print(f"{happened} events, and the list was right after each")


if __name__ == "__main__":
    main()
