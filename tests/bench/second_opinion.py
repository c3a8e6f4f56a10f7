"""Whether a second and simple implementation finds the answers of all puzzles.

`python tests/bench/second_opinion.py [DEALS] [--file PUZZLES] [--jobs N]` tries up to DEALS deals for each card,
by each of the three rules for equal rows, with code that it does not share with the bots
(`support/slow_rollouts.py`). It goes on to the next rule as soon as the answer leads by four standard errors. The
exit code is 1 where it finds another answer.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.slow_rollouts import EqualRows, proven_leads

from sixqp_tui.features.puzzles.collection import decode_collection, shipped
from sixqp_tui.features.puzzles.puzzle import Puzzle

DEALS = 400


def weakest_lead(deals: int, puzzle: Puzzle) -> float:
    """The least number of heads by which the answer leads, under all rules for equal rows."""
    view = puzzle.position.view()
    best = view.hand[puzzle.more.index(0)]
    return min(lead for rule in get_args(EqualRows) for lead in proven_leads(view, best, rule, deals).values())


def main() -> int:
    """Print the puzzles with another answer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("deals", nargs="?", type=int, default=DEALS)
    parser.add_argument("--file", type=Path, help="other puzzles than those of the program")
    parser.add_argument("--jobs", type=int, help="processes (default: one per core)")
    parsed = parser.parse_args()
    puzzles = (decode_collection(parsed.file.read_bytes()) if parsed.file else shipped()).puzzles
    refuted = 0
    with ProcessPoolExecutor(parsed.jobs, get_context("spawn")) as pool:
        leads = pool.map(partial(weakest_lead, parsed.deals), puzzles)
        for puzzle, lead in zip(puzzles, leads, strict=True):
            if lead <= 0:
                refuted += 1
                print(f"{puzzle.id} ({puzzle.theme}): another card is better by {-lead:.2f} heads", flush=True)
    print(f"{len(puzzles) - refuted} of {len(puzzles)} answers hold over up to {parsed.deals} deals")
    return 1 if refuted else 0


if __name__ == "__main__":
    sys.exit(main())
