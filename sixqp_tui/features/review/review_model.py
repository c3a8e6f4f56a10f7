"""What is looked at of a review: whose decisions, which of them are listed, and which one is shown. Pure."""

from typing import NamedTuple, Self

from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.result import Decision, Review
from sixqp_tui.i18n import _

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
