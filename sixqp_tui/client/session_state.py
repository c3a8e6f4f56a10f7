"""What a session knows of its table, as one frozen value."""

from collections.abc import AsyncIterator
from typing import Any, Protocol, Self

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import AnyRequest, HallNews, Hosting, RoomNews, TallyLine, Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.events import Event
from sixqp_tui.client.status import Connected, Connecting, Status
from sixqp_tui.engine.permissions import Standing, standing_of
from sixqp_tui.engine.view import View
from sixqp_tui.i18n.phrases import table_title


class SessionState(Struct, frozen=True):
    """The newest knowledge of a session; its events may lag behind.

    `history` has all facts that the reader has read of `game`, the table's game from 1 (0 before the first), and
    `view` is their fold. `names` are the players by seat, as the room last named them during a game: a seat may
    change hands (8.2). Until the session has `caught_up` with the history that the host announced, `view` is of the
    past and nobody asks for a decision. `unanswered` are the requests that the host has not answered, oldest first.
    `hosting` says who hosts and who could; None where the host doesn't say. `hall` is the newest that the session
    has heard of the hall that it is in; None where it isn't in one.
    """

    status: Status = Connecting()
    welcome: Welcome | None = None
    view: View = View()
    game: int = 0
    history: tuple[AnyFact, ...] = ()
    caught_up: bool = True
    news: RoomNews | None = None
    names: tuple[str, ...] = ()
    tally: tuple[TallyLine, ...] = ()
    standing: Standing = Standing()
    unanswered: tuple[AnyRequest, ...] = ()
    hosting: Hosting | None = None
    hall: HallNews | None = None

    def updated(self, **changes: Any) -> Self:
        """The state with these changes, and the standing that follows from them."""
        changed = replace(self, **changes)
        if _ASKED_FOR_STANDING.isdisjoint(changes):
            return changed
        minor_version = changed.welcome.version[1] if changed.welcome else CURRENT[1]
        return replace(
            changed, standing=standing_of(changed.news, changed.view.table, minor_version, changed.hosting)
        )

    @property
    def title(self) -> str:
        """The title of the table, "" before the welcome."""
        return table_title(self.welcome.title) if self.welcome else ""

    @property
    def named_view(self) -> View:
        """The view with the players' newest names, which no fact tells."""
        names, view = self.names, self.view
        return view.named(names) if names and len(names) == view.table.seats else view


_ASKED_FOR_STANDING = frozenset({"welcome", "news", "view", "hosting"})


class StateSource(Protocol):
    """A session or a conversation, whose state is always the newest."""

    @property
    def state(self) -> SessionState: ...


class PlayerSession(StateSource, Protocol):
    """A seat at a table, or a place beside it: what screens need of a session."""

    def events(self) -> AsyncIterator[Event]:
        """What happens from now on."""

    def request(self, request: AnyRequest) -> int | None:
        """Make a request that says no more than what is decided: `request(ChooseCard(card=45))`.

        Returns the id of the request; None where it was not taken. Its outcome arrives as an event.
        """

    def come_back(self) -> None:
        """Take the seat again after it was opened elsewhere."""


class OfflineSession:
    """A session without a host, which loses nothing and reports nothing."""

    def __init__(self) -> None:
        self.state = SessionState(status=Connected())

    async def events(self) -> AsyncIterator[Event]:
        nothing: tuple[Event, ...] = ()
        for event in nothing:
            yield event

    def come_back(self) -> None:
        """Nobody has left."""
