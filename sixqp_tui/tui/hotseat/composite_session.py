"""The session of a shared keyboard: one session's knowledge, another's decisions, and the owner's rights."""

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
    """A session made of three: it shows what `knows` knows, decides by `decides`, and has the rights of `owner`.

    `seat`: shown as this seat's view, although `knows` is a watcher and sees no hidden hand.
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
        """The newest news; a watcher's have no seat."""
        news = self.knows.news
        return news and replace(news, watchers=0, watcher_names=())

    @property
    def names(self) -> tuple[str, ...]:
        """The last names during a game, by seat."""
        return self.knows.names

    @property
    def tally(self) -> tuple[TallyLine, ...]:
        return self.knows.tally

    @property
    def welcome(self) -> Welcome | None:
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
        """Pass a request to the session that may make it. Leaving closes the table.

        At a shared keyboard, one player's Ready counts for all.
        """
        if isinstance(request, Ready):
            return self.owner.request(NextRound())
        if isinstance(request, OwnerRequest | Leave):
            return self.owner.request(CloseTable() if isinstance(request, Leave) else request)
        return self.decides.request(request)
