"""What a screen needs of a seat at a table, whoever provides it."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import AnyRequest, RoomNews, Welcome
from sixqp_tui.client.events import Event
from sixqp_tui.client.status import Status
from sixqp_tui.engine.view import View


class PlayerSession(Protocol):
    """A seat at a table, or a place beside it: what is known, and the way to ask for something.

    `history` holds all facts of the game `game` that this reader has read, `view` is their fold.
    """

    @property
    def status(self) -> Status:
        """How the line to the table stands."""

    @property
    def view(self) -> View:
        """The newest knowledge of the seat."""

    @property
    def game(self) -> int:
        """Which game of the table `view` and `history` belong to."""

    @property
    def history(self) -> Sequence[AnyFact]:
        """The facts of the game so far, as far as this reader may read them."""

    @property
    def news(self) -> RoomNews | None:
        """The newest news of the room; None before the first."""

    @property
    def welcome(self) -> Welcome | None:
        """How the host took this client in; None before it did."""

    def events(self) -> AsyncIterator[Event]:
        """What happens from now on."""

    def request(self, request: AnyRequest) -> int | None:
        """Ask the table for this, and give no more than what is decided: `request(ChooseCard(card=45))`.

        Returns the id of the request; None where it was not taken. What comes of it arrives as an event.
        """

    def come_back(self) -> None:
        """Take the seat again after it was opened elsewhere."""
