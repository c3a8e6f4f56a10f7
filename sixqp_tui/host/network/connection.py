"""A connection of the server: its transport, and a bounded queue of messages."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from sixqp_protocol.codec import encode
from sixqp_protocol.messages import Goodbye, Way
from sixqp_protocol.refusals import Farewell

MAX_MESSAGES = 256
"""Messages in one queue (`SPEC.md`, Limits); a round of ten players makes fewer."""
MAX_BYTES = 256 * 1024
"""Bytes in one queue: four of the longest messages, or 10 MiB for all connections."""
SEND_TIMEOUT = 5.0
"""Seconds in which the other end must take a message."""
RENEW_AFTER = 0.1
"""Seconds after which a sent message renews the deadline of the next ones."""


class Transport(Protocol):
    """An open connection to a client, over the network or in memory: whole messages, in order."""

    @property
    def all_read(self) -> bool:
        """Whether the other end has read everything, as far as can be known, or has left in order."""

    @property
    def writable(self) -> bool:
        """Whether the connection is open and the other end keeps up."""

    def write(self, data: bytes) -> None:
        """Send a message at once; only while `writable`."""

    async def send(self, data: bytes) -> None:
        """Send a message, waiting for the other end to keep up. Raises ConnectionError."""

    async def recv(self) -> bytes:
        """The next message. Raises ConnectionError, or BadMessage for text."""

    async def close(self, code: int = 1000, reason: str = "") -> None: ...


class Connection:
    def __init__(
        self,
        peer: int,
        transport: Transport,
        drained: Callable[[int], None],
        address: str | None = None,
        send_timeout: float = SEND_TIMEOUT,
        way: Way | None = None,
    ) -> None:
        self.peer = peer
        self.transport = transport
        self.address, self.way = address, way
        self.ending = False
        self.gave_up = False
        self.idle = True
        self.code = 1000
        self.reason = ""
        self._drained, self._send_timeout = drained, send_timeout
        self._queue: deque[bytes] = deque()
        self._size = 0
        self._wake = asyncio.Event()

    def put(self, data: bytes) -> None:
        """Send this message, at once or after the queue; a peer with a full queue is closed."""
        if self.ending:
            return
        if self.idle and self.transport.writable:
            self.transport.write(data)
            return
        if len(self._queue) >= MAX_MESSAGES or self._size + len(data) > MAX_BYTES:
            self.give_up()
            return
        self._queue.append(data)
        self._size += len(data)
        self.idle = False
        self._wake.set()

    def end(self, farewell: Farewell) -> None:
        self._end(farewell.close_code, farewell.value)

    def dismiss(self, farewell: Farewell) -> None:
        self.put(encode(Goodbye(farewell)))
        self.end(farewell)

    def fail(self) -> None:
        """End without a farewell after a failure on this side, so that the client returns."""
        self._end(1011, "")

    def _end(self, code: int, reason: str) -> None:
        if not self.ending:
            self.ending, self.code, self.reason = True, code, reason
        self._wake.set()

    def give_up(self) -> None:
        self.gave_up = True
        self._queue.clear()
        self.end(Farewell.TOO_SLOW)

    async def write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._write_queue()
            except ConnectionError:
                return
            except TimeoutError:
                self.give_up()
            if self.ending:
                return
            self.idle = True
            self._drained(self.peer)

    async def _write_queue(self) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with asyncio.timeout_at(began + self._send_timeout) as limit:
            while self._queue:
                data = self._queue.popleft()
                self._size -= len(data)
                await self.transport.send(data)
                if (now := loop.time()) > began + RENEW_AFTER:
                    began = now
                    limit.reschedule(began + self._send_timeout)
