"""What a hand costs: the figures in `sixqp_tui/analysis/usual_heads.py`.

`python tests/bench/review_par.py VARIANT PLAYERS [ROUNDS]`: rounds of the hard level; heads a round, what a
playout by sense alone makes of the same hands, how many percent of its differences came true, and the share of the
heads that cards too low cost.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple, cast

from sixqp_protocol.facts import Variant
from sixqp_tui.analysis.moments import Deal, read_moments
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.features.review.review import sense_heads
from tools.arena import play_round

ROUNDS = 100
THINKING = 12
"""Deals that a hard bot tries for each decision."""
TRIED = 100
"""Deals by which a playout values a hand."""


class Hand(NamedTuple):
    """What a hand was worth by sense alone, and the heads taken with it, `low` of them with cards too low."""

    sense: float
    taken: int
    low: int


def played(variant: Variant, players: int, number: int) -> list[Hand]:
    """The hands of a round."""
    seed = f"par {number}"
    bots = [create_bot("hard", Random(f"{seed} {seat}"), deals(THINKING)) for seat in range(players)]
    _, tasks = read_moments(open_hands(play_round(bots, variant, seed).of(None)))
    found = [task for task in tasks if isinstance(task, Deal)]
    return [Hand(sense_heads(deal, TRIED) / TRIED, deal.taken, deal.low) for deal in found]


def main() -> None:
    """Print the figures."""
    variant, players = cast("Variant", sys.argv[1]), int(sys.argv[2])
    rounds = int(sys.argv[3]) if sys.argv[3:] else ROUNDS
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        hands = [hand for found in pool.map(partial(played, variant, players), range(rounds)) for hand in found]
    sense, taken = [hand.sense for hand in hands], [hand.taken for hand in hands]
    middle, spread, root = fmean(sense), stdev(sense), sqrt(len(hands))
    worth = sum((hand.sense - middle) * hand.taken for hand in hands) / (len(hands) - 1) / spread**2
    print(
        f"{variant} of {players}: {fmean(taken):.2f} ± {stdev(taken) / root:.2f} heads a round,"
        f" by sense {middle:.2f} (sd {spread:.2f}),"
        f" worth {100 * worth:.0f} ± {100 * stdev(taken) / spread / root:.0f} %,"
        f" {100 * sum(hand.low for hand in hands) / sum(taken):.0f} % of the heads with low cards"
    )


if __name__ == "__main__":
    main()
