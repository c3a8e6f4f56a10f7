"""What a screen needs of a seat."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from sixqp_protocol.messages import AnyRequest
from sixqp_tui.client.events import Event
from sixqp_tui.client.status import Status
from sixqp_tui.engine.permissions import Standing
from sixqp_tui.presentation.session_state import SessionState


class PlayerSession(SessionState, Protocol):
    """A seat at a table, or a watcher's place."""

    @property
    def status(self) -> Status:
        """The state of the connection."""

    @property
    def standing(self) -> Standing:
        """What decides which requests are offered and granted."""

    @property
    def unanswered(self) -> Sequence[AnyRequest]:
        """The requests without an answer yet."""

    def events(self) -> AsyncIterator[Event]:
        """The events from now on."""

    def request(self, request: AnyRequest) -> int | None:
        """Send a request, such as `request(ChooseCard(card=45))`.

        Returns its id, or None if it isn't sent. The answer is an event.
        """

    def come_back(self) -> None:
        """Take the seat again after it was opened elsewhere."""
