"""The evenings of `tests/simulation/evening.py` over any number of seeds, on all cores.

Run it with `python tests/bench/evenings.py [EVENINGS] [FIRST] [CORES]`. Of the first evening that goes wrong it
prints the seed and what happened, and then it ends with 1. `1 SEED` shows that evening again.
"""

import logging
import os
import sys
from multiprocessing import Pool
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from simulation.evening import Evening

logging.disable(logging.ERROR)
EVERY = 100


def tried(seed: int) -> tuple[int, int, str]:
    """The final rounds and the hosts of an evening, and what went wrong in it."""
    evening = Evening(seed)
    try:
        evening.play()
    except Exception as error:  # noqa: BLE001  # whatever it is, it is told
        return 0, 0, "\n".join((*evening.trace, f"seed {seed}: {error!r}"))
    return len(evening.final), evening.hosts, ""


def main() -> int:
    """Play the evenings; 1 where one goes wrong."""
    evenings, first, cores = (*map(int, sys.argv[1:4]), *(10_000, 0, os.cpu_count() or 1)[len(sys.argv[1:4]) :])
    finals = hosts = 0
    with Pool(cores) as pool:
        outcomes = pool.imap_unordered(tried, range(first, first + evenings), chunksize=4)
        for done, (final, opened, wrong) in enumerate(outcomes, 1):
            if wrong:
                print(wrong)
                return 1
            finals, hosts = finals + final, hosts + opened
            if done % EVERY == 0 or done == evenings:
                print(f"{done} evenings, {finals} final rounds, {hosts} hosts", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
