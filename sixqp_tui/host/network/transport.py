"""A connection of the network as the server uses it, and the socket that connections come in by."""

import asyncio
import errno
import socket
from contextlib import suppress
from typing import Protocol

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from sixqp_protocol.codec import BadMessage
from sixqp_protocol.version import DEFAULT_PORT

TRIED_PORTS = 21
CLOSE_TIMEOUT = 3.0
SEND_BUFFER = 64 * 1024
"""Bytes that the system keeps of what a line has not taken: more would only hide that it takes nothing."""
ASK_AFTER = 0.5
READ_WITHIN = 5.0
"""Behind a message, this often at most, the other end is asked whether it has read all that; it has so long to."""
_TAKEN = (errno.EADDRINUSE, errno.EACCES)


class CannotListen(OSError):
    """No socket could be bound: `port` is the one asked for, None where all the usual ones were tried."""

    def __init__(self, port: int | None, reason: OSError) -> None:
        super().__init__(reason.errno, reason.strerror)
        self.port = port
        self.taken = reason.errno in _TAKEN


class NotRead(Exception):
    """The other end has not read for too long what was sent to it."""


class Wire(Protocol):
    """A line that stands, to a client anywhere: whole messages, in order."""

    async def send(self, data: bytes) -> None:
        """Hand a message over; waits while the other end does not keep up. Raises ConnectionError."""

    async def recv(self) -> bytes:
        """The next message. Raises ConnectionError, NotRead, and BadMessage for what is no binary message."""

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """End the line; it may be gone already."""


class NetworkWire:
    """A WebSocket connection, whose small messages leave at once, and that knows whether they are read.

    asyncio turns Nagle's algorithm off only where a socket names its protocol, and those of a listening socket
    of our own do not; a turn would then wait 40 ms for a delayed acknowledgement. Whether somebody reads cannot be
    told from what the buffers of two systems still take, but by a ping behind the message: a pong is read last.
    """

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._asked = float("-inf")
        self._unanswered = False
        self._unasked = False
        self._due: float | None = None
        self._limit: asyncio.Timeout | None = None
        line = connection.transport.get_extra_info("socket")
        with suppress(OSError):  # a line that is gone already, as its reader will notice
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    async def send(self, data: bytes) -> None:
        """Hand a message over. Raises ConnectionError."""
        try:
            await self._connection.send(data)
        except ConnectionClosed as closed:
            raise ConnectionAbortedError from closed
        self._unasked = True
        self._expect()

    async def recv(self) -> bytes:
        """The next message. Raises ConnectionError; NotRead; BadMessage for a text frame."""
        try:
            while (data := await self._heard()) is None:
                await self._ask()
        except ConnectionClosed as closed:
            raise ConnectionAbortedError from closed
        if isinstance(data, str):
            raise BadMessage("expected a binary message, got text")
        return data

    async def _heard(self) -> str | bytes | None:
        """What comes next; None where something is due before."""
        try:
            async with asyncio.timeout_at(self._due) as self._limit:
                return await self._connection.recv()
        except TimeoutError:
            return None
        finally:
            self._limit = None

    async def _ask(self) -> None:
        """The time has come to ask, or to be answered."""
        if self._unanswered:
            raise NotRead
        self._asked, self._unasked, self._unanswered = asyncio.get_running_loop().time(), False, True
        self._expect()
        asyncio.ensure_future(await self._connection.ping()).add_done_callback(self._answered)

    def _answered(self, pong: asyncio.Future[float]) -> None:
        if not (pong.cancelled() or pong.exception()):
            self._unanswered = False
            self._expect()

    def _expect(self) -> None:
        """Find out what is due next, and when."""
        self._due = None
        if self._unanswered:
            self._due = self._asked + READ_WITHIN
        elif self._unasked:
            self._due = max(asyncio.get_running_loop().time(), self._asked + ASK_AFTER)
        if self._limit is not None and not self._limit.expired():
            self._limit.reschedule(self._due)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close with a code, or cut the line where the other end takes nothing any more."""
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self._connection.close(code, reason)
        except TimeoutError:
            self._connection.transport.abort()


def bound_socket(port: int | None) -> socket.socket:
    """A listening socket on all interfaces, IPv6 and IPv4, or IPv4 alone where there is no IPv6.

    `port` None tries 4666 and the twenty after it; 0 lets the system choose. Raises CannotListen.
    """
    ports = range(DEFAULT_PORT, DEFAULT_PORT + TRIED_PORTS) if port is None else (port,)
    reason = OSError()
    for candidate in ports:
        try:
            return _bound(candidate)
        except OSError as error:
            reason = error
    raise CannotListen(port, reason)


def _bound(port: int) -> socket.socket:
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
        except OSError as error:
            if error.errno in _TAKEN:
                raise
    return socket.create_server(("", port))
