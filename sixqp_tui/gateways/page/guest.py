"""One guest of the page: a session at the table, and the browser that shows it."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import msgspec
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from sixqp_protocol.keys import Key
from sixqp_protocol.messages import Decision, Request
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.room_code import code_of
from sixqp_protocol.text import clean_name
from sixqp_tui.client.conversation import Role
from sixqp_tui.client.events import Event
from sixqp_tui.client.session import Identity, Session
from sixqp_tui.client.status import Closed, ConnectionProblem, Reason
from sixqp_tui.gateways.page import requests
from sixqp_tui.gateways.page.follower import Follower
from sixqp_tui.gateways.page.requests import AnyPageRequest, TableRequest
from sixqp_tui.gateways.page.views import PageDoor, PageView
from sixqp_tui.i18n import _, lobby as lobby_words, ngettext, speaking
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.presentation.bidi import isolate
from sixqp_tui.presentation.chairs import ChairWait, found_no_chair, knows_the_game
from sixqp_tui.presentation.presence import own_seat

SEAT_SECONDS = 8.0
"""For the table to give a place."""
CODE_REASONS = (
    ConnectionProblem.CODE_WANTED,
    ConnectionProblem.CODE_UNANSWERED,
    Farewell.WRONG_CODE,
    Farewell.CODES_PAUSED,
)


class BrowserLine:
    """A browser's WebSocket. It only sends the newest view, so slow browsers skip some.

    `host` is the address at which it opened the page.
    """

    def __init__(self, connection: ServerConnection, address: str, language: str, host: str) -> None:
        self.connection = connection
        self.address, self.language, self.host = address, language, host
        self._changed = asyncio.Event()

    def mark(self) -> None:
        self._changed.set()

    async def write(self, payload: Callable[[], bytes]) -> None:
        with suppress(ConnectionClosed):
            while True:
                await self._changed.wait()
                self._changed.clear()
                await self.connection.send(payload(), text=True)


class GatewayServices(Protocol):
    """What a guest needs from the gateway. `join_line` is for friends with the program, if known."""

    join_line: str

    def session(self, identity: Identity, address: str) -> Session: ...

    def wait_for_seat(self, address: str) -> float:
        """Seconds until this address may ask for a seat; 0 counts as an attempt."""

    def take_place(self, guest: "Guest", name: str) -> bool:
        """Let this browser come back as the guest of this name, if that one is away."""

    def welcome_newcomer(self, door: PageDoor) -> PageDoor:
        """Add the table's title and who is there, unless it is locked."""


class Guest:
    """A person with a cookie, from which the `key` is derived.

    `has_sat`: the page leads back to the table by itself. `removed` by the table's owner.
    """

    def __init__(self, key: Key, cookie: str, services: GatewayServices, table: str) -> None:
        self.key, self.cookie = key, cookie
        self.name, self.has_sat, self.removed = "", False, False
        self._services, self._table = services, table
        self.line: BrowserLine | None = None
        self.absent_since: float | None = None
        self._session: Session | None = None
        self._follower: Follower | None = None
        self._task: asyncio.Task[None] | None = None
        self.address = ""
        self._chair = ChairWait()
        self._door: Callable[[], PageDoor] = self._ask_name

    # -- the browser ----------------------------------------------------------------------------------

    def attach(self, line: BrowserLine) -> BrowserLine | None:
        before, self.line, self.absent_since = self.line, line, None
        self.address = line.address
        if self._follower:
            self._follower.language = line.language
        self.return_to_seat()
        line.mark()
        return before

    def recognise(self, name: str) -> None:
        """There is a chair with this guest's key: it was taken before this process started."""
        if not self.name:
            self.name, self.has_sat = name, True
            if self.line:
                self.return_to_seat()

    def return_to_seat(self) -> None:
        if self._task is None and self.has_sat and not self.removed:
            self._start(self.name, None, watch=False)

    def detach(self, line: BrowserLine) -> None:
        if self.line is line:
            self.line, self.absent_since = None, time.monotonic()
            if self._follower:
                self._follower.sheet = ""

    def payload(self) -> bytes:
        shown: PageView | PageDoor
        if self._follower and self._session and knows_the_game(self._session):
            host = self.line.host if self.line else ""
            shown = self._follower.view(time.monotonic(), host, self._services.join_line)
        else:
            with speaking(self._language):
                shown = self._door()
                if not shown.over:
                    shown = self._services.welcome_newcomer(shown)
        return isolate(msgspec.json.encode(shown).decode()).encode()

    @property
    def _language(self) -> str:
        return self.line.language if self.line else "en"

    @property
    def seated(self) -> bool:
        return self._task is not None

    @property
    def in_lobby(self) -> bool:
        return self._follower is None or not self._follower.model.playing

    # -- requests of the page ---------------------------------------------------------------------------

    def handle(self, request: AnyPageRequest, moment: str) -> None:
        with speaking(self._language):
            match request:
                case requests.Sit():
                    self._sit(request)
                case requests.ComeBack():
                    self._come_back()
                case requests.Next() if self._follower:
                    self._follower.advance()
                case requests.Open(sheet=sheet) if self._follower:
                    self._follower.sheet = sheet
                case Request() if self._follower and self._session:
                    self._forward(request, moment, self._follower, self._session)
        if self.line:
            self.line.mark()

    def _forward(self, request: TableRequest, moment: str, follower: Follower, session: Session) -> None:
        if isinstance(request, Decision):
            if not follower.is_at(moment):
                follower.refuse(Refusal.STALE)
                return
            follower.feed.await_decision()
        session.request(request)

    def _sit(self, request: requests.Sit) -> None:
        if self._task is not None:
            return
        name, code = clean_name(request.name, ""), code_of(request.code) if request.code.strip() else None
        if not name and not request.watch:
            self._door = self._ask_name
            return
        if (wait := self._services.wait_for_seat(self.address)) > 0:
            self._explain(lambda: _too_many(max(1, round(wait))), bool(request.code))
            return
        if request.again and self._services.take_place(self, name):
            return
        if request.code.strip() and code is None:
            self._explain(lambda: why_turned_away(Farewell.WRONG_CODE), code=True)
        else:
            self.name, self.removed = name, False
            self._start(name, code, request.watch)

    def _come_back(self) -> None:
        if self._session:
            self._session.come_back()
        elif self._task is None and self.has_sat:
            self._start(self.name, None, watch=False)
        elif self._task is None:
            self._door = self._ask_name

    # -- the session ----------------------------------------------------------------------------------

    def _start(self, name: str, code: str | None, watch: bool) -> None:
        role: Role = "watcher" if watch else "player"
        identity = Identity(name, role, self._table, self.key, code, look_on=not watch)
        self._door = lambda: PageDoor(_("Connecting to the table…"), name=name, busy=True)
        self._task = asyncio.create_task(self._stay(identity))

    async def _stay(self, identity: Identity) -> None:
        try:
            session = self._services.session(identity, self.address)
            events = session.events()
            async with session.running():
                status = await session.wait_until_seated(SEAT_SECONDS)
                if isinstance(status, Closed):
                    return self._turned_away(status.reason)
                self._session, self.removed = session, False
                self._follower = Follower(session, session.state.status, self._language, time.monotonic())
                self._chair = ChairWait(session.identity.role == "player" and found_no_chair(session))
                if self._chair.waiting:
                    with speaking(self._language):
                        self._follower.tell(lobby_words.will_sit())
                self._mark()
                async for event in events:
                    self._hear(event, session)
                    if isinstance(session.state.status, Closed):
                        return self._turned_away(session.state.status.reason)
        finally:
            self._task = self._session = self._follower = None
            self._chair = ChairWait()
            self._mark()

    async def end(self) -> None:
        if self._task:
            if not self._task.cancelling():
                self._task.cancel()
            await asyncio.wait((self._task,))

    def _hear(self, event: Event, session: Session) -> None:
        follower = self._follower
        assert follower is not None
        follower.hear(event, time.monotonic())
        if self.line is None:
            follower.forget_steps()
        self._sit_down_when_free(follower, session)
        if own := own_seat(session.state.news):
            self.name, self.has_sat = own.name, True
        self._mark()

    def _sit_down_when_free(self, follower: Follower, session: Session) -> None:
        if not knows_the_game(session):
            return
        if self._chair.has_ended(session.state.standing):
            with speaking(self._language):
                follower.tell(lobby_words.sits_now())
        elif request := self._chair.request(session.state.standing, session.state.unanswered):
            session.request(request)

    def _mark(self) -> None:
        if self.line:
            self.line.mark()

    # -- before the table -------------------------------------------------------------------------------------

    def _turned_away(self, reason: Reason) -> None:
        kicked, left = reason is Farewell.KICKED, reason is Farewell.LEFT
        self.removed = kicked and self.has_sat
        if reason is Farewell.ELSEWHERE or (left and self.in_lobby):
            self.has_sat = False
        gone = reason in (ConnectionProblem.UNREACHABLE, ConnectionProblem.CROWDED)
        again = kicked or ((gone or left) and self.has_sat)
        over = kicked or reason is Farewell.CLOSED
        self._explain(lambda: why_turned_away(reason), reason in CODE_REASONS, again, over)

    def _explain(self, say: Callable[[], str], code: bool, again: bool = False, over: bool = False) -> None:
        self._door = lambda: PageDoor(say(), name=self.name, code=code, again=again, over=over)

    def _ask_name(self) -> PageDoor:
        return PageDoor(_("What's your name?"), name=self.name)


def why_turned_away(reason: Reason) -> str:
    """The sentence for a reason, without commands, which a page doesn't have."""
    match reason:
        case ConnectionProblem.CODE_WANTED:
            return _("This table is locked. Ask its host for the room code.")
        case (
            ConnectionProblem.UNREACHABLE
            | ConnectionProblem.OTHER_CERTIFICATE
            | ConnectionProblem.NOT_A_TABLE
            | Farewell.OTHER_TABLE
        ):
            return _("The table doesn't answer.")
    return why_closed(reason)


def _too_many(seconds: int) -> str:
    return ngettext(
        "Too fast. Try again in {n} second.",
        "Too fast. Try again in {n} seconds.",
        seconds,
    ).format(n=seconds)
