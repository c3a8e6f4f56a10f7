"""The line between the server and a client over the network."""

import asyncio
import secrets
import socket
import ssl
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from sixqp_protocol.codec import BadMessage
from sixqp_tui.host.network.byte_limit import ByteLimit
from sixqp_tui.host.network.line import PeerNotReading
from sixqp_tui.host.network.websocket import SecureWebSocket

CLOSE_TIMEOUT = 3.0
"""Seconds that the other end has to take what was sent to it and to hang up, before its line is cut."""
BUFFER = 64 * 1024
"""Bytes that this process keeps, and the system again, of what a line has not taken: as many as the longest message
of a host has (`SPEC.md`, Limits). More would only hide that the line takes nothing."""
PING_BYTES = 4
"""Bytes of a ping's payload: too many to be guessed by who does not read."""


class FlushQueue:
    """What has to be sent at the end of a step of the loop, by all lines of one listener.

    A fact goes out by every line at once: the loop is asked once for all of them.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._due: deque[Callable[[], None]] = deque()

    def add(self, flush: Callable[[], None]) -> None:
        """Call this when the step is over."""
        if not self._due:
            self._loop.call_soon(self._run)
        self._due.append(flush)

    def _run(self) -> None:
        try:
            while self._due:
                self._due.popleft()()
        finally:
            if self._due:  # one has failed, as the loop reports; the others are sent all the same
                self._loop.call_soon(self._run)


class NetworkTransport(asyncio.Protocol):
    """A WebSocket over TLS over TCP, that knows whether what it sends is read.

    It takes over a TCP connection whose next byte is the first of TLS. All that is received passes `data_received`,
    counts for `limit`, and whoever says more than that is cut.
    All that is sent within one step of the loop leaves together, by `flushes`: one record, one call of the system.
    """

    def __init__(
        self, tcp: asyncio.Transport, context: ssl.SSLContext, limit: ByteLimit, flushes: FlushQueue
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._flushes = flushes
        self._tcp = tcp
        self._limit = limit
        self._websocket = SecureWebSocket(context, self._may_go_on)
        self._heartbeat = Heartbeat(self._loop.time(), partial(secrets.token_bytes, PING_BYTES))
        self._ping_timer: asyncio.TimerHandle | None = None
        self._cut_timer: asyncio.TimerHandle | None = None
        self._flush_due = False
        self._unflushed = self._unflushed_bytes = 0
        self._write_paused = False
        self._not_read = False
        self._changed = asyncio.Event()
        self._writable = asyncio.Event()
        self._writable.set()
        self._lost = asyncio.Event()
        tcp.set_protocol(self)
        tcp.set_write_buffer_limits(BUFFER)
        _set_options(tcp.get_extra_info("socket"))

    @property
    def addresses(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        return self._tcp.get_extra_info("peername"), self._tcp.get_extra_info("sockname")

    @property
    def credential(self) -> str:
        """What a gateway says of whom it comes for; "" for everybody else."""
        return self._websocket.credential

    def count_for(self, address: str) -> None:
        self._limit.move(address)

    @property
    def all_read(self) -> bool:
        """Whether the other end has answered behind the last message, or has left in order."""
        return self._websocket.left or self._heartbeat.all_read

    # -- for the listener and the server --------------------------------------------------------------

    async def open(self, step_timeout: float) -> bool:
        """Wait for TLS, and then for the upgrade; whether messages may be exchanged now.

        Each may take `step_timeout` seconds; then the line is cut.
        """
        try:
            async with asyncio.timeout(step_timeout):
                await self._until(lambda: self._websocket.secured)
            async with asyncio.timeout(step_timeout):
                await self._until(lambda: self._websocket.upgraded)
        except TimeoutError:
            self._tcp.abort()
        return self._websocket.open

    @property
    def writable(self) -> bool:
        return self._websocket.open and self._writable.is_set()

    def write(self, data: bytes) -> None:
        """Hand a message over at once. Only while the line stands."""
        self._websocket.send(data)
        self._heartbeat.sent()
        self._unflushed += 1
        self._unflushed_bytes += len(data)
        if self._unflushed_bytes < BUFFER:
            self._flush_soon()
        else:
            self._flush()

    async def send(self, data: bytes) -> None:
        """Hand a message over; waits while the other end does not keep up. Raises ConnectionError."""
        if self._websocket.open:
            self.write(data)
            await self._writable.wait()
        if not self._websocket.open:
            raise ConnectionAbortedError

    async def recv(self) -> bytes:
        """The next message. Raises ConnectionError; NotRead; BadMessage for a text."""
        unread = self._websocket.unread
        await self._until(lambda: self._not_read or bool(unread))
        if self._not_read:
            raise PeerNotReading
        if not unread:
            raise ConnectionAbortedError
        was_full, message = self._websocket.full, unread.popleft()
        if was_full:
            self._receive()
        if isinstance(message, BadMessage):
            raise message
        return message

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close with a code, and wait until the line is gone; it is cut where the other end does not hang up."""
        if self._websocket.open:
            self._websocket.close(code, reason)
            self._receive()
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self._lost.wait()
        except TimeoutError:
            self._tcp.abort()

    async def _until(self, reached: Callable[[], bool]) -> None:
        while not (reached() or self._websocket.ended):
            self._changed.clear()
            await self._changed.wait()

    # -- for asyncio ----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take in what has come."""
        if self._limit.received(len(data), self._loop.time()):
            self._receive(data)
        else:
            self._tcp.abort()

    def eof_received(self) -> None:
        self._stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        self._stop()
        self._lost.set()
        for timer in (self._ping_timer, self._cut_timer):
            if timer is not None:
                timer.cancel()

    def pause_writing(self) -> None:
        """The other end does not keep up."""
        self._write_paused = True
        self._control_flow()

    def resume_writing(self) -> None:
        """The other end has caught up."""
        self._write_paused = False
        self._control_flow()

    # -- between the two ------------------------------------------------------------------------------

    def _receive(self, data: bytes = b"") -> None:
        """Take in what has come, and what was left before."""
        self._websocket.receive(data)
        for payload in self._websocket.pongs:
            self._heartbeat.answered(payload)
        self._websocket.pongs.clear()
        self._changed.set()
        self._flush_soon()

    def _may_go_on(self, steps: int) -> bool:
        """Count so many frames and pieces of content; whoever has made too many is cut."""
        allowed = self._limit.stepped(steps, self._loop.time())
        if not allowed:
            self._tcp.abort()
        return allowed

    def _stop(self) -> None:
        self._websocket.receive_eof()
        self._changed.set()
        self._control_flow()

    def _flush_soon(self) -> None:
        """Send at the end of this step of the loop what there is by then."""
        if not self._flush_due:
            self._flush_due = True
            self._flushes.add(self._flush)

    def _flush(self) -> None:
        self._flush_due = False
        messages, self._unflushed, self._unflushed_bytes = self._unflushed, 0, 0
        if self._cut_timer is not None or self._tcp.is_closing():
            return
        now = self._loop.time()
        if messages:
            self._limit.sent(messages, now)
        if self._websocket.open:
            self._ping_if_due(now)
        if data := self._websocket.data_to_send():
            self._tcp.write(data)
        if self._websocket.ended:
            self._end_writing()
        self._control_flow()

    def _end_writing(self) -> None:
        """Nothing more is sent. What still comes is thrown away, lest what was sent be lost with the connection."""
        self._cut_timer = self._loop.call_later(CLOSE_TIMEOUT, self._tcp.abort)
        with suppress(OSError):  # it is gone already, as will be told
            self._tcp.write_eof()

    def _control_flow(self) -> None:
        """Take nothing more from who does not read or says too much, and nothing from the server for the former."""
        ended = self._websocket.ended
        if ended or not (self._write_paused or self._websocket.blocked):
            self._writable.set()
        else:
            self._writable.clear()
        if ended or not (self._write_paused or self._websocket.full):
            self._tcp.resume_reading()
        else:
            self._tcp.pause_reading()

    def _ping_if_due(self, now: float) -> None:
        """Ping where it is due, and find out when to look again."""
        if (payload := self._heartbeat.question(now)) is not None:
            self._websocket.ping(payload)
        due = self._heartbeat.due
        if self._ping_timer is None or due < self._ping_timer.when():
            if self._ping_timer is not None:
                self._ping_timer.cancel()
            self._ping_timer = self._loop.call_at(due, self._on_ping_timer, due)

    def _on_ping_timer(self, due: float) -> None:
        self._ping_timer = None
        now = max(due, self._loop.time())  # a timer may fire a little early
        if self._heartbeat.overdue(now):
            self._not_read = True
            self._changed.set()
        elif self._websocket.open:
            self._ping_if_due(now)
            self._flush_soon()


def _set_options(line: socket.socket) -> None:
    """Small messages leave at once: a turn would wait 40 ms for a delayed acknowledgement.

    asyncio sees to that only where a socket names its protocol, which those of our listening socket do not.
    """
    with suppress(OSError):  # a line that is gone already, as will be told
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)


PING_EVERY = 5.0
"""Seconds from one ping to the next while nothing is sent, so that a line that has fallen silent is noticed."""
ASK_AFTER = 0.5
"""Seconds from one ping to the next while messages are sent: it should cost little beside them."""
READ_WITHIN = 5.0
"""Seconds that the other end has to answer: the worst Wi-Fi needs fewer, and nobody should wait for the rest."""


class Heartbeat:
    """Behind a message goes a ping, but only one at a time, and not too often. Moments are seconds of a clock.

    Whether somebody reads cannot be told from what the buffers of two systems still take. But a pong is sent when
    all that came before its ping has been read. `draw` gives payloads that nobody can guess without reading.
    """

    def __init__(self, now: float, draw: Callable[[], bytes]) -> None:
        self._draw = draw
        self._asked = now - ASK_AFTER
        self._question: bytes | None = None
        self._unasked = False

    @property
    def all_read(self) -> bool:
        return self._question is None and not self._unasked

    @property
    def due(self) -> float:
        """When the next ping has to be sent, or else when the answer to the last one is overdue."""
        if self._question is not None:
            return self._asked + READ_WITHIN
        return self._asked + (ASK_AFTER if self._unasked else PING_EVERY)

    def overdue(self, now: float) -> bool:
        return self._question is not None and now >= self.due

    def sent(self) -> None:
        self._unasked = True

    def question(self, now: float) -> bytes | None:
        """The payload of the ping that has to be sent now, behind all messages; None where none has to."""
        if self._question is not None or now < self.due:
            return None
        self._asked, self._unasked, self._question = now, False, self._draw()
        return self._question

    def answered(self, payload: bytes) -> None:
        """A pong has come; only that of the last ping counts."""
        if payload == self._question:
            self._question = None
