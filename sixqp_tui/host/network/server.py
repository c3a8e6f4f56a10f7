"""The asyncio shell of a room: connections, queues and timers around `Room.handle`, which decides everything."""

import asyncio
import logging
import ssl
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from sixqp_protocol.codec import BadMessage, decode_client, encode
from sixqp_protocol.messages import ClientMessage, CodeGiven, Hello, HostMessage, Level, OpenWay, Way
from sixqp_protocol.refusals import TRY_AGAIN_LATER, Farewell
from sixqp_tui.host.commands import Effect, Send
from sixqp_tui.host.network.connection import SEND_TIMEOUT, Connection, Transport
from sixqp_tui.host.network.connection_limits import (
    LOOPBACK,
    ConnectionCounter,
    ConnectionLimits,
    remote_address,
    sender_address,
)
from sixqp_tui.host.network.gateway import Guest, read_credential
from sixqp_tui.host.network.port import bind_socket
from sixqp_tui.host.network.turns import Turns
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
        self._entrance = Turns()
        self.gateway_key = gateway_key
        self._ways: dict[NetworkTransport, OpenWay] = {}
        self._network: Listener | None = None
        self._network_count = ConnectionCounter(self._limits)
        self._timer: asyncio.TimerHandle | None = None
        self._end_timer: asyncio.TimerHandle | None = None
        self._drivers = BotDrivers(seat_bot, self.attach)
        self._seen: object = None
        self._closing = False

    @property
    def connections(self) -> int:
        return len(self._network_count)

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
        self._update()

    async def close(self, farewell: Farewell = Farewell.CLOSED) -> None:
        """`RESTART` makes clients return.

        The room's clock stops, so nobody loses time while the slowest connection ends.
        """
        self._closing = True
        self._stop_clock()
        if self._network is not None:
            self._network.close()
        for connection in tuple(self.peers.values()):
            connection.dismiss(farewell)
        await asyncio.gather(*self._attending, *(transport.close() for transport in tuple(self._ways)))
        await self._drivers.end()
        if self._network is not None:
            await self._network.wait_closed()

    def act(self, act: Callable[[float], list[Effect]]) -> None:
        self._step(act)

    async def _serve_network(self, transport: "NetworkTransport", greeted: Callable[[], None]) -> None:
        claim = self._read_claim(transport)
        if isinstance(claim, OpenWay):
            greeted()
            return await self._keep_way(transport, claim)
        sender, address = sender_address(*transport.addresses), remote_address(*transport.addresses)
        if claim and claim.address != LOOPBACK:
            transport.count_for(claim.address)
            sender = address = claim.address
        if self._closing or not self._network_count.acquire(address):
            await transport.close(TRY_AGAIN_LATER)
            return None
        try:
            await self._attend(transport, greeted, sender, claim.way if claim else None)
        finally:
            self._network_count.release(address)

    def _read_claim(self, transport: "NetworkTransport") -> Guest | OpenWay | None:
        if not self.gateway_key or remote_address(*transport.addresses) is not None:
            return None
        return read_credential(self.gateway_key, transport.credential)

    async def _keep_way(self, transport: "NetworkTransport", way: OpenWay) -> None:
        """Serve a gateway's own connection, on which it sends nothing: its way in is open while this lasts."""
        self._ways[transport] = way
        self._announce_ways()
        try:
            await transport.recv()
        except (ConnectionError, BadMessage):
            pass
        finally:
            del self._ways[transport]
            self._announce_ways()
            await transport.close()

    def _announce_ways(self) -> None:
        open_ways = {way.way: way for way in self._ways.values()}
        self._step(lambda now: self.room.set_ways(tuple(open_ways.values()), now))

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
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if connection.ending and not connection.gave_up:
                await writing
        finally:
            reading.cancel()
            writing.cancel()
            _report(await asyncio.gather(*tasks, return_exceptions=True))
            self._check_over()
            del self.peers[peer]
            self._step(lambda now: self.room.gone(peer, now))
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
            self._step(lambda now: self.room.bad_message(peer, now), peer)
        else:
            if self.room.asks_codes and isinstance(message, Hello | CodeGiven):
                await self._entrance.take()
            self._handle(connection, message)

    def _handle(self, connection: Connection, message: ClientMessage) -> None:
        if not connection.cut:
            peer, address, way = connection.peer, connection.address, connection.way
            self._step(lambda now: self.room.handle(peer, message, now, address, way), peer)

    def _drained(self, peer: int) -> None:
        if self.room.is_behind(peer):
            self._step(lambda now: self.room.drained(peer, now), peer)

    def _wake(self) -> None:
        self._timer = None
        self._step(self.room.wake)

    def _step(self, act: Callable[[float], list[Effect]], peer: int | None = None) -> None:
        """Let the room act. A failure is logged, and only costs the peer whose input it was."""
        try:
            self._deliver(act(self._clock()))
        except Exception:
            _logger.exception("the room failed, at an input of peer %s", peer)
            if peer in self.peers:
                self.peers[peer].fail()
            self._arm(AFTER_FAILURE)

    def _stop_clock(self) -> None:
        for timer in (self._timer, self._end_timer):
            if timer is not None:
                timer.cancel()
        moment = self._clock()
        self._clock = lambda: moment

    def _deliver(self, effects: Iterable[Effect]) -> None:
        self._perform(effects)
        self._update()

    def _perform(self, effects: Iterable[Effect]) -> None:
        encoded: dict[int, tuple[HostMessage, bytes]] = {}  # one message to many is encoded once
        for effect in effects:
            connection = self.peers.get(effect.peer)
            if connection is None:
                continue
            if isinstance(effect, Send):
                message = effect.message
                if (known := encoded.get(id(message))) is None:
                    known = encoded[id(message)] = message, encode(message)
                connection.put(known[1])
                if connection.idle and self.room.is_behind(effect.peer):
                    asyncio.get_running_loop().call_soon(self._drained, effect.peer)
            else:
                connection.end(effect.farewell)

    def _update(self) -> None:
        if self._closing:
            return
        self._arm(0.0)
        self._drivers.match(self.room.bots)
        seen = self.room.summary
        if seen != self._seen:
            self._seen = seen
            for on_change in self.on_change:
                on_change()
        self._check_over()

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


def _report(results: Iterable[BaseException | None]) -> None:
    for error in results:
        if isinstance(error, Exception):
            _logger.error("a connection failed", exc_info=error)


class BotDrivers:
    """One task per bot key. A failed one is logged and not restarted, and the stand-in takes over."""

    def __init__(self, seat_bot: SeatBot | None, attach: Attach) -> None:
        self._seat_bot = seat_bot
        self._attach = attach
        self._tasks: dict[bytes, asyncio.Task[None]] = {}

    def match(self, bots: Mapping[bytes, Level]) -> None:
        if self._seat_bot is None:
            return
        for key in [key for key in self._tasks if key not in bots]:
            self._tasks.pop(key).cancel()
        for key, level in bots.items():
            if key not in self._tasks:
                task = asyncio.get_running_loop().create_task(self._seat_bot(self._attach, key, level))
                task.add_done_callback(_report_bot)
                self._tasks[key] = task

    async def end(self) -> None:
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _report_bot(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _logger.error("a bot failed", exc_info=error)
