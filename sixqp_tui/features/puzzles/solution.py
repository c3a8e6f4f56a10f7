"""What an answer to a puzzle is worth, and how the turn most likely goes."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact
from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.moments import seeded_rng
from sixqp_tui.analysis.reasons import card_reasons
from sixqp_tui.analysis.result import Decision, Option, Tenths
from sixqp_tui.analysis.words import heads_in_tenths
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.bots.standin import cheapest_row
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.view import View
from sixqp_tui.features.puzzles import words
from sixqp_tui.features.puzzles.puzzle import Puzzle, next_placement, revealing_facts
from sixqp_tui.i18n import _

DEALS = 100
"""Deals behind the sentence that says how often the turn goes so."""
_Outline = tuple[str, tuple[tuple[int, bool], ...]]
"""What happens to the own card, and which rows are taken, each with whether by the reader."""


class Course(NamedTuple):
    """The most likely turn; it goes like this in `many` of `of` deals."""

    facts: tuple[AnyFact, ...]
    many: int
    of: int


def likely_course(view: View, card: int) -> Course:
    rollouts = Rollouts(view, seeded_rng(view, "course"))
    courses = [_course(view, card, rollouts.others_plays()) for _ in range(DEALS)]
    outlines = [_outline(course, view.seat or 0) for course in courses]
    counted = Counter(outlines)
    usual = min(counted, key=lambda outline: (-counted[outline], outline))
    return Course(courses[outlines.index(usual)], counted[usual], DEALS)


def _course(view: View, card: int, others: Sequence[tuple[int, int]]) -> tuple[AnyFact, ...]:
    table, own = view.table, view.seat or 0
    laid = {seat: other for other, seat in others} | {own: card}
    happened: list[AnyFact] = [facts.CardLaid(own, card)]
    happened.extend(revealing_facts(table, [laid[seat] for seat in range(table.seats)]))
    for fact in happened:
        table = apply_fact(table, fact)
    while table.to_place:
        happened.append(next_placement(table, lambda now: cheapest_row(now.rows)))
        table = apply_fact(table, happened[-1])
    return tuple(happened)


def _outline(course: Sequence[AnyFact], own: int) -> _Outline:
    """Courses with one outline look the same to the reader."""
    ends, taken = "", []
    for fact in course:
        match fact:
            case facts.CardPlaced(seat, _, row) if seat == own:
                ends = f"placed {row}"
            case facts.RowTaken(seat, _, row):
                taken.append((row, seat == own))
    return ends, tuple(sorted(taken))


class Solution(NamedTuple):
    """In the language that was in use at the answer."""

    view: View
    decision: Decision
    course: Course

    @property
    def right(self) -> bool:
        return self.decision.made == self.decision.best

    @property
    def cost(self) -> Tenths:
        return self.decision.cost

    @property
    def figures(self) -> tuple[tuple[int, Tenths], ...]:
        return tuple(sorted((option.choice, option.more) for option in self.decision.options))

    def verdict(self) -> str:
        decision = self.decision
        if self.right:
            return words.right(decision.made)
        return _("Not the {card}: it costs {heads} more than the {best}.").format(
            card=decision.made, best=decision.best, heads=heads_in_tenths(decision.cost)
        )

    def reasons(self) -> tuple[str, ...]:
        """For a wrong card and the best one; after a right answer, for it and the second best."""
        if not self.right:
            return review_words.reasons(self.decision)
        second = self.decision.options[1]
        return review_words.best_reason(self.decision), _("The next best is the {card}: {heads} more.").format(
            card=second.choice, heads=heads_in_tenths(second.more)
        )


def solve(puzzle: Puzzle, view: View, card: int) -> Solution:
    """It takes some tens of milliseconds."""
    hand, more = view.hand, puzzle.more
    best = hand[more.index(0)]
    reasons = card_reasons(view, best)
    options = [Option(choice, cost, reasons[choice]) for choice, cost in zip(hand, more, strict=True)]
    options.sort(key=lambda option: (option.choice != best, option.more))
    decision = Decision(
        seat=puzzle.position.seat,
        round=view.table.round,
        turn=view.table.turn,
        kind="card",
        made=card,
        best=best,
        cost=more[hand.index(card)],
        error=0,
        exact=False,
        stood_in=False,
        options=tuple(options),
    )
    return Solution(view, decision, likely_course(view, best))
