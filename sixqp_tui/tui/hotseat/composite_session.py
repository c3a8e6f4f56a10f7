"""Around one keyboard everybody may do what the table's owner may: one seat's knowledge, one's decisions."""

from collections.abc import AsyncIterator, Sequence
from typing import Literal

from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import Level, RoomNews, Settings, Welcome
from sixqp_tui.client.events import Event
from sixqp_tui.client.status import Status
from sixqp_tui.engine.view import View
from sixqp_tui.tui.player_session import PlayerSession


class CompositeSession:
    """A session made of three: what one of them `knows`, what another `decides`, what the `owner` may wish for.

    `seat`: shown as this seat's, though known as whoever looks on knows it, without any hand that is not public.
    """

    def __init__(
        self, knows: PlayerSession, decides: PlayerSession, owner: PlayerSession, seat: int | None = None
    ) -> None:
        self.knows = knows
        self.decides = decides
        self.owner = owner
        self.seat = seat

    @property
    def status(self) -> Status:
        """How the line to the table stands."""
        return self.knows.status

    @property
    def view(self) -> View:
        """The newest knowledge."""
        view = self.knows.view
        return view if self.seat is None else View(self.seat, view.table)

    @property
    def game(self) -> int:
        """Which game of the table that is."""
        return self.knows.game

    @property
    def history(self) -> Sequence[AnyFact]:
        """The facts of the game so far, as far as who knows may read them."""
        return self.knows.history

    @property
    def news(self) -> RoomNews | None:
        """The newest news of the room."""
        return self.knows.news

    @property
    def welcome(self) -> Welcome | None:
        """How the host took them in, who have the owner's rights."""
        welcome = self.knows.welcome
        return welcome and replace(welcome, owner=True)

    def events(self) -> AsyncIterator[Event]:
        """What happens from now on."""
        return self.knows.events()

    def come_back(self) -> None:
        """Try again now to get back to the table."""
        self.knows.come_back()

    def choose_card(self, card: int) -> None:
        """Lay this card face down (3.1)."""
        self.decides.choose_card(card)

    def take_back(self) -> None:
        """Take the laid card back (3.1)."""
        self.decides.take_back()

    def draft_card(self, card: int) -> None:
        """Take this card of the open deck (5.2)."""
        self.decides.draft_card(card)

    def choose_row(self, row: int) -> None:
        """Take the cards of this row (3.7)."""
        self.decides.choose_row(row)

    def set_settings(self, settings: Settings) -> None:
        """Change what the table plays."""
        self.owner.set_settings(settings)

    def set_seat(self, seat: int, to: Literal["bot", "open", "kick"], level: Level = "medium") -> None:
        """Put a bot on a chair, free it, or remove its player."""
        self.owner.set_seat(seat, to, level)

    def start(self) -> None:
        """Begin a game."""
        self.owner.start()

    def pause(self) -> None:
        """Stop the game."""
        self.owner.pause()

    def resume(self) -> None:
        """Go on after a pause."""
        self.owner.resume()

    def rename(self, name: str) -> None:
        """Bear another name (lobby)."""
        self.decides.rename(name)

    def take_seat(self, seat: int) -> None:
        """Take over the seat that a bot plays (8.2)."""
        self.decides.take_seat(seat)

    def say(self, text: str) -> None:
        """Say something."""
        self.decides.say(text)

    def leave(self) -> None:
        """Leave the table, which ends with that."""
        self.owner.close_table()

    def close_table(self) -> None:
        """End the table for everybody."""
        self.owner.close_table()
