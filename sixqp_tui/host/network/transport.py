"""The transport between the server and a client over the network.

Handwritten, because library servers limit neither control frames nor fragments before handling them. It also sends
all messages of one step of the loop in one TLS record, which keeps a turn of ten fast.
"""

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
from sixqp_tui.host.network.connection import PeerNotReading
from sixqp_tui.host.network.connection_limits import ByteLimit
from sixqp_tui.host.network.port import send_at_once
from sixqp_tui.host.network.websocket import SecureWebSocket

PING_EVERY = 5.0
"""Seconds between pings while nothing is sent, so that a dead connection is noticed."""
ASK_AFTER = 0.5
"""Seconds between pings while messages are sent, which they cost little beside."""
READ_WITHIN = 5.0
"""Seconds in which the other end must answer; the worst Wi-Fi needs less."""
CLOSE_TIMEOUT = 3.0
"""Seconds for the other end to read the rest and hang up."""
BUFFER = 64 * 1024
"""Bytes of unsent data that this process and the system buffer each: the longest message (`SPEC.md`, Limits). A
larger buffer would only hide that nothing gets through.
"""
PING_BYTES = 4
"""Bytes of a ping's payload, too many to guess."""


class FlushQueue:
    """Flushes all connections of a listener at the end of a step of the loop, with a single callback."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._due: deque[Callable[[], None]] = deque()

    def add(self, flush: Callable[[], None]) -> None:
        if not self._due:
            self._loop.call_soon(self.run)
        self._due.append(flush)

    def run(self) -> None:
        try:
            while self._due:
                self._due.popleft()()
        finally:
            if self._due:  # one has failed, which the loop reports; flush the others
                self._loop.call_soon(self.run)


class NetworkTransport(asyncio.Protocol):
    """A WebSocket over TLS over TCP that knows whether the other end reads.

    It takes over a TCP connection before its first TLS byte. A peer that exceeds `limit` is cut. Everything sent in
    one step of the loop leaves together through `flushes`: one TLS record, one system call.
    """

    def __init__(  # noqa: PLR0913  # by name, each with a default
        self,
        tcp: asyncio.Transport,
        context: ssl.SSLContext,
        limit: ByteLimit,
        flushes: FlushQueue,
        *,
        ping_every: float = PING_EVERY,
        ask_after: float = ASK_AFTER,
        read_within: float = READ_WITHIN,
        close_timeout: float = CLOSE_TIMEOUT,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._flushes = flushes
        self._tcp = tcp
        self._limit = limit
        self._close_timeout = close_timeout
        self._websocket = SecureWebSocket(context, self._allow_steps)
        draw = partial(secrets.token_bytes, PING_BYTES)
        self._heartbeat = Heartbeat(self._loop.time(), draw, ping_every, ask_after, read_within)
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
        """A gateway's credential; "" for others."""
        return self._websocket.credential

    def count_for(self, address: str) -> None:
        self._limit.move(address)

    @property
    def all_read(self) -> bool:
        """Whether the other end has answered a ping after the last message, or has left in order."""
        return self._websocket.left or self._heartbeat.all_read

    # -- for the listener and the server --------------------------------------------------------------

    async def open(self, step_timeout: float) -> bool:
        """Wait for TLS and the upgrade, and return whether both succeeded.

        Each may take `step_timeout` seconds.
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
        """True once the other end has left in order: what is written then is dropped."""
        return self._websocket.left or (self._websocket.open and self._writable.is_set())

    def write(self, data: bytes) -> None:
        if not self._websocket.open:
            return
        self._websocket.send(data)
        self._heartbeat.sent()
        self._unflushed += 1
        self._unflushed_bytes += len(data)
        if self._unflushed_bytes < BUFFER:
            self._flush_soon()
        else:
            self._flush()

    async def send(self, data: bytes) -> None:
        if self._websocket.open:
            self.write(data)
            await self._writable.wait()
        if not self._websocket.open:
            raise ConnectionAbortedError

    async def recv(self) -> bytes:
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
        """Close with a code, and cut the connection if the other end doesn't hang up."""
        if self._websocket.open:
            self._websocket.close(code, reason)
            self._receive()
        try:
            async with asyncio.timeout(self._close_timeout):
                await self._lost.wait()
        except TimeoutError:
            self._tcp.abort()

    async def _until(self, reached: Callable[[], bool]) -> None:
        while not (reached() or self._websocket.ended):
            self._changed.clear()
            await self._changed.wait()

    # -- for asyncio ----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._limit.received(len(data), self._loop.time()):
            self._receive(data)
        else:
            self._tcp.abort()

    def eof_received(self) -> None:
        self._stop()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._lost.set()
        for timer in (self._ping_timer, self._cut_timer):
            if timer is not None:
                timer.cancel()

    def pause_writing(self) -> None:
        self._write_paused = True
        self._control_flow()

    def resume_writing(self) -> None:
        self._write_paused = False
        self._control_flow()

    # -- between the two ------------------------------------------------------------------------------

    def _receive(self, data: bytes = b"") -> None:
        self._websocket.receive(data)
        for payload in self._websocket.pongs:
            self._heartbeat.answered(payload)
        self._websocket.pongs.clear()
        self._changed.set()
        self._flush_soon()

    def _allow_steps(self, steps: int) -> bool:
        allowed = self._limit.stepped(steps, self._loop.time())
        if not allowed:
            self._tcp.abort()
        return allowed

    def _stop(self) -> None:
        self._websocket.receive_eof()
        self._changed.set()
        self._control_flow()

    def _flush_soon(self) -> None:
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
        """Stop sending, but keep reading and discarding: closing with unread bytes would lose what was sent."""
        self._cut_timer = self._loop.call_later(self._close_timeout, self._tcp.abort)
        with suppress(OSError):  # the connection is already lost
            self._tcp.write_eof()

    def _control_flow(self) -> None:
        """Stop reading from a peer that doesn't read, or whose messages pile up; stop writing to the former."""
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
    send_at_once(line)
    with suppress(OSError):  # the connection is already lost
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)


class Heartbeat:
    """Sends pings after messages, one at a time and not too often. Moments are seconds.

    Buffers hide whether a peer reads, but its pong proves that it has read everything before the ping. `draw` makes
    payloads that can't be guessed.
    """

    def __init__(
        self,
        now: float,
        draw: Callable[[], bytes],
        ping_every: float = PING_EVERY,
        ask_after: float = ASK_AFTER,
        read_within: float = READ_WITHIN,
    ) -> None:
        self._draw, self._ping_every, self._ask_after, self._read_within = draw, ping_every, ask_after, read_within
        self._asked = now - self._ask_after
        self._question: bytes | None = None
        self._unasked = False

    @property
    def all_read(self) -> bool:
        return self._question is None and not self._unasked

    @property
    def due(self) -> float:
        """When the next ping is due, or the last one's pong overdue."""
        if self._question is not None:
            return self._asked + self._read_within
        return self._asked + (self._ask_after if self._unasked else self._ping_every)

    def overdue(self, now: float) -> bool:
        return self._question is not None and now >= self.due

    def sent(self) -> None:
        self._unasked = True

    def question(self, now: float) -> bytes | None:
        """The payload of a ping that is due; send it after all messages."""
        if self._question is not None or now < self.due:
            return None
        self._asked, self._unasked, self._question = now, False, self._draw()
        return self._question

    def answered(self, payload: bytes) -> None:
        if payload == self._question:
            self._question = None
