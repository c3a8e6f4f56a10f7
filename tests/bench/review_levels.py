"""What reviews find out about the levels of bots: `python tests/bench/review_levels.py [ROUNDS] [DEALS]`.

Rounds of three, one of each level, who move on by a seat a round. By level: heads a round, par, what the decisions
cost and what is left to the cards, with standard errors, and the accuracy over all rounds. Then how much less
the decisions of each level cost than those of the one below in the same rounds: asked for are at least two standard
errors. Then the milliseconds that a decision took.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple, get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.planted_rounds import ROUND, bot_game

from sixqp_protocol.messages import Level
from sixqp_tui.analysis.result import Balance, Decision, SeatReview
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.features.review.review import examine, plan_review, put_together

DEFAULT = ("100", "200")
SEATS: tuple[Level, ...] = ("easy", "hard", "medium")
THINKING = 300
"""Deals that a hard bot tries for each decision: about as many as the time allows."""


class Seat(NamedTuple):
    """A seat in a round."""

    level: Level
    balance: Balance
    decisions: tuple[Decision, ...]
    milliseconds: float


def played(tried: int, number: int) -> list[Seat]:
    """A round, reviewed."""
    seed = f"levels {number}"
    first = number % len(SEATS)
    levels = SEATS[first:] + SEATS[:first]
    bots = [create_bot(level, Random(f"{seed} {at}"), deals(THINKING)) for at, level in enumerate(levels)]
    happened = bot_game(bots, ROUND, seed)
    plan, began = plan_review(happened, tried), process_time()
    review = put_together(plan, [examine(task, tried) for task in plan.tasks])
    each = 1000 * (process_time() - began) / len(plan.tasks)
    return [Seat(levels[seat.seat], seat.balance, seat.decisions, each) for seat in review.seats]


def line(name: str, tenths: list[int]) -> str:
    return f"{name} {fmean(tenths) / 10:6.2f} ± {stdev(tenths) / 10 / sqrt(len(tenths)):.2f}"


def main() -> None:
    """Print the figures."""
    rounds, tried = map(int, [*sys.argv[1:3], *DEFAULT[len(sys.argv[1:3]) :]])
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        seats = [seat for found in pool.map(partial(played, tried), range(rounds)) for seat in found]
    for level in get_args(Level):
        own = [seat for seat in seats if seat.level == level]
        parts = ("taken", "par", "skill", "rest")
        told = "  ".join(line(part, [getattr(seat.balance, part) for seat in own]) for part in parts)
        whole = SeatReview(0, (), {number: seat.balance for number, seat in enumerate(own)})
        print(f"{level:7} {told}  accuracy {whole.accuracy}")
    costs = {level: [seat.balance.skill for seat in seats if seat.level == level] for level in get_args(Level)}
    for weaker, stronger in pairwise(get_args(Level)):
        less = [one - other for one, other in zip(costs[weaker], costs[stronger], strict=True)]
        print(line(f"{stronger} costs less than {weaker} by", less))
    print(f"{fmean(seat.milliseconds for seat in seats):.0f} ms a decision over {tried} deals")


if __name__ == "__main__":
    main()
