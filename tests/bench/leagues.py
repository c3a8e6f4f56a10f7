"""Evenings of halls in virtual time, with crashes, on all cores.

Run it with `python tests/bench/leagues.py [EVENINGS] [FIRST] [CORES] [SECONDS]`; it stops after this many seconds.
Every tenth evening has up to 60 players, and its seatings are compared with those of a search ten times as long.
"""

import os
import sys
import time
import traceback
from functools import lru_cache
from multiprocessing import Pool
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from features.hall.leagues import Figures, League

from sixqp_tui.features.hall import hall

hall.checked_game = lru_cache(1000)(hall.checked_game)
"""A hall reads its journal again after every crash, but each game needs to be checked only once."""


def tried(seed: int) -> Figures | str:
    large = seed % 10 == 0
    try:
        return League(seed, most=60 if large else 14, compare=large).run()
    except (AssertionError, ValueError, LookupError):
        return f"seed {seed}\n{traceback.format_exc()}"


def main() -> int:
    usual = 1000, 0, os.cpu_count() or 1, 3600
    evenings, first, cores, seconds = (*map(int, sys.argv[1:]), *usual[len(sys.argv[1:]) :])
    began = time.perf_counter()
    done, total = 0, Figures(0, 0, 0, 0, 0)
    with Pool(cores) as pool:
        for done, outcome in enumerate(pool.imap_unordered(tried, range(first, first + evenings), chunksize=4), 1):
            if isinstance(outcome, str):
                print(f"\n{outcome}")
                return 1
            worst = max(total.worst_repeats, outcome.worst_repeats)
            if outcome.worst_repeats > 1:
                print(f"\n{outcome.worst_repeats} repeated meetings more, at about evening {first + done}")
            total = Figures(*map(sum, zip(total, outcome, strict=True)))._replace(worst_repeats=worst)
            if time.perf_counter() - began > seconds:
                break
            print(f"\r{done}/{evenings} evenings, {time.perf_counter() - began:.0f} s", end="", flush=True)
    print(f"\n{done} evenings, {total.rounds} rounds, {total.tables} results of tables, {total.crashes} crashes")
    print(f"{total.refused} false or second results refused")
    print(f"at most {total.worst_repeats} repeated meetings more than the longer search found")
    return 0 if total.worst_repeats <= 1 else 1


if __name__ == "__main__":
    sys.exit(main())
