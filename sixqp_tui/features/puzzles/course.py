"""The most likely course of a turn: what happens when the best card is laid."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact
from sixqp_tui.analysis.rng import seeded_rng
from sixqp_tui.bots.row_choice import cheapest_row
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.view import View
from sixqp_tui.features.puzzles.placement import next_placement, revealing_facts

DEALS = 100
"""Deals of which a sentence tells in how many it goes so."""
_Outline = tuple[str, tuple[tuple[int, bool], ...]]
"""What becomes of the own card, and which rows are taken, each with whether by oneself."""


class Course(NamedTuple):
    """The facts of a turn as it goes most often, and in how `many` deals `of` all it goes like that."""

    facts: tuple[AnyFact, ...]
    many: int
    of: int


def likely_course(view: View, card: int) -> Course:
    """How the turn goes most likely when this card of the hand is laid; who must take a row takes the cheapest."""
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
    """What matters of a course: two of one outline look alike to who watches the own card."""
    ends, taken = "", []
    for fact in course:
        match fact:
            case facts.CardPlaced(seat, _, row) if seat == own:
                ends = f"placed {row}"
            case facts.RowTaken(seat, _, row):
                taken.append((row, seat == own))
    return ends, tuple(sorted(taken))
