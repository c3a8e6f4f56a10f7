"""Reviews of past games that were never made: their figures are drawn by lot, which takes no time."""

import gzip
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from sixqp_tui.analysis.moments import Deal, Moment, read_moments
from sixqp_tui.analysis.result import Balance, Decision, Option, Reason, Review, SeatReview, encode_review
from sixqp_tui.features.history.files import review_path
from sixqp_tui.features.history.record import GameRecord

FULL = Reason("sixth", 0, 6, 60, 100, 80)
SAFE = Reason("safe", 0, 3, 90, 100, 0)
LOW = Reason("too low", None, 0, 90, 100, 50)
ROW = Reason("row", 0, 0, 100, 100, 50)
PAR = 100


def made_up_review(record: GameRecord) -> Review:
    """A review in which half of the decisions cost heads, most of them behind full rows."""
    rng = Random(record.id)
    players, tasks = read_moments(record.facts)
    decisions = [_decision(task, rng) for task in tasks if isinstance(task, Moment)]
    return Review(200, len(tasks), len(tasks), tuple(_seat(seat, tasks, decisions) for seat in range(players)))


def _seat(seat: int, tasks: Sequence[Deal | Moment], decisions: Sequence[Decision]) -> SeatReview:
    own = tuple(each for each in decisions if each.seat == seat)
    costs: Counter[int] = Counter()
    for each in own:
        costs[each.round] += each.cost
    taken = {each.view.table.round: each.taken for each in tasks if isinstance(each, Deal) and each.seat == seat}
    rounds = {number: Balance(PAR, 0, costs[number], 10 * taken[number] - PAR - costs[number]) for number in taken}
    return SeatReview(seat, own, rounds)


def _decision(moment: Moment, rng: Random) -> Decision:
    table = moment.view.table
    options = {"pick": table.deck, "card": moment.view.hand, "row": range(4)}[moment.kind]
    best = rng.choice([each for each in options if each != moment.made])
    draw = rng.random()
    why = ROW if moment.kind == "row" else FULL if draw < 0.3 else LOW if draw < 0.4 else SAFE
    cost = rng.randint(10, 60) if draw < 0.5 else 0
    ranked = (Option(best, 0, SAFE), Option(moment.made, cost, why)) if cost else (Option(moment.made, 0, why),)
    return Decision(
        moment.seat,
        table.round,
        len(moment.view.hand) + 1 if moment.kind == "pick" else table.turn,
        moment.kind,
        moment.made,
        ranked[0].choice,
        cost,
        2,
        False,
        False,
        ranked,
    )


def keep_review(folder: Path, record: GameRecord, review: Review) -> None:
    review_path(folder, record.id).write_bytes(gzip.compress(encode_review(review), mtime=0))
