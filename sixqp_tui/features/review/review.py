"""A review falls into tasks that can be looked into apart, in any order and in any process, and is put together."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from sixqp_protocol.facts import Fact
from sixqp_tui.analysis.judgement import judge
from sixqp_tui.analysis.moments import Deal, Moment, read_moments
from sixqp_tui.analysis.result import Balance, Decision, Review, SeatReview
from sixqp_tui.features.review.par import Par, estimate_par

DEALS = 200
"""Deals that are tried for each task: a standard error of about a fifth of a head, within a tenth of a second."""
MIN_DEALS = 10
"""Fewer neither choose nor measure."""

_SPARED = {2: Fraction(20, 100), 3: Fraction(60, 100)}
"""By the number of players, which part of what a decision costs the others are spared together: all from four on.

With four, rows fill however anybody plays, and somebody takes them: `tests/bench/review_levels.py` counts as many
heads at a table with two weak players as at one with none. Between two hardly anything is handed on.
"""

Task = Deal | Moment
Finding = Par | Decision


class Plan(Struct, frozen=True):
    """All that there is to look into in a game, in an order of its own."""

    deals: int
    seats: int
    tasks: tuple[Task, ...]


def plan_review(happened: Sequence[Fact], deals: int = DEALS) -> Plan:
    """The tasks of a whole game with all hands open; each decision is tried over so many deals.

    Raises UnfinishedGame where the game is not over, ImpossibleFact where it cannot have happened.
    """
    seats, tasks = read_moments(happened)
    return Plan(max(deals, MIN_DEALS), seats, tasks)


def examine(task: Task, deals: int) -> Finding:
    """What is found out about one task. Pure: the same in every process. It takes some tens of milliseconds."""
    return estimate_par(task, deals) if isinstance(task, Deal) else judge(task, deals)


def put_together(plan: Plan, findings: Sequence[Finding | None]) -> Review:
    """The review of what was found out, a finding a task in their order; None for what was not looked into."""
    pairs = tuple(zip(plan.tasks, findings, strict=True))
    missing = {task.view.table.round for task, finding in pairs if finding is None}
    decisions = [finding for finding in findings if isinstance(finding, Decision)]
    rounds: list[dict[int, Balance]] = [{} for _ in range(plan.seats)]
    for task, finding in pairs:
        if isinstance(task, Deal) and isinstance(finding, Par) and finding.round not in missing:
            played = [decision for decision in decisions if decision.round == finding.round]
            rounds[task.seat][finding.round] = _balance(finding, task.taken, played, plan.seats)
    seats = tuple(
        SeatReview(seat, tuple(decision for decision in decisions if decision.seat == seat), rounds[seat])
        for seat in range(plan.seats)
    )
    return Review(plan.deals, len(plan.tasks), len(findings) - findings.count(None), seats)


def review_game(happened: Sequence[Fact], deals: int = DEALS) -> Review:
    """The whole review at once, in this process. Raises as `plan_review` does."""
    plan = plan_review(happened, deals)
    return put_together(plan, [examine(task, plan.deals) for task in plan.tasks])


def _balance(par: Par, taken: int, played: Iterable[Decision], seats: int) -> Balance:
    """The balance of a seat in a round, with everybody's decisions in that round."""
    skill = sum(decision.counted for decision in played if decision.seat == par.seat)
    others = sum(decision.cost for decision in played if decision.seat != par.seat)
    spared = round(_SPARED.get(seats, Fraction(1)) * others / (seats - 1))
    rest = 10 * taken - par.average - par.luck - skill + spared
    return Balance(par.average, par.luck, skill, rest, -spared)
