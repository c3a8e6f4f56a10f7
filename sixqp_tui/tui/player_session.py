"""What a screen needs of a seat at a table, whoever provides it."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from sixqp_protocol.messages import AnyRequest
from sixqp_tui.client.events import Event
from sixqp_tui.client.status import Status
from sixqp_tui.engine.permissions import Standing
from sixqp_tui.presentation.session_state import SessionState


class PlayerSession(SessionState, Protocol):
    """A seat at a table, or a place beside it: what is known, and the way to ask for something."""

    @property
    def status(self) -> Status:
        """How the line to the table stands."""

    @property
    def standing(self) -> Standing:
        """How this reader stands to the table: what decides which requests are offered, and granted."""

    @property
    def unanswered(self) -> Sequence[AnyRequest]:
        """What was asked of the table and is not answered."""

    def events(self) -> AsyncIterator[Event]:
        """What happens from now on."""

    def request(self, request: AnyRequest) -> int | None:
        """Ask the table for this, and give no more than what is decided: `request(ChooseCard(card=45))`.

        Returns the id of the request; None where it was not taken. What comes of it arrives as an event.
        """

    def come_back(self) -> None:
        """Take the seat again after it was opened elsewhere."""
