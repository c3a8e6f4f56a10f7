"""The page's gateway: the page and a WebSocket for each browser, on one port."""

import asyncio
import logging
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from sixqp_protocol.keys import Key, guest_secret
from sixqp_protocol.messages import SeatNews
from sixqp_protocol.text import PLAIN_ID
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.link import Link
from sixqp_tui.client.session import Session
from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets
from sixqp_tui.gateways.common.seats import SeatFile
from sixqp_tui.gateways.page.answers import Answers, cookie_of
from sixqp_tui.gateways.page.guest import Guest, GuestRecord
from sixqp_tui.gateways.page.http import HttpRequest, language_of
from sixqp_tui.gateways.page.page_model import PageDoor
from sixqp_tui.gateways.page.requests import MAX_BYTES, NotUnderstood, decode
from sixqp_tui.gateways.page.turns import LinkTurns
from sixqp_tui.host.network.connection_limits import address_of
from sixqp_tui.host.network.counted_connection import Guard, guarded
from sixqp_tui.host.network.places_by_address import PlacesByAddress
from sixqp_tui.hosting.ways_in import HOST_CODE_SECONDS, HostSeat
from sixqp_tui.presentation import table_sentences
from sixqp_tui.presentation.ways_in import host_in

SWEEP_SECONDS = 0.5
"""Between two checks for guests who have been absent for too long."""
ELSEWHERE = 4000
"""Close code: the guest opened another window. The page can come back."""
NOT_UNDERSTOOD = 4001
"""Close code: the browser sent something that the page never sends."""
TOO_FAST = 4002
FULL = 4003
CLOSED = 4004
"""Close code: the host closed this way in, or the table."""
CROWDED = 4005
"""Close code: this address has its full number of guests."""
MAX_RECORDS = 200
MAX_HOST_TRIES = 50
"""Codes that may be tried for the host's seat; then the host needs a new one."""
MAX_HOST_TRIES_OF_ADDRESS = 5
"""The same for one address, so that a stranger can't use them all up."""
_log = logging.getLogger(__name__)
_quiet = logging.getLogger(f"{__name__}.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False


class PageLimits(NamedTuple):
    """Limits in total and per address; rates are per second, times in seconds.

    A table takes ten players and twenty watchers, on forty connections, some of them the page's guests.
    """

    connections: int = 160
    """TCP connections: every phone keeps one, and opens a few more while it loads the page. If there are more, the
    oldest of the busiest address goes, but none of a guest who sits or watches."""
    of_one_address: int = 28
    """TCP connections of one address: ten phones behind it, three of them loading the page."""
    rate: float = 20.0
    """New connections of one address: the page and its files take eight."""
    rate_at_once: float = 100.0
    guests: int = 24
    """Guests with an open page. One who hasn't sat down, or else one who watches, makes room for the next."""
    guests_of_one_address: int = 10
    """Guests of one address, such as a party on one phone's hotspot, and those whose chairs are held."""
    chairs_of_one_address: int = 4
    """Chairs of one address that are certain at a full table. With more, one whose guest isn't ready and hasn't
    tapped anything for a while goes to a guest from elsewhere."""
    idle: float = 60.0
    """Without a tap, after which a guest in the lobby counts as idle."""
    held_of_one_address: int = 4
    """Chairs of one address whose guests have gone. They are held for a minute; until then it gets no more. Of
    absent watchers, this many of one address keep their places."""
    opening: float = 5.0
    """For a connection to send its request."""
    messages: float = 8.0
    """Messages of one page: nobody taps faster."""
    messages_at_once: float = 24.0
    ping: float = 3.0
    """Between two pings, and to answer one."""
    absent: float = 3.0
    """Seconds before the table hears that a guest is absent: long enough to load the page again. With both
    pings, a phone that has gone is shown as absent within ten."""
    absent_watcher: float = 60.0
    """The same for watchers: nobody waits for them."""
    held: float = 70.0
    """Until the table has freed the chair of a guest who left from the lobby."""
    qr_codes: float = 1.0
    """QR codes drawn for one address: each takes milliseconds, and every guest needs one at most."""
    qr_codes_at_once: float = 10.0
    sits: float = 0.5
    """One address's attempts to get a seat, each a connection to the table."""
    sits_at_once: float = 6.0


def open_records(folder: Path, table: str, max_records: int = MAX_RECORDS) -> SeatFile[GuestRecord]:
    path = folder / f"{table}.json" if PLAIN_ID.fullmatch(table) else None
    return SeatFile(path, max_records, dict[str, GuestRecord])


class BrowserLine:
    """A browser's WebSocket. It only sends the newest view, so slow browsers skip some."""

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


class Gateway:
    """Guests' keys are derived from the `secret`."""

    def __init__(  # noqa: PLR0913  # by name, each with a default
        self,
        link: Callable[[str], Link],
        table: str | None,
        records: SeatFile[GuestRecord],
        secret: bytes,
        limits: PageLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
        title: str = "",
        address: str = "",
    ) -> None:
        self._turns = LinkTurns()
        self._link, self._table, self._records, self._clock = link, table, records, clock
        self._secret = secret
        self.join_line = ""
        self._title, self._address = title, address
        self._chairs: tuple[SeatNews, ...] = ()
        self._host_seat: HostSeat | None = None
        self._host_seat_until, self._host_tries = 0.0, Counter[str]()
        self._limits = limits = limits or PageLimits()
        arrivals = TokenBuckets[str](limits.rate, limits.rate_at_once)
        self._connections: PlacesByAddress[ServerConnection] = PlacesByAddress(
            limits.of_one_address, arrivals=arrivals
        )
        self._sits: TokenBuckets[str] = TokenBuckets(limits.sits, limits.sits_at_once)
        self._qr_codes: TokenBuckets[str] = TokenBuckets(limits.qr_codes, limits.qr_codes_at_once)
        self._guests: dict[str, Guest] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: Server | None = None
        self._sweeping: asyncio.Task[None] | None = None

    # -- the port -------------------------------------------------------------------------------------

    async def start(self, sock: socket.socket, names: list[str]) -> None:
        port = self._port = sock.getsockname()[1]
        self._answers = Answers(port, names, lambda: secrets.token_hex(16), self._address)
        guard = Guard(self._connections, self._limits.connections, self._seated_connections, self._clock)
        self._server = await serve(
            self._attend,
            sock=sock,
            process_request=self._answer,
            process_response=self._protect,
            create_connection=guarded(guard),
            compression=None,
            server_header=None,
            open_timeout=self._limits.opening,
            ping_interval=self._limits.ping,
            ping_timeout=self._limits.ping,
            close_timeout=2,
            max_size=MAX_BYTES,
            max_queue=4,
            logger=_quiet,
        )
        self._sweeping = asyncio.create_task(self._sweep())

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
    def guests(self) -> int:
        return sum(guest.seated for guest in self._guests.values())

    def come_back(self) -> None:
        for guest in self._guests.values():
            guest.try_again()

    @property
    def connections(self) -> int:
        return len(self._connections)

    def _seated_connections(self) -> set[ServerConnection]:
        lines = (guest.line for guest in self._guests.values() if guest.seated)
        return {line.connection for line in lines if isinstance(line, BrowserLine)}

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        address, now = address_of(connection.remote_address), self._clock()

        def may_draw() -> bool:
            return self._qr_codes.of(address, now).take(now)

        answer = self._answers.answer(_http_request(request), may_draw)
        if answer is None:
            return None
        return Response(answer.status, answer.status.phrase, Headers(answer.headers), answer.body)

    def _protect(self, _connection: ServerConnection, _request: Request, response: Response) -> None:
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            for name, value in self._answers.protected(response.headers):
                response.headers[name] = value

    # -- guests ---------------------------------------------------------------------------------------

    async def _attend(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        request = _http_request(connection.request)
        cookie = cookie_of(request.headers)
        if cookie is None:
            return await connection.close(NOT_UNDERSTOOD, "no seat's cookie came with this")
        host = host_in(request.headers.get("host", ""))
        line = BrowserLine(connection, address_of(connection.remote_address), language_of(request), host)
        guest = self._guest(cookie, line.address)
        if not isinstance(guest, Guest):
            return await connection.close(guest, "no place for another guest")
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
        bucket = TokenBucket(self._limits.messages, self._limits.messages_at_once, self._clock())
        with suppress(ConnectionClosed):
            async for data in connection:
                if not bucket.take(self._clock()):
                    await connection.close(TOO_FAST, "too much at once")
                    break
                try:
                    guest.handle(decode(data))
                except NotUnderstood:
                    await connection.close(NOT_UNDERSTOOD, "no page says that")
                    break

    def _dismiss(self, line: BrowserLine, code: int = ELSEWHERE) -> None:
        self._start(line.connection.close(code))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _guest(self, cookie: str, address: str) -> Guest | int:
        """The guest with this cookie, or a close code if there is no place for a newcomer."""
        key = Key.of(guest_secret(self._secret, f"page\n{cookie}"))
        guest = self._guests.get(key.public.hex())
        if guest is None:
            self._forget_idle()
            here = [each for each in self._guests.values() if each.address == address]
            if len(here) >= self._limits.guests_of_one_address:
                return CROWDED
            if not self._make_room():
                return FULL
            record = self._records.records.get(key.public.hex(), GuestRecord())
            guest = Guest(key, record, self, self._table)
            self._guests[guest.id] = guest
        return guest

    def _make_room(self) -> bool:
        """Whether there is room for another guest, if need be by dropping one without a seat."""
        here = [guest for guest in self._guests.values() if guest.line or guest.seated]
        if len(here) < self._limits.guests:
            return True
        idle = [guest for guest in here if not guest.seated] or [guest for guest in here if not guest.has_seat]
        if not idle:
            return False
        crowd = Counter(guest.address for guest in idle)
        gone = next(guest for guest in idle if guest.address == max(crowd, key=crowd.__getitem__))
        del self._guests[gone.id]
        if isinstance(gone.line, BrowserLine):
            self._dismiss(gone.line, FULL)
        self._start(gone.end())
        return True

    def _forget_idle(self) -> None:
        now = self._clock()
        self._guests = {
            key: guest
            for key, guest in self._guests.items()
            if guest.line or guest.seated or self._held_for(guest, now) > 0
        }

    def _held_for(self, guest: Guest, now: float) -> float:
        """Seconds for which the table still holds the chair of a guest who left from the lobby."""
        if guest.line or guest.absent_since is None or not guest.record.seated:
            return 0.0
        return guest.absent_since + self._limits.held - now

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)  # noqa: TID251 (absence causes no event)
            now = self._clock()
            watchers = Counter[str]()
            for guest in reversed(tuple(self._guests.values())):
                if not guest.seated or guest.absent_since is None:
                    continue
                watchers[guest.address] += not guest.has_seat
                crowded = watchers[guest.address] > self._limits.held_of_one_address
                longest = self._limits.absent if guest.has_seat or crowded else self._limits.absent_watcher
                if now - guest.absent_since > longest:
                    self._start(self._end_absent(guest))
            self._forget_idle()
            self._share_chairs(now)

    def _share_chairs(self, now: float) -> None:
        """Free a chair for a guest waiting in the lobby if another address has more than its share."""
        guests = self._guests.values()
        waiting = next((each for each in guests if each.waits_for_chair), None)
        if waiting is None or any(each.gives_up_chair for each in guests):
            return
        seated = [each for each in guests if each.has_seat and each.in_lobby and each.address != waiting.address]
        chairs = Counter(each.address for each in seated)
        for each in reversed(seated):
            crowded = chairs[each.address] > self._limits.chairs_of_one_address
            if crowded and not each.is_ready and now - each.active_at > self._limits.idle:
                each.give_up_chair()
                return

    async def _end_absent(self, guest: Guest) -> None:
        await guest.end()
        if guest.line:  # the guest has come back
            guest.return_to_seat()

    # -- what a guest needs -----------------------------------------------------------------------------

    def session(self, identity: Identity, address: str) -> Session:
        return Session(self._turns.of(self._link(address)), identity)

    def now(self) -> float:
        return self._clock()

    def record(self, guest: Guest) -> None:
        try:
            if guest.record.seated:
                self._records.put(guest.id, guest.record, self._guests)
            else:
                self._records.remove(guest.id)
        except OSError as error:
            _log.warning("that a guest has a seat could not be kept: %s", error)

    def wait_for_seat(self, address: str) -> float:
        now = self._clock()
        bucket = self._sits.of(address, now)
        return 0.0 if bucket.take(now) else bucket.wait(now)

    def show_chairs(self, chairs: tuple[SeatNews, ...], code: str | None) -> None:
        self._chairs = () if code else chairs
        for guest in self._guests.values():
            if guest.line and not guest.seated:
                guest.line.mark()

    def offer_host_seat(self, seat: HostSeat) -> None:
        self._host_seat, self._host_tries = seat, Counter[str]()
        self._host_seat_until = self._clock() + HOST_CODE_SECONDS
        for guest in self._guests.values():
            if guest.line and not guest.seated:
                guest.line.mark()

    def take_host_seat(self, code: str, address: str) -> int | None:
        seat, tries = self._host_seat, self._host_tries
        if seat is None or self._clock() > self._host_seat_until or tries[address] >= MAX_HOST_TRIES_OF_ADDRESS:
            return None
        tries[address] += 1
        right = secrets.compare_digest(seat.code.encode(), "".join(code.split()).encode())
        if right or tries.total() >= MAX_HOST_TRIES:
            self._host_seat = None
        return seat.slot if right else None

    def welcome_newcomer(self, door: PageDoor) -> PageDoor:
        people = table_sentences.people(self._chairs, None) if self._chairs else ""
        offered = self._host_seat is not None and self._clock() <= self._host_seat_until
        names = tuple(seat.name for seat in self._chairs if seat.reserved)
        return replace(door, title=self._title, people=people, names=names, host_code=offered)

    def wait_for_held_chairs(self, address: str) -> float:
        now, most = self._clock(), self._limits.held_of_one_address
        held = (self._held_for(guest, now) for guest in self._guests.values() if guest.address == address)
        return sorted((0.0,) * most + tuple(held))[-most]


def _http_request(request: Request) -> HttpRequest:
    headers = {name.lower(): value for name, value in request.headers.raw_items()}
    return HttpRequest(getattr(request, "method", "GET"), request.path, headers)
