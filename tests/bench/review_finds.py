"""Whether a review finds one bad card in a round of strong play.

`python tests/bench/review_finds.py [ROUNDS] [DEALS] [TURN]`: in each round seat 0 lays the worst of its cards in
this turn, by default the first, where it holds ten; 0 is another turn in each round, from the first to the seventh.
Asked for: among the three costliest decisions of the seat in 95 % of 200 rounds.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.planted_rounds import is_found, planted_round

DEFAULT = (200, 200, 1)
PLAYERS = 4
THINKING = 30
"""Deals that the strong players try for each decision."""
TRIED = 400
"""Deals by which the worst card is chosen: many, and others than the review's."""


def found(tried: int, turn: int, number: int) -> bool:
    return is_found(planted_round(f"planted {number}", PLAYERS, THINKING, TRIED, turn or 1 + number % 7), tried)


def main() -> None:
    """Print the figure."""
    rounds, tried, turn = [*map(int, sys.argv[1:]), *DEFAULT[len(sys.argv) - 1 :]]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        hits = sum(pool.map(partial(found, tried, turn), range(rounds)))
    print(f"{hits} of {rounds} planted cards ({100 * hits / rounds:.1f} %) are among the three costliest decisions")


if __name__ == "__main__":
    main()
