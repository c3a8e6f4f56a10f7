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

DEAREST = 3
"""Decisions that are shown first."""


class ReviewModel(NamedTuple):
    """Of the decisions of `seat` the dearest, or `every` one; the `selected` one of them is shown on its table.

    `review` is None while nothing is known.
    """

    seat: int
    every: bool = False
    selected: int = 0
    review: Review | None = None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions that are listed."""
        if self.review is None:
            return ()
        found = self.review.seats[self.seat]
        return found.decisions if self.every else found.dearest(DEAREST)

    @property
    def decision(self) -> Decision | None:
        """The one that is shown; None where none is listed."""
        return self.decisions[self.selected] if self.decisions else None

    @property
    def stopped(self) -> str:
        """How much has been looked into where that is not all."""
        review = self.review
        return "" if review is None or review.whole else review_words.so_far(review.done, review.tasks)

    @property
    def nothing_listed(self) -> str:
        """What is said in the place of decisions."""
        if self.review is None or not self.review.tasks:
            return _("No round of this game was finished, so there is nothing to review.")
        if not self.review.whole and not self.review.seats[self.seat].decisions:
            return _("Nothing is known about these decisions yet.")
        return review_words.dearest_decisions(0)

    def select(self, at: int) -> Self:
        return self._replace(selected=max(0, min(at, len(self.decisions) - 1)))

    def look_from(self, seat: int) -> Self:
        return self._replace(seat=seat, selected=0)

    def switch(self) -> Self:
        """List every decision, or the dearest again; the one that is shown stays where it is listed."""
        shown, other = self.decision, self._replace(every=not self.every, selected=0)
        return other.select(other.decisions.index(shown)) if shown in other.decisions else other


class Scene(NamedTuple):
    """The table when it was decided: the rows, the card that was decided about, and where it would go.

    `card` is the one that was laid, for a row the one that was too low. `row` is None where it is too low.
    """

    rows: Rows
    card: int
    row: int | None


def position_of_decision(decision: Decision, facts: Sequence[AnyFact], chapters: Chapters) -> int:
    """How many facts of the game had happened when it was decided: for a card those before the turn.

    Raises LookupError where the game has no such decision.
    """
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
    """The table when it was decided, from what its player could read by then."""
    rows = view.table.rows
    if decision.kind == "row":
        return Scene(rows, dict(view.table.to_place)[decision.seat], None)
    return Scene(rows, decision.made, landing(rows, decision.made).row)
