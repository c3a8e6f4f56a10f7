"""What the screen of a review shows: whose decisions, which of them, and the table of the selected one."""

from collections.abc import Sequence
from typing import NamedTuple, Self

from sixqp_protocol.facts import AnyFact, RowTaken
from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.result import Decision, Review
from sixqp_tui.engine.rules import Rows, landing
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import _
from sixqp_tui.presentation.chapters import Chapters

COSTLIEST = 3
"""Decisions that are listed first."""


class ReviewModel(NamedTuple):
    """The costliest decisions of `seat`, or `every` one; the `selected` one has its table shown.

    `review` is None while nothing is known.
    """

    seat: int
    every: bool = False
    selected: int = 0
    review: Review | None = None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        if self.review is None:
            return ()
        found = self.review.seats[self.seat]
        return found.decisions if self.every else found.costliest(COSTLIEST)

    @property
    def decision(self) -> Decision | None:
        """None where nothing is listed."""
        return self.decisions[self.selected] if self.decisions else None

    @property
    def stopped(self) -> str:
        """How much was examined where that isn't all."""
        review = self.review
        return "" if review is None or review.whole else review_words.so_far(review.done, review.tasks)

    @property
    def nothing_listed(self) -> str:
        if self.review is None or not self.review.tasks:
            return _("No round of this game was finished, so there is nothing to review.")
        if not self.review.whole and not self.review.seats[self.seat].decisions:
            return _("Nothing is known about these decisions yet.")
        return review_words.costliest_decisions(0)

    def select(self, at: int) -> Self:
        return self._replace(selected=max(0, min(at, len(self.decisions) - 1)))

    def look_from(self, seat: int) -> Self:
        return self._replace(seat=seat, selected=0)

    def switch(self) -> Self:
        """The selected decision stays selected if it is listed."""
        shown, other = self.decision, self._replace(every=not self.every, selected=0)
        return other.select(other.decisions.index(shown)) if shown in other.decisions else other


class Scene(NamedTuple):
    """The table at a decision.

    `card` is the one that was played, or for a row the one that was too low; `row` is where it goes, None if too
    low.
    """

    rows: Rows
    card: int
    row: int | None


def position_of_decision(decision: Decision, facts: Sequence[AnyFact], chapters: Chapters) -> int:
    """How many facts had happened; for a card those before the turn. Raises LookupError."""
    begin = chapters.find(decision.round, decision.turn)
    if begin is None:
        raise LookupError(f"no turn {decision.turn} in round {decision.round}")
    if decision.kind == "card":
        return begin
    for position, fact in enumerate(facts[begin:], begin):
        if isinstance(fact, RowTaken) and fact.too_low and fact.seat == decision.seat:
            return position
    raise LookupError("no row that was taken")


def scene_of_decision(decision: Decision, view: View) -> Scene:
    rows = view.table.rows
    if decision.kind == "row":
        return Scene(rows, dict(view.table.to_place)[decision.seat], None)
    return Scene(rows, decision.made, landing(rows, decision.made).row)
