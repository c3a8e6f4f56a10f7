"""A screen asks its app for a replay: of the game that was just played, or of one that is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from sixqp_tui.client.recorded_session import RecordedSession


class ReplayRequested(Message):
    """The game of this session is to be looked at from where the session is, over the screen in front."""

    def __init__(self, session: RecordedSession) -> None:
        super().__init__()
        self.session = session
