"""The page's gateway: the page and a WebSocket for each browser, on one port."""

import asyncio
import logging
import secrets
import socket
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from http import HTTPStatus
from typing import NamedTuple

from msgspec.structs import replace
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from sixqp_protocol.keys import Key, guest_secret
from sixqp_protocol.messages import SeatNews
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.link import Link
from sixqp_tui.client.session import Session
from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets
from sixqp_tui.gateways.page.answers import Answers, cookie_of, language_of
from sixqp_tui.gateways.page.guest import BrowserLine, Guest
from sixqp_tui.gateways.page.requests import MAX_BYTES, NotUnderstood, decode
from sixqp_tui.gateways.page.views import PageDoor
from sixqp_tui.host.network.connection_limits import PlacesByAddress, address_of
from sixqp_tui.host.network.counted_connection import Guard, guarded
from sixqp_tui.joining.background import log_failure
from sixqp_tui.presentation import table_sentences
from sixqp_tui.presentation.ways_in import host_in

OPENING_SECONDS = 5.0
"""For a connection to send its request."""
SWEEP_SECONDS = 0.5
"""Between two checks for guests who have been absent for too long."""
ELSEWHERE = 4000
"""Close code: the guest opened another window. The page can come back."""
NOT_UNDERSTOOD = 4001
"""Close code: the browser sent something that the page never sends."""
TOO_FAST = 4002
CLOSED = 4003
"""Close code: the host closed this way in, or the table."""
NO_COOKIE = 4004
MOVED = 4005
"""Close code: the guest has taken an absent guest's place, and gets that guest's cookie."""
MAX_REMEMBERED = 200
"""Guests without a chair who have sat at the table: those who return don't have to say their name again."""
MAX_MOVES = 32
"""Guests who have taken a place, and haven't fetched its cookie yet."""
_log = logging.getLogger(__name__)
_report_failure = log_failure(_log, "a task of the page failed")
_quiet = logging.getLogger(f"{__name__}.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False


class PageLimits(NamedTuple):
    """Limits in total and per address; rates are per second, times in seconds."""

    connections: int = 160
    """TCP connections: every phone keeps one, and opens a few more while it loads the page. If there are more, the
    oldest of the busiest address goes, but none of a guest who sits or watches."""
    of_one_address: int = 28
    """TCP connections of one address: ten phones behind it, three of them loading the page."""
    rate: float = 20.0
    """New connections of one address: the page and its files take eight."""
    rate_at_once: float = 100.0
    messages: float = 20.0
    messages_at_once: float = 40.0
    sits: float = 0.5
    """One address's attempts to get a seat, each a connection to the table."""
    sits_at_once: float = 6.0
    ping: float = 3.0
    """Between two pings, and to answer one."""
    absent: float = 3.0
    """Before the table hears that a guest is absent: long enough to load the page again. With both pings, a phone
    that has gone is shown as absent within ten."""


class Gateway:
    """Guests' keys are derived from the `secret`."""

    def __init__(
        self,
        link: Callable[[str], Link],
        table: str,
        secret: bytes,
        limits: PageLimits | None = None,
        title: str = "",
        address: str = "",
        locked: bool = False,
    ) -> None:
        self._link, self._table, self._locked = link, table, locked
        self._secret = secret
        self.join_line = ""
        self._title, self._address = title, address
        self._chairs: tuple[SeatNews, ...] = ()
        self._limits = limits = limits or PageLimits()
        arrivals = TokenBuckets[str](limits.rate, limits.rate_at_once)
        self._connections: PlacesByAddress[ServerConnection] = PlacesByAddress(
            limits.of_one_address, arrivals=arrivals
        )
        self._sits: TokenBuckets[str] = TokenBuckets(limits.sits, limits.sits_at_once)
        self._guests: dict[bytes, Guest] = {}
        self._moves: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: Server | None = None
        self._sweeping: asyncio.Task[None] | None = None

    # -- the port -------------------------------------------------------------------------------------

    async def start(self, sock: socket.socket, names: list[str]) -> None:
        port = self._port = sock.getsockname()[1]
        self._answers = Answers(port, names, self._cookie_for, self._address)
        guard = Guard(self._connections, self._limits.connections, self._seated_connections, time.monotonic)
        self._server = await serve(
            self._attend,
            sock=sock,
            process_request=self._answer,
            process_response=self._protect,
            create_connection=guarded(guard),
            compression=None,
            server_header=None,
            open_timeout=OPENING_SECONDS,
            ping_interval=self._limits.ping,
            ping_timeout=self._limits.ping,
            close_timeout=2,
            max_size=MAX_BYTES,
            max_queue=4,
            logger=_quiet,
        )
        self._sweeping = asyncio.create_task(self._sweep())
        self._sweeping.add_done_callback(_report_failure)

    async def close(self) -> None:
        if self._sweeping:
            self._sweeping.cancel()
        if self._server:
            self._server.close(close_connections=False)
            await asyncio.gather(*(each.close(CLOSED) for each in self._server.connections))
        await asyncio.gather(*(guest.end() for guest in tuple(self._guests.values())))
        if self._server:
            await self._server.wait_closed()

    async def drain(self, seconds: float) -> None:
        if self._server:
            self._server.close(close_connections=False)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._server.wait_closed()

    @property
    def connections(self) -> int:
        return len(self._connections)

    def _seated_connections(self) -> set[ServerConnection]:
        return {guest.line.connection for guest in self._guests.values() if guest.seated and guest.line}

    def _answer(self, _connection: ServerConnection, request: Request) -> Response | None:
        return self._answers.answer(request)

    def _protect(self, _connection: ServerConnection, _request: Request, response: Response) -> None:
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            self._answers.protect(response)

    # -- guests ---------------------------------------------------------------------------------------

    async def _attend(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        request = connection.request
        cookie = cookie_of(request)
        if cookie is None:
            await connection.close(NO_COOKIE, "no seat's cookie came with this")
            return
        host = host_in(request.headers.get("host", ""))
        line = BrowserLine(connection, address_of(connection.remote_address), language_of(request), host)
        guest = self._guest(cookie)
        if before := guest.attach(line):
            self._dismiss(before, ELSEWHERE)
        writing = asyncio.create_task(line.write(guest.payload))
        try:
            await self._read(connection, guest)
        finally:
            writing.cancel()
            guest.detach(line)
            self._tell_newcomers()

    async def _read(self, connection: ServerConnection, guest: Guest) -> None:
        bucket = TokenBucket(self._limits.messages, self._limits.messages_at_once, time.monotonic())
        with suppress(ConnectionClosed):
            async for data in connection:
                if not bucket.take(time.monotonic()):
                    await connection.close(TOO_FAST, "too much at once")
                    break
                try:
                    guest.handle(*decode(data))
                except NotUnderstood:
                    await connection.close(NOT_UNDERSTOOD, "no page says that")
                    break

    def _dismiss(self, line: BrowserLine, code: int) -> None:
        self._start(line.connection.close(code))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_report_failure)

    def _guest(self, cookie: str) -> Guest:
        key = Key.of(guest_secret(self._secret, f"page\n{cookie}"))
        if key.public not in self._guests:
            self._guests[key.public] = Guest(key, cookie, self, self._table)
            self._recognise()
        return self._guests[key.public]

    def _recognise(self) -> None:
        for chair in self._chairs:
            if chair.key in self._guests:
                self._guests[chair.key].recognise(chair.name)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)  # noqa: TID251 (absence causes no event)
            longest = time.monotonic() - self._limits.absent
            guests, chairs = tuple(self._guests.values()), {chair.key for chair in self._chairs}
            for guest in guests:
                if guest.seated and guest.absent_since is not None and guest.absent_since < longest:
                    self._start(self._end_absent(guest))
            idle = [each for each in guests if not (each.line or each.seated or each.key.public in chairs)]
            sat = [each for each in idle if each.has_sat]
            for guest in {*idle}.difference(sat[-MAX_REMEMBERED:]):
                del self._guests[guest.key.public]

    async def _end_absent(self, guest: Guest) -> None:
        await guest.end()
        if guest.line:  # the guest has come back
            guest.return_to_seat()

    # -- what a guest needs -----------------------------------------------------------------------------

    def session(self, identity: Identity, address: str) -> Session:
        return Session(self._link(address), identity)

    def wait_for_seat(self, address: str) -> float:
        now = time.monotonic()
        bucket = self._sits.of(address, now)
        return 0.0 if bucket.take(now) else bucket.wait(now)

    def show_chairs(self, chairs: tuple[SeatNews, ...]) -> None:
        self._chairs = chairs
        self._recognise()
        self._tell_newcomers()

    def _tell_newcomers(self) -> None:
        for guest in self._guests.values():
            if guest.line and not guest.seated:
                guest.line.mark()

    def _away(self) -> dict[str, Guest]:
        """The guests of this page who are away from their chairs; none at a locked table."""
        away = {} if self._locked else {chair.key: chair.name for chair in self._chairs if not chair.here}
        return {away[key]: guest for key, guest in self._guests.items() if key in away and guest.line is None}

    def take_place(self, guest: Guest, name: str) -> bool:
        away = self._away().get(name)
        if away is None or guest.line is None:
            return False
        self._moves[guest.cookie] = away.cookie
        while len(self._moves) > MAX_MOVES:
            del self._moves[next(iter(self._moves))]
        self._dismiss(guest.line, MOVED)
        return True

    def _cookie_for(self, cookie: str | None) -> str | None:
        """A new cookie for a browser without one; that of the place which a guest with this one has taken."""
        return secrets.token_hex(16) if cookie is None else self._moves.pop(cookie, None)

    def welcome_newcomer(self, door: PageDoor) -> PageDoor:
        if self._locked:
            return door
        people = table_sentences.people(self._chairs, None) if self._chairs else ""
        reserved = [seat.name for seat in self._chairs if seat.reserved]
        names = tuple(dict.fromkeys((*reserved, *self._away())))
        return replace(door, title=self._title, people=people, names=names)
