"""A review: tasks that can be examined in any order and in any process, and their sum."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice

from msgspec import Struct

from sixqp_protocol.facts import AnyFact, CardDrafted, Fact, RowTaken
from sixqp_tui.analysis.judgement import DEALS, judge
from sixqp_tui.analysis.moments import Deal, Moment, read_moments, seeded_rng
from sixqp_tui.analysis.result import Balance, Decision, Review, SeatReview, Tenths
from sixqp_tui.analysis.usual_heads import usual_heads
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.engine.cards import HAND
from sixqp_tui.presentation.chapters import Chapters


class Par(Struct, frozen=True):
    """The heads a seat was expected to lose in a round: on average, and how much more with its hand."""

    seat: int
    round: int
    average: Tenths
    luck: Tenths


def estimate_par(deal: Deal, deals: int) -> Par:
    table = deal.view.table
    assert len(deal.view.hand) == HAND
    usual = usual_heads(table.rules.variant, table.seats)
    luck = round(Fraction(usual.worth, 100) * (Fraction(10 * sense_heads(deal, deals), deals) - usual.sense))
    return Par(deal.seat, table.round, usual.hard, luck)


def sense_heads(deal: Deal, deals: int) -> int:
    rollouts = Rollouts(deal.view, seeded_rng(deal.view, "par"), lambda heads: heads[deal.seat])
    return sum(int(rollouts.hand()) for _ in range(deals))


MIN_DEALS = 10
"""Fewer are too few to choose and measure."""

_SPARED = {2: Fraction(20, 100), 3: Fraction(60, 100)}
"""By number of players, the share of a decision's cost that the others save together; all of it from four on. With
four players rows fill however anybody plays, and somebody takes them: a table with two weak players takes as many
heads as one with none. Between two players hardly anything is passed on."""

Task = Deal | Moment
Finding = Par | Decision


class Plan(Struct, frozen=True):
    deals: int
    seats: int
    tasks: tuple[Task, ...]


def plan_review(happened: Sequence[Fact], deals: int = DEALS) -> Plan:
    """Raises UnfinishedGame, and ImpossibleFact."""
    seats, tasks = read_moments(happened)
    return Plan(max(deals, MIN_DEALS), seats, tasks)


def examine(task: Task, deals: int) -> Finding:
    """The same in every process. It takes some tens of milliseconds."""
    return estimate_par(task, deals) if isinstance(task, Deal) else judge(task, deals)


def put_together(plan: Plan, findings: Sequence[Finding]) -> Review:
    """In the order of the tasks."""
    decisions = [finding for finding in findings if isinstance(finding, Decision)]
    rounds: list[dict[int, Balance]] = [{} for _ in range(plan.seats)]
    for task, finding in zip(plan.tasks, findings, strict=True):
        if isinstance(task, Deal) and isinstance(finding, Par):
            played = [decision for decision in decisions if decision.round == finding.round]
            rounds[task.seat][finding.round] = _balance(finding, task, played, plan.seats)
    seats = tuple(
        SeatReview(seat, tuple(decision for decision in decisions if decision.seat == seat), rounds[seat])
        for seat in range(plan.seats)
    )
    return Review(plan.deals, len(plan.tasks), seats)


def review_game(happened: Sequence[Fact], deals: int = DEALS) -> Review:
    """In this process. Raises as `plan_review` does."""
    plan = plan_review(happened, deals)
    return put_together(plan, [examine(task, plan.deals) for task in plan.tasks])


def _balance(par: Par, deal: Deal, played: Iterable[Decision], seats: int) -> Balance:
    skill = sum(decision.counted for decision in played if decision.seat == par.seat)
    picks = sum(each.counted for each in played if each.seat == par.seat and each.kind == "pick")
    luck = par.luck - picks
    others = sum(each.cost for each in played if each.seat != par.seat and each.kind != "pick")
    spared = round(_SPARED.get(seats, Fraction(1)) * others / (seats - 1))
    expected = par.average + luck + skill - spared
    usually_low = round(Fraction(usual_heads(deal.view.table.rules.variant, seats).low, 100) * expected)
    return Balance(par.average, luck, skill, 10 * deal.taken - expected, -spared, 10 * deal.low - usually_low)


def position_of_decision(decision: Decision, facts: Sequence[AnyFact], chapters: Chapters) -> int:
    """How many facts of its game had happened before it."""
    begin = chapters.find(decision.round, 0 if decision.kind == "pick" else decision.turn)
    assert begin is not None
    if decision.kind == "card":
        return begin
    happened = list(enumerate(facts[begin:], begin))
    if decision.kind == "pick":
        picks = (at for at, fact in happened if isinstance(fact, CardDrafted) and fact.seat == decision.seat)
        return next(islice(picks, decision.turn - 1, None))
    taken = ((at, fact) for at, fact in happened if isinstance(fact, RowTaken))
    return next(at for at, fact in taken if fact.too_low and fact.seat == decision.seat)
