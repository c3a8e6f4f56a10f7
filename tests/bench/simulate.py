"""The simulation over any number of seeds, on all cores.

Run it with `python tests/bench/simulate.py [SEEDS] [FIRST] [CORES]`. It prints how far it is, and of the first
run that goes wrong its seed and what happened before; then it ends with 1. `1 SEED` shows that run again.
"""

import os
import sys
import time
from multiprocessing import Pool
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from simulation.run import Failure, Figures, simulate

BAR = 40


def tried(seed: int) -> Figures | tuple[str, list[str]]:
    """The figures of a run, or what went wrong in it."""
    try:
        return simulate(seed)
    except Failure as failure:
        return str(failure), failure.trace


def show(done: int, seeds: int, games: int, began: float) -> None:
    """Draw the bar over the last one."""
    full = BAR * done // seeds
    speed = done / (time.perf_counter() - began)
    bar = "#" * full + "." * (BAR - full)
    print(f"\r[{bar}] {done}/{seeds} seeds, {games} games, {speed:.1f} seeds/s", end="", flush=True)


def main() -> int:
    """Run the seeds; 1 where one goes wrong."""
    seeds, first, cores = (*map(int, sys.argv[1:4]), *(3000, 0, os.cpu_count() or 1)[len(sys.argv[1:4]) :])
    games = lives = 0
    began = time.perf_counter()
    with Pool(cores) as pool:
        for done, outcome in enumerate(pool.imap_unordered(tried, range(first, first + seeds), chunksize=4), 1):
            if not isinstance(outcome, Figures):
                print("\n" + "\n".join((*outcome[1], outcome[0])))
                return 1
            games, lives = games + outcome.games, lives + outcome.lives
            show(done, seeds, games, began)
    print(f"\n{games} games, {lives} lives of the table's process, all well")
    return 0


if __name__ == "__main__":
    sys.exit(main())
