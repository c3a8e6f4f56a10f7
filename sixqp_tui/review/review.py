"""A review falls into tasks that can be looked into apart, in any order and in any process, and is put together."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from sixqp_protocol.facts import Fact
from sixqp_tui.review.judgement import judge
from sixqp_tui.review.moments import Deal, Moment, read_moments
from sixqp_tui.review.par import Par, estimate_par
from sixqp_tui.review.result import Balance, Decision, Review, SeatReview

DEALS = 200
"""Deals that are tried for each task: a standard error of about a fifth of a head, within a tenth of a second."""
FEWEST_DEALS = 10
"""Fewer neither choose nor measure."""

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
    return Plan(max(deals, FEWEST_DEALS), seats, tasks)


def examine(task: Task, deals: int) -> Finding:
    """What is found out about one task. Pure: the same in every process. It takes some tens of milliseconds."""
    return estimate_par(task, deals) if isinstance(task, Deal) else judge(task, deals)


def put_together(plan: Plan, findings: Sequence[Finding | None]) -> Review:
    """The review of what was found out, a finding a task in their order; None for what was not looked into."""
    done = [finding for finding in findings if finding is not None]
    seats = tuple(_seat_review(seat, plan, findings) for seat in range(plan.seats))
    return Review(plan.deals, len(plan.tasks), len(done), seats)


def review_game(happened: Sequence[Fact], deals: int = DEALS) -> Review:
    """The whole review at once, in this process. Raises as `plan_review` does."""
    plan = plan_review(happened, deals)
    return put_together(plan, [examine(task, plan.deals) for task in plan.tasks])


def _seat_review(seat: int, plan: Plan, findings: Sequence[Finding | None]) -> SeatReview:
    own = [pair for pair in zip(plan.tasks, findings, strict=True) if pair[0].seat == seat]
    decisions = tuple(finding for _, finding in own if isinstance(finding, Decision))
    missing = {task.view.table.round for task, finding in own if finding is None}
    taken = {task.view.table.round: task.taken for task, _ in own if isinstance(task, Deal)}
    pars = [finding for _, finding in own if isinstance(finding, Par) and finding.round not in missing]
    rounds = {par.round: _balance(par, taken[par.round], decisions) for par in pars}
    return SeatReview(seat, decisions, rounds)


def _balance(par: Par, taken: int, decisions: Iterable[Decision]) -> Balance:
    skill = sum(decision.counted for decision in decisions if decision.round == par.round)
    return Balance(par.average, par.luck, skill, 10 * taken - par.average - par.luck - skill)
