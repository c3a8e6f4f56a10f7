"""What a screen needs of a seat at a table, whoever provides it."""

from collections.abc import AsyncIterator, Sequence
from typing import Literal, Protocol

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import Level, RoomNews, Settings, Welcome
from sixqp_tui.client.events import Event
from sixqp_tui.client.status import Status
from sixqp_tui.engine.view import View


class PlayerSession(Protocol):
    """A seat at a table, or a place beside it: what is known, and the decisions.

    The decisions and wishes are fire and forget: what comes of them arrives as facts, as news, or as a
    refusal. `history` holds all facts of the game `game` that this reader has read, `view` is their fold.
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

    def choose_card(self, card: int) -> None:
        """Lay this card face down (3.1)."""

    def take_back(self) -> None:
        """Take the laid card back (3.1)."""

    def draft_card(self, card: int) -> None:
        """Take this card of the open deck (5.2)."""

    def choose_row(self, row: int) -> None:
        """Take the cards of this row, 0 to 3 (3.7)."""

    def set_settings(self, settings: Settings) -> None:
        """Change what the table plays (owner, lobby)."""

    def set_seat(self, seat: int, to: Literal["bot", "open", "kick"], level: Level = "medium") -> None:
        """Put a bot on a chair, free it, or remove its player (owner, lobby)."""

    def start(self) -> None:
        """Begin a game (owner)."""

    def pause(self) -> None:
        """Stop the clock and the game (owner)."""

    def resume(self) -> None:
        """Go on after a pause (owner)."""

    def rename(self, name: str) -> None:
        """Bear another name (lobby)."""

    def take_seat(self, seat: int) -> None:
        """Take over the seat that a bot plays (8.2)."""

    def say(self, text: str) -> None:
        """Say something to everybody at the table."""

    def come_back(self) -> None:
        """Take the seat again after it was opened elsewhere."""

    def leave(self) -> None:
        """Leave the table."""

    def close_table(self) -> None:
        """End the table for everybody (owner)."""
