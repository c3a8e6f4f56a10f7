"""What a session knows of its table, as one frozen value."""

from collections.abc import AsyncIterator
from typing import Any, Protocol, Self

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import AnyRequest, RoomNews, Said, SeatNews, Settings, TallyLine, Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.events import Event
from sixqp_tui.client.status import Connected, Connecting, Status
from sixqp_tui.engine.permissions import Standing, standing_of
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View
from sixqp_tui.i18n.phrases import table_title


class SessionState(Struct, frozen=True):
    """The newest knowledge of a session; its events may lag behind.

    `history` has the reader's facts of `game` (0 before the first), and `view` is their fold. `names` are the
    players by seat, since seats may change hands (8.2); the `renamings` of a recorded game are (number of public
    facts, names by seat). Until the session has `caught_up`, `view` is the past and nobody needs to decide. The
    `tally` includes the first rounds of the game in `counted`. `unanswered` requests are oldest first. `talk` is
    the newest chat: missed messages arrive right after the welcome, often before anybody follows the events.
    """

    status: Status = Connecting()
    welcome: Welcome | None = None
    view: View = View()
    game: int = 0
    history: tuple[AnyFact, ...] = ()
    caught_up: bool = True
    news: RoomNews | None = None
    names: tuple[str, ...] = ()
    renamings: tuple[tuple[int, tuple[str, ...]], ...] = ()
    tally: tuple[TallyLine, ...] = ()
    counted: tuple[int, int] = (0, 0)
    standing: Standing = Standing()
    unanswered: tuple[AnyRequest, ...] = ()
    talk: tuple[Said, ...] = ()

    def updated(self, **changes: Any) -> Self:
        changed = replace(self, **changes)
        if _ASKED_FOR_STANDING.isdisjoint(changes):
            return changed
        return replace(changed, standing=standing_of(changed.news, changed.view.table))

    @property
    def title(self) -> str:
        """Empty before the welcome."""
        return table_title(self.welcome.title) if self.welcome else ""

    @property
    def named_view(self) -> View:
        names, view = self.names, self.view
        return view.named(names) if names and len(names) == view.table.seats else view


_ASKED_FOR_STANDING = frozenset({"news", "view"})


class StateSource(Protocol):
    """A session or conversation, whose state is always the newest."""

    @property
    def state(self) -> SessionState: ...


class PlayerSession(StateSource, Protocol):
    """A seat at a table, or a watcher's place: what screens need of a session."""

    def events(self) -> AsyncIterator[Event]:
        """The events from now on."""

    def request(self, request: AnyRequest) -> int | None:
        """See `Session.request`."""

    def come_back(self) -> None:
        """Take the seat again after it was opened elsewhere."""


class OfflineSession:
    """A session without a host, which loses and reports nothing."""

    def __init__(self) -> None:
        self.state = SessionState(status=Connected())

    def sit_down(self, seat: int, table: Table, history: tuple[AnyFact, ...], title: str = "") -> None:
        """At a table where everybody is there, and nobody's clock runs; `history` is what the seat could read."""
        chairs = tuple(SeatNews(name, "person", True) for name in table.names)
        self.state = self.state.updated(
            welcome=Welcome(CURRENT, "", title, seat, False, 1, 0, 0),
            view=View(seat).after(history),
            game=1,
            history=history,
            news=RoomNews("playing", chairs, seat, Settings(rules=table.rules, timer=None), False, (), None),
            names=table.names,
            renamings=((1, table.names),),
        )

    async def events(self) -> AsyncIterator[Event]:
        nothing: tuple[Event, ...] = ()
        for event in nothing:
            yield event

    def come_back(self) -> None:
        """Nobody has left."""
