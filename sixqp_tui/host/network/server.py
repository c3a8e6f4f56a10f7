"""The asyncio shell of a room: connections, queues and timers around `Room.step`, which decides everything."""

import asyncio
import logging
import ssl
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from sixqp_protocol.codec import BadMessage, decode_client, encode
from sixqp_protocol.messages import Goodbye, HostMessage, Level, Way
from sixqp_protocol.refusals import TRY_AGAIN_LATER, Farewell
from sixqp_tui.host.commands import Send
from sixqp_tui.host.network.connection import SEND_TIMEOUT, Connection, Transport
from sixqp_tui.host.network.connection_limits import LOOPBACK, ConnectionLimits, PlacesByAddress, sender_address
from sixqp_tui.host.network.gateway import GuestOrigin, read_credential
from sixqp_tui.host.network.port import bind_socket
from sixqp_tui.host.participants import remote_addresses
from sixqp_tui.host.room import Room

if TYPE_CHECKING:
    from sixqp_tui.host.network.listener import Listener, NetworkTransport

CHECK_SECONDS = 0.25
"""Seconds between checks whether a table for one game is over; no input says that everything was read."""
AFTER_FAILURE = 1.0
"""Seconds until a failed room is woken again, so that it doesn't fail all the time."""
_logger = logging.getLogger(__name__)
Attach = Callable[[Transport], None]
SeatBot = Callable[[Attach, bytes, Level], Coroutine[Any, Any, None]]


class Server:
    """Carries messages between a room and its peers.

    `seat_bot(attach, key, level)` plays the seat of that key until it is cancelled; every seat in `room.bots`
    gets one. `finished` is set when the room is over. The callbacks in `on_change` run when the room's `summary`
    has changed. `clock` counts seconds. Gateways prove their guests' addresses with `gateway_key`.
    """

    def __init__(  # by name, each with a default
        self,
        room: Room,
        *,
        seat_bot: SeatBot | None = None,
        clock: Callable[[], float] = time.monotonic,
        limits: ConnectionLimits | None = None,
        gateway_key: bytes = b"",
        send_timeout: float = SEND_TIMEOUT,
    ) -> None:
        self.room = room
        self.finished = asyncio.Event()
        self.on_change: list[Callable[[], None]] = []
        self._clock, self._send_timeout = clock, send_timeout
        self._limits = limits or ConnectionLimits()
        self._peers = count(1)
        self.peers: dict[int, Connection] = {}
        self._attending: set[asyncio.Task[None]] = set()
        self.gateway_key = gateway_key
        self._network: Listener | None = None
        self._connections: PlacesByAddress[NetworkTransport] = PlacesByAddress(
            self._limits.of_one_address, self._limits.connections
        )
        self._timer: asyncio.TimerHandle | None = None
        self._end_timer: asyncio.TimerHandle | None = None
        self._seat_bot = seat_bot
        self._bots: dict[bytes, asyncio.Task[None]] = {}
        self._seen: object = None
        self._closing = False

    @property
    def connections(self) -> int:
        return len(self._connections)

    async def listen(self, port: int | None, context: ssl.SSLContext) -> int:
        """Returns the port. None tries the ports from 4666 on; 0 lets the system choose. Raises CannotListen."""
        from sixqp_tui.host.network.listener import Listener  # a table in one process needs no WebSockets

        sock = bind_socket(port)
        bound: int = sock.getsockname()[1]
        self._network = Listener(self._serve_network, sock, context, self._limits)
        await self._network.start()
        self._update()
        return bound

    def attach(self, transport: Transport) -> None:
        task = asyncio.get_running_loop().create_task(self._attend(transport))
        self._attending.add(task)
        task.add_done_callback(self._attending.discard)
        task.add_done_callback(_report_failure)
        self._update()

    async def close(self, farewell: Farewell = Farewell.CLOSED) -> None:
        """`RESTART` makes clients return.

        The room's clock stops, so nobody loses time while the slowest connection ends.
        """
        self._closing = True
        moment = self._clock()
        self._clock = lambda: moment
        for timer in filter(None, (self._timer, self._end_timer)):
            timer.cancel()
        if self._network is not None:
            self._network.close()
        for connection in tuple(self.peers.values()):
            connection.dismiss(farewell)
        await asyncio.gather(*self._attending, return_exceptions=True)
        for bot in self._bots.values():
            bot.cancel()
        await asyncio.gather(*self._bots.values(), return_exceptions=True)
        if self._network is not None:
            await self._network.wait_closed()

    async def _serve_network(self, transport: "NetworkTransport", greeted: Callable[[], None]) -> None:
        sender = sender_address(*transport.addresses)
        claim = None if remote_addresses(sender) else self._read_claim(transport)
        if claim and claim.address != LOOPBACK:
            sender = claim.address
            transport.count_for(sender)
        limited = next(iter(remote_addresses(sender)), None)
        if self._closing or not self._connections.add(transport, limited):
            await transport.close(TRY_AGAIN_LATER)
            return
        try:
            await self._attend(transport, greeted, sender, claim.way if claim else None)
        finally:
            self._connections.remove(transport)

    def _read_claim(self, transport: "NetworkTransport") -> GuestOrigin | None:
        return read_credential(self.gateway_key, transport.credential) if self.gateway_key else None

    async def _attend(
        self,
        transport: Transport,
        greeted: Callable[[], None] = lambda: None,
        address: str | None = None,
        way: Way | None = None,
    ) -> None:
        if self._closing:
            await transport.close(TRY_AGAIN_LATER)
            return
        peer = next(self._peers)
        connection = self.peers[peer] = Connection(peer, transport, self._drained, address, self._send_timeout, way)
        tasks = reading, writing = (
            asyncio.create_task(self._read(connection, greeted)),
            asyncio.create_task(connection.write()),
        )
        for task in tasks:
            task.add_done_callback(_report_failure)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if connection.ending and not connection.gave_up:
                await writing
        finally:
            reading.cancel()
            writing.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._check_over()
            del self.peers[peer]
            self.step(partial(self.room.lose, peer))
            await transport.close(connection.code, connection.reason)

    async def _read(self, connection: Connection, greeted: Callable[[], None]) -> None:
        try:
            async with asyncio.timeout(self._limits.step_timeout):
                await self._read_one(connection)
            greeted()
            while not connection.ending:
                await self._read_one(connection)
        except TimeoutError:
            connection.dismiss(Farewell.TOO_LATE)
        except ConnectionError:
            return

    async def _read_one(self, connection: Connection) -> None:
        peer = connection.peer
        try:
            message = decode_client(await connection.transport.recv())
        except BadMessage as bad:
            _logger.info("peer %d: %s", peer, bad)
            self.step(partial(self.room.receive_bad_message, peer), peer)
        else:
            if not connection.ending:
                self.step(partial(self.room.receive, peer, message, connection.address, connection.way), peer)

    def _drained(self, peer: int) -> None:
        if self.room.is_behind(peer):
            self.step(partial(self.room.send_rest, peer), peer)

    def _wake(self) -> None:
        self._timer = None
        self.step()

    def step(self, act: Callable[[], None] = lambda: None, peer: int | None = None) -> None:
        """Let something happen in the room. A failure is logged, and only costs the peer whose input it was."""
        try:
            self._send(self.room.step(self._clock(), act))
            self._update()
        except Exception:
            _logger.exception("the room failed, at an input of peer %s", peer)
            if peer in self.peers:
                self.peers[peer].fail()
            self._arm(AFTER_FAILURE)

    def _send(self, messages: Iterable[Send]) -> None:
        encoded: dict[int, tuple[HostMessage, bytes]] = {}  # one message to many is encoded once
        for peer, message in ((each.peer, each.message) for each in messages):
            connection = self.peers.get(peer)
            if connection is None:
                continue
            if (known := encoded.get(id(message))) is None:
                known = encoded[id(message)] = message, encode(message)
            connection.put(known[1])
            if isinstance(message, Goodbye):
                connection.end(message.code)
            elif connection.idle and self.room.is_behind(peer):
                asyncio.get_running_loop().call_soon(self._drained, peer)

    def _update(self) -> None:
        if self._closing:
            return
        self._arm(0.0)
        self._match_bots(self.room.bots)
        seen = self.room.summary
        if seen != self._seen:
            self._seen = seen
            for on_change in self.on_change:
                on_change()
        self._check_over()

    def _match_bots(self, bots: Mapping[bytes, Level]) -> None:
        """One task for each key. A failed one isn't started again, and the stand-in takes over."""
        if self._seat_bot is None:
            return
        for key in self._bots.keys() - bots.keys():
            self._bots.pop(key).cancel()
        for key in [key for key in bots if key not in self._bots]:
            task = self._bots[key] = asyncio.create_task(self._seat_bot(self.attach, key, bots[key]))
            task.add_done_callback(_report_failure)

    def _check_over(self) -> None:
        if self._end_timer is not None:
            self._end_timer.cancel()
            self._end_timer = None
        if self.room.is_over(self._has_read, self._clock()):
            self.finished.set()
        elif self.room.awaits_readers and not self._closing:
            self._end_timer = asyncio.get_running_loop().call_later(CHECK_SECONDS, self._check_over)

    def _has_read(self, peer: int) -> bool:
        connection = self.peers.get(peer)
        return connection is not None and connection.idle and connection.transport.all_read

    def _arm(self, least: float) -> None:
        """Set the timer for the room's next moment; an earlier timer may stay, as it only wakes too soon."""
        deadline = self.room.next_moment
        if deadline is None or self._closing:
            return
        loop = asyncio.get_running_loop()
        moment = loop.time() + max(least, deadline - self._clock())
        if self._timer is not None:
            if self._timer.when() <= moment:
                return
            self._timer.cancel()
        self._timer = loop.call_at(moment, self._wake)


def _report_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _logger.error("a connection or bot failed", exc_info=error)
