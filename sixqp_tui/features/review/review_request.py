"""A screen asks its app for a review: of the game that was just played, or of one that is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from sixqp_tui.features.history.record import GameRecord

REVIEWS = "review_games"
"""What a screen asks of its app's `check_action`: whether games can be reviewed here at all."""


class ReviewRequested(Message):
    """The decisions in this game are to be judged, over the screen in front.

    `seat` is whose are shown first; None for those of the first person.
    """

    def __init__(self, record: GameRecord, seat: int | None = None) -> None:
        super().__init__()
        self.record = record
        self.seat = seat
