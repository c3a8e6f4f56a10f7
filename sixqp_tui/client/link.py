"""Links and channels of a session, and a connection within one process."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

MAX_UNREAD = 64
"""Messages in a memory channel before its sender waits, more than a turn of ten makes."""


class ConnectionLost(ConnectionError):
    """The connection is gone; `code` is the WebSocket close code, if any.

    The other end had been silent for at least `silent` seconds.
    """

    def __init__(self, code: int | None = None, reason: str = "", silent: float = 0.0) -> None:
        super().__init__(f"the connection is gone ({code})")
        self.code = code
        self.reason = reason
        self.silent = silent


class OtherCertificate(Exception): ...


class NotATable(Exception): ...


class Channel(Protocol):
    async def send(self, data: bytes) -> None:
        """Send a message, waiting for the other end to keep up. Raises ConnectionLost."""

    async def recv(self) -> bytes:
        """The next message. Raises ConnectionLost, or BadMessage if it isn't binary."""

    async def close(self, code: int = 1000, reason: str = "") -> None: ...


class Link(Protocol):
    """Connects to a table, as often as needed; `fingerprint` is the last certificate's."""

    fingerprint: str | None

    async def connect(self) -> Channel:
        """Open a connection. Raises OSError, OtherCertificate or NotATable."""


class MemoryLink:
    """To a table in this process, which gets the other end of each channel."""

    fingerprint: str | None = None

    def __init__(self, attach: Callable[["MemoryChannel"], None]) -> None:
        self._attach = attach

    async def connect(self) -> Channel:
        near, far = memory_pair()
        self._attach(far)
        return near


def memory_pair() -> tuple["MemoryChannel", "MemoryChannel"]:
    there, back = _Pipe(), _Pipe()
    return MemoryChannel(there, back), MemoryChannel(back, there)


class MemoryChannel:
    def __init__(self, outward: "_Pipe", inward: "_Pipe") -> None:
        self._outward = outward
        self._inward = inward

    @property
    def all_read(self) -> bool:
        return self._outward.empty

    @property
    def writable(self) -> bool:
        return self._outward.writable

    def write(self, data: bytes) -> None:
        self._outward.append(data)

    async def send(self, data: bytes) -> None:
        await self._outward.put(data)

    async def recv(self) -> bytes:
        """The next message. Raises ConnectionLost once everything sent before the end has been read."""
        return await self._inward.get()

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self._outward.end(code, reason)
        self._inward.end(code, reason)


class _Pipe:
    def __init__(self) -> None:
        self._messages: deque[bytes] = deque()
        self._ended: tuple[int | None, str] | None = None
        self._changed = asyncio.Event()

    @property
    def empty(self) -> bool:
        return not self._messages

    @property
    def writable(self) -> bool:
        return self._ended is None and len(self._messages) < MAX_UNREAD

    def append(self, data: bytes) -> None:
        self._messages.append(data)
        self._changed.set()

    async def put(self, data: bytes) -> None:
        while self._ended is None and len(self._messages) >= MAX_UNREAD:
            await self._change()
        if self._ended is not None:
            raise ConnectionLost(*self._ended)
        self.append(data)

    async def get(self) -> bytes:
        while not self._messages:
            if self._ended is not None:
                raise ConnectionLost(*self._ended)
            await self._change()
        self._changed.set()
        return self._messages.popleft()

    def end(self, code: int | None, reason: str) -> None:
        if self._ended is None:
            self._ended = (code, reason)
        self._changed.set()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()
