"""Around one keyboard everybody may do what the table's owner may: one seat's knowledge, one's decisions."""

import dataclasses
from collections.abc import AsyncIterator, Sequence

from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import (
    AnyRequest,
    CloseTable,
    Leave,
    NextRound,
    OwnerRequest,
    Ready,
    RoomNews,
    TallyLine,
    Welcome,
)
from sixqp_tui.client.events import Event
from sixqp_tui.client.status import Status
from sixqp_tui.engine.permissions import Standing
from sixqp_tui.engine.view import View
from sixqp_tui.tui.player_session import PlayerSession


class CompositeSession:
    """A session made of three: what one of them `knows`, what another `decides`, what the `owner` may ask for.

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
        return self.knows.status

    @property
    def view(self) -> View:
        """The newest knowledge."""
        view = self.knows.view
        return view if self.seat is None else View(self.seat, view.table)

    @property
    def game(self) -> int:
        return self.knows.game

    @property
    def history(self) -> Sequence[AnyFact]:
        return self.knows.history

    @property
    def news(self) -> RoomNews | None:
        """The newest news of the room; the watcher of the shared screen is nobody."""
        news = self.knows.news
        return news and replace(news, watchers=0, watcher_names=())

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, by seat, as told last while a game went on."""
        return self.knows.names

    @property
    def tally(self) -> tuple[TallyLine, ...]:
        """What everybody has played here since the table opened."""
        return self.knows.tally

    @property
    def welcome(self) -> Welcome | None:
        """The welcome of who knows, with the owner's rights."""
        welcome = self.knows.welcome
        return welcome and replace(welcome, owner=True)

    @property
    def standing(self) -> Standing:
        return dataclasses.replace(self.decides.standing, owner=True)

    @property
    def unanswered(self) -> Sequence[AnyRequest]:
        return self.decides.unanswered

    def events(self) -> AsyncIterator[Event]:
        return self.knows.events()

    def come_back(self) -> None:
        self.knows.come_back()

    def request(self, request: AnyRequest) -> int | None:
        """Ask for this by the session that may: what only the owner may, by the owner's. To leave closes the table.

        Around one keyboard, one who is ready is ready for all.
        """
        if isinstance(request, Ready):
            return self.owner.request(NextRound())
        if isinstance(request, OwnerRequest | Leave):
            return self.owner.request(CloseTable() if isinstance(request, Leave) else request)
        return self.decides.request(request)
