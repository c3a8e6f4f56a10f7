"""The gateway: the page and one WebSocket a browser, on one port. The asyncio shell around `Guest`."""

import asyncio
import logging
import secrets
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.link import Link
from sixqp_tui.client.session import Session
from sixqp_tui.gateways.page.answers import Answers, HttpRequest, cookie_of, language_of
from sixqp_tui.gateways.page.guest import Guest
from sixqp_tui.gateways.page.limits import AddressLimits, PageLimits
from sixqp_tui.gateways.page.requests import MAX_BYTES, NotUnderstood, decode
from sixqp_tui.gateways.page.seat_book import GuestRecord, SeatBook, key_of

ABSENT_PLAYING = 20.0
"""Seconds that the session of a guest who is gone stays while a game is played: long enough to unlock a phone or to
change the network, short enough that the others see who is away."""
ABSENT_WAITING = 900.0
"""The same while nothing is played: phones sleep, and nobody waits for them."""
LOOK_EVERY = 1.0
"""Seconds between two looks at who has been gone for too long."""
PING_SECONDS = 5.0
"""Seconds between two pings, and until an answer must be here: a phone that has gone is noticed within ten."""
ELSEWHERE = 4000
"""Close code: the same guest looks from another window now. The page comes back when it is asked to."""
NOT_UNDERSTOOD = 4001
"""Close code: the page said something that no page says."""
TOO_FAST = 4002
"""Close code: the page said far too much at once."""
FULL = 4003
"""Close code: there is no place for another guest."""
_log = logging.getLogger(__name__)
_quiet = logging.getLogger(f"{__name__}.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False


class BrowserLine:
    """A browser's socket. Only the newest view is sent: one that is slow misses what lies between."""

    def __init__(self, connection: ServerConnection, address: str, language: str) -> None:
        self.connection = connection
        self.address, self.language = address, language
        self._changed = asyncio.Event()

    def mark(self) -> None:
        self._changed.set()

    async def write(self, payload: Callable[[], bytes]) -> None:
        """Send what is new until the connection is closed."""
        with suppress(ConnectionClosed):
            while True:
                await self._changed.wait()
                self._changed.clear()
                await self.connection.send(payload(), text=True)


class Gateway:
    """The guests of one table. `link` makes the way there for a guest at an address; `table` is its id.

    `book` remembers the guests.
    """

    def __init__(
        self,
        link: Callable[[str], Link],
        table: str | None,
        book: SeatBook,
        limits: PageLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._link, self._table, self._book, self._clock = link, table, book, clock
        self._limits = AddressLimits(limits or PageLimits())
        self._guests: dict[str, Guest] = {}
        self._dismissals: set[asyncio.Task[None]] = set()
        self._server: Server | None = None
        self._sweeping: asyncio.Task[None] | None = None

    # -- the port -------------------------------------------------------------------------------------

    async def start(self, sock: socket.socket, names: list[str], context: ssl.SSLContext | None = None) -> None:
        """Serve the page at this socket, from now on."""
        port = sock.getsockname()[1]
        self._answers = Answers(port, context is not None, names, lambda: secrets.token_hex(16))
        self._server = await serve(
            self._attend,
            sock=sock,
            ssl=context,
            process_request=self._answer,
            create_connection=counted_by(self._limits, self._clock),
            compression=None,
            server_header=None,
            open_timeout=self._limits.limits.opening,
            ping_interval=PING_SECONDS,
            ping_timeout=PING_SECONDS,
            close_timeout=2,
            max_size=MAX_BYTES,
            max_queue=4,
            logger=_quiet,
        )
        self._sweeping = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """End all sessions and close the port. The seats stay with the guests."""
        if self._sweeping:
            self._sweeping.cancel()
        for guest in tuple(self._guests.values()):
            await guest.end()
        if self._server:
            self._server.close()
            await asyncio.gather(*(each.close(CloseCode.GOING_AWAY) for each in self._server.connections))
            await self._server.wait_closed()

    async def drain(self, seconds: float) -> None:
        """Let nobody in any more, and wait until the last guest has closed the page, at most for so long."""
        if self._server:
            self._server.close(close_connections=False)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._server.wait_closed()

    @property
    def guests(self) -> int:
        return sum(guest.seated for guest in self._guests.values())

    @property
    def connected(self) -> bool:
        return any(guest.connected for guest in self._guests.values())

    def come_back(self) -> None:
        """The table may be elsewhere now: let every session that has lost it try again at once."""
        for guest in self._guests.values():
            guest.try_again()

    @property
    def connections(self) -> int:
        return self._limits.connections

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        answer = self._answers.answer(_http_request(request))
        if answer is None:
            return None
        return Response(answer.status, answer.status.phrase, Headers(answer.headers), answer.body)

    # -- guests ---------------------------------------------------------------------------------------

    async def _attend(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        request = _http_request(connection.request)
        cookie = cookie_of(request.headers)
        if cookie is None:
            return await connection.close(NOT_UNDERSTOOD, "no seat's cookie came with this")
        line = BrowserLine(connection, _address(connection), language_of(request))
        guest = self._guest(key_of(cookie), line.address)
        if guest is None:
            return await connection.close(FULL, "no place for another guest")
        before = guest.attach(line)
        if isinstance(before, BrowserLine):
            self._dismiss(before)
        writing = asyncio.create_task(line.write(guest.payload))
        try:
            await self._read(connection, guest)
        finally:
            writing.cancel()
            guest.detach(line, self._clock())

    async def _read(self, connection: ServerConnection, guest: Guest) -> None:
        bucket = self._limits.messages(self._clock())
        with suppress(ConnectionClosed):
            async for data in connection:
                if not bucket.take(self._clock()):
                    await connection.close(TOO_FAST, "too much at once")
                    break
                try:
                    guest.say(decode(data))
                except NotUnderstood:
                    await connection.close(NOT_UNDERSTOOD, "no page says that")
                    break

    def _dismiss(self, line: BrowserLine, code: int = ELSEWHERE) -> None:
        """Close a window's line: its guest looks from another one now, or has to make room."""
        task = asyncio.create_task(line.connection.close(code))
        self._dismissals.add(task)
        task.add_done_callback(self._dismissals.discard)

    def _guest(self, key: str, address: str) -> Guest | None:
        guest = self._guests.get(key)
        if guest is None:
            self._forget_idle()
            limits = self._limits.limits
            here = [each for each in self._guests.values() if each.line and each.line.address == address]
            if len(here) >= limits.guests_of_one_address or not self._has_room(limits.guests):
                return None
            guest = Guest(key, self._book.get(key) or GuestRecord(), self, self._table)
            self._guests[key] = guest
        return guest

    def _has_room(self, most: int) -> bool:
        """Whether one more guest has a place; where there is none, the first who has not sat down has to go."""
        if len(self._guests) < most:
            return True
        idle = next((key for key, guest in self._guests.items() if not guest.seated), None)
        if idle is None:
            return False
        gone = self._guests.pop(idle)
        if isinstance(gone.line, BrowserLine):
            self._dismiss(gone.line, FULL)
        return True

    def _forget_idle(self) -> None:
        self._guests = {key: guest for key, guest in self._guests.items() if guest.line or guest.seated}

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)  # noqa: TID251 (nothing happens when somebody stays away)
            now = self._clock()
            for guest in tuple(self._guests.values()):
                longest = ABSENT_WAITING if guest.in_lobby else ABSENT_PLAYING
                if guest.absent_since is not None and now - guest.absent_since > longest:
                    await guest.end()
            self._forget_idle()

    # -- what a guest needs -----------------------------------------------------------------------------

    def session(self, identity: Identity, address: str) -> Session:
        return Session(self._link(address), identity)

    def now(self) -> float:
        return self._clock()

    def record(self, guest: Guest) -> None:
        """Keep what this guest is known by."""
        try:
            self._book.put(guest.key, guest.record)
        except OSError as error:
            _log.warning("what proves a guest's seat could not be kept: %s", error)

    def wait_for_seat(self, address: str) -> float:
        """Seconds until somebody at this address may try to get a seat; the try counts where it is 0."""
        return self._limits.wait_for_seat(address, self._clock())


def counted_by(limits: AddressLimits, clock: Callable[[], float]) -> type[ServerConnection]:
    """Connections that are cut at once where their address, or the gateway, has too many."""

    class CountedConnection(ServerConnection):
        counted: str | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            address = _plain(transport.get_extra_info("peername"))
            if limits.connect(address, clock()):
                self.counted = address
            else:
                self.transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            if self.counted is not None:
                limits.disconnect(self.counted)
                self.counted = None
            super().connection_lost(exc)

    return CountedConnection


def _http_request(request: Request) -> HttpRequest:
    headers = {name.lower(): value for name, value in request.headers.raw_items()}
    return HttpRequest(getattr(request, "method", "GET"), request.path, headers)


def _plain(peer: tuple[Any, ...] | None) -> str:
    return str(peer[0]).removeprefix("::ffff:") if peer else ""


def _address(connection: ServerConnection) -> str:
    return _plain(connection.remote_address)
