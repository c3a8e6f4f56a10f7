"""The asyncio shell of a room: sockets, queues and timers around `Room.handle`, which decides everything."""

import asyncio
import logging
import ssl
import time
from collections.abc import Callable, Iterable
from itertools import count
from typing import TYPE_CHECKING

from sixqp_protocol.codec import BadMessage, decode_client, encode
from sixqp_protocol.messages import HostMessage
from sixqp_protocol.refusals import Farewell
from sixqp_tui.host.bot_drivers import BotDrivers, SeatBot
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.commit_queue import CommitQueue
from sixqp_tui.host.durability.journal_writer import CommandLog, InThread, JournalWriter, in_executor
from sixqp_tui.host.effects import Effect, Send
from sixqp_tui.host.network.connection import Connection
from sixqp_tui.host.network.connection_limits import (
    LOOPBACK,
    ConnectionCounter,
    ConnectionLimits,
    remote_address,
    sender_address,
)
from sixqp_tui.host.network.gateway import vouched_address
from sixqp_tui.host.network.line import PeerNotReading, Transport
from sixqp_tui.host.network.port import CannotListen, bind_socket
from sixqp_tui.host.room import Room

if TYPE_CHECKING:
    from sixqp_tui.host.network.listener import Listener
    from sixqp_tui.host.network.transport import NetworkTransport

__all__ = ["CannotListen", "SeatBot", "Server"]

LOOK_EVERY = 0.25
"""Seconds between two looks at whether a table for one game is over: no input tells that all has been read."""
AFTER_FAILURE = 1.0
"""Seconds until a room that has failed is woken again, lest it fail all the time."""
_TRY_AGAIN_LATER = 1013
"""The WebSocket close code of who finds no place (RFC 6455's registry): a client comes back by itself."""
_logger = logging.getLogger(__name__)


class Server:
    """Carries messages between a room and everybody connected, over the network and in this process.

    `seat_bot(attach, token, level)` plays the seat of that token until it is cancelled; where it is given,
    every seat in `room.bots` gets one. `finished` is set when the room is over. `on_change` are called when the
    room's phase or taken chairs, settings or code have changed. `clock` counts seconds.
    With a `journal`, whose room hands every accepted command to the `queue`, nothing is sent before what it follows
    from is written there, `in_thread`; `failed` says that the journal was lost, and with it the table.
    `gateway_key` is what gateways on this machine prove with whom they come for: the limits are those of their
    guests' addresses then.
    """

    def __init__(
        self,
        room: Room,
        *,
        seat_bot: SeatBot | None = None,
        clock: Callable[[], float] = time.monotonic,
        limits: ConnectionLimits | None = None,
        queue: CommitQueue | None = None,
        journal: CommandLog | None = None,
        in_thread: InThread = in_executor,
        gateway_key: bytes = b"",
    ) -> None:
        self.room = room
        self.finished = asyncio.Event()
        self.failed = False
        self.on_change: list[Callable[[], None]] = []
        self._clock = clock
        self._limits = limits or ConnectionLimits()
        self._peers = count(1)
        self._connections: dict[int, Connection] = {}
        self._attending: set[asyncio.Task[None]] = set()
        self.gateway_key = gateway_key
        self._network: Listener | None = None
        self._network_count = ConnectionCounter(self._limits)
        self._timer: asyncio.TimerHandle | None = None
        self._end_timer: asyncio.TimerHandle | None = None
        self._drivers = BotDrivers(seat_bot, self.attach)
        self._standing: object = None
        self._closing = False
        self._writer = JournalWriter(
            queue or CommitQueue(),
            journal,
            self._deliver,
            self._begin_anew,
            self._mended,
            self._fail,
            in_thread,
        )

    @property
    def connections(self) -> int:
        return len(self._network_count)

    async def listen(self, port: int | None, context: ssl.SSLContext) -> int:
        """Listen on all interfaces; the port, which is `port` or, with None, the first free one from 4666.

        0 lets the system choose. Raises CannotListen.
        """
        from sixqp_tui.host.network.listener import Listener  # a table in one process needs no WebSockets

        sock = bind_socket(port)
        bound: int = sock.getsockname()[1]
        self._network = Listener(self._serve_network, sock, context, self._limits)
        await self._network.start()
        self._settle()
        return bound

    def attach(self, transport: Transport) -> None:
        """Attend to a line within this process."""
        task = asyncio.get_running_loop().create_task(self._attend(transport))
        self._attending.add(task)
        task.add_done_callback(self._attending.discard)
        self._settle()

    async def close(self, farewell: Farewell = Farewell.CLOSED) -> None:
        """Send everybody what is queued and this farewell, and end. `RESTART` makes the clients come back.

        For the room it stays this moment: nobody loses time, or is played for, while the slowest connection ends.
        """
        self._closing = True
        self._stop_clock()
        await self._writer.end()
        if self._network is not None:
            self._network.close()
        for connection in tuple(self._connections.values()):
            connection.dismiss(farewell)
        await asyncio.gather(*self._attending)
        await self._drivers.end()
        await self._writer.end()  # what was accepted from those who were slow to go
        if self._network is not None:
            await self._network.wait_closed()

    async def _serve_network(self, transport: "NetworkTransport", greeted: Callable[[], None]) -> None:
        sender, address = self._origin(transport)
        if self._closing or not self._network_count.acquire(address):
            await transport.close(_TRY_AGAIN_LATER)
            return
        try:
            await self._attend(transport, greeted, sender)
        finally:
            self._network_count.release(address)

    def _origin(self, transport: "NetworkTransport") -> tuple[str, str | None]:
        """The address for the room, and the one whose connections are counted: those of a gateway's guest."""
        sender, remote = sender_address(*transport.addresses), remote_address(*transport.addresses)
        if remote is None and self.gateway_key and transport.credential:
            guest = vouched_address(self.gateway_key, transport.credential)
            if guest not in (None, LOOPBACK):
                transport.count_for(guest)
                return guest, guest
        return sender, remote

    async def _attend(
        self, transport: Transport, greeted: Callable[[], None] = lambda: None, address: str | None = None
    ) -> None:
        """One connection from its first message to its last; `greeted` is called after the first.

        `address` is where it comes from, None within this process.
        """
        if self._closing:
            await transport.close(_TRY_AGAIN_LATER)
            return
        peer = next(self._peers)
        connection = self._connections[peer] = Connection(peer, transport, self._drained, address)
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
            self._look_for_the_end()
            del self._connections[peer]
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
        except PeerNotReading:
            connection.give_up()
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
            if not connection.cut:
                self._step(lambda now: self.room.handle(peer, message, now, connection.address), peer)

    def _drained(self, peer: int) -> None:
        if self.room.is_behind(peer):
            self._step(lambda now: self.room.drained(peer, now), peer)

    def _wake(self) -> None:
        self._timer = None
        self._step(self.room.wake)

    def _step(self, act: Callable[[float], list[Effect]], peer: int | None = None) -> None:
        """Let the room act, and carry out what it wants. What fails is logged, and costs only its own peer."""
        try:
            self._writer.hold(act(self._clock()))
        except Exception:
            _logger.exception("the room failed, at an input of peer %s", peer)
            if peer in self._connections:
                self._connections[peer].fail()
            self._arm(AFTER_FAILURE)

    def _stop_clock(self) -> None:
        for timer in (self._timer, self._end_timer):
            if timer is not None:
                timer.cancel()
        moment = self._clock()
        self._clock = lambda: moment

    def _begin_anew(self, kept: Iterable[Command]) -> None:
        """The journal took nothing: the room is what the journal says, and everybody comes back to that."""
        for connection in self._connections.values():
            connection.fail()
        self.room.resume(kept, self._clock())
        self._deliver(self.room.stall(self._clock()))

    def _mended(self) -> None:
        self._step(self.room.unstall)

    def _fail(self) -> None:
        self.failed = True
        self.finished.set()

    def _deliver(self, effects: Iterable[Effect]) -> None:
        self._carry_out(effects)
        self._settle()

    def _carry_out(self, effects: Iterable[Effect]) -> None:
        encoded: dict[int, tuple[HostMessage, bytes]] = {}  # one message to many is encoded once
        for effect in effects:
            connection = self._connections.get(effect.peer)
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

    def _settle(self) -> None:
        """What is due after every step: the timer, the bots, the announcement, the end."""
        if self._closing:
            return
        self._arm(0.0)
        self._drivers.match(self.room.bots)
        room = self.room
        standing = room.phase, room.seated, room.bot_seats, room.settings, room.code
        if standing != self._standing:
            self._standing = standing
            for tell in self.on_change:
                tell()
        self._look_for_the_end()

    def _look_for_the_end(self) -> None:
        """Find out whether the room is over, and look again later where that may come about without an input."""
        if self._end_timer is not None:
            self._end_timer.cancel()
            self._end_timer = None
        if self.room.is_over(self._has_read, self._clock()):
            self.finished.set()
        elif self.room.once and self.room.games_finished and not self._closing:
            self._end_timer = asyncio.get_running_loop().call_later(LOOK_EVERY, self._look_for_the_end)

    def _has_read(self, peer: int) -> bool:
        """Whether nothing for this peer is held back or queued, and the other end has read all that was sent."""
        connection = self._connections.get(peer)
        return connection is not None and connection.idle and connection.transport.all_read and self._writer.idle

    def _arm(self, least: float) -> None:
        """Let the room be woken at its deadline. A timer that is due before stays: it only wakes too soon."""
        deadline = self.room.deadline
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
    """Log what should not have happened in a connection's tasks; being cancelled is how most of them end."""
    for error in results:
        if isinstance(error, Exception):
            _logger.error("a connection failed", exc_info=error)
