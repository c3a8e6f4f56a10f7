"""Whether a second and simple implementation finds the answers of all puzzles.

`python tests/bench/second_opinion.py [DEALS]` tries so many deals for each card, by each of the three rules for
equal rows, with code that it does not share with the bots (`support/slow_rollouts.py`). The exit code is 1 where it
finds another answer.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.slow_rollouts import EqualRows, leads

from sixqp_tui.features.puzzles.collection import shipped
from sixqp_tui.features.puzzles.puzzle import Puzzle

DEALS = 400


def weakest_lead(deals: int, puzzle: Puzzle) -> float:
    """The least number of heads by which the answer leads, under all rules for equal rows."""
    view = puzzle.position.view()
    best = view.hand[puzzle.more.index(0)]
    return min(lead for rule in get_args(EqualRows) for lead in leads(view, best, rule, deals).values())


def main() -> int:
    """Print the puzzles with another answer."""
    deals = int(sys.argv[1]) if sys.argv[1:] else DEALS
    puzzles = shipped().puzzles
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        found = list(zip(puzzles, pool.map(partial(weakest_lead, deals), puzzles), strict=True))
    refuted = [(puzzle, lead) for puzzle, lead in found if lead <= 0]
    for puzzle, lead in refuted:
        print(f"{puzzle.id} ({puzzle.theme}): another card is better by {-lead:.2f} heads")
    print(f"{len(puzzles) - len(refuted)} of {len(puzzles)} answers hold over {deals} deals")
    return 1 if refuted else 0


if __name__ == "__main__":
    sys.exit(main())
