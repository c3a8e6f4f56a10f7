"""How connections come in from the network: TCP, a turn on the doorstep, TLS, the upgrade to a WebSocket."""

import asyncio
import logging
import socket
import ssl
from asyncio.sslproto import SSLProtocol
from collections.abc import Awaitable, Callable
from typing import cast

from websockets.asyncio.server import Server as WebSocketServer
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import WebSocketException
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from sixqp_protocol.codec import CLIENT_LIMIT
from sixqp_protocol.version import SUBPROTOCOL
from sixqp_tui.host.network.accept_queue import Doorstep
from sixqp_tui.host.network.connection_limits import address_of
from sixqp_tui.host.network.limits import Limits

BACKLOG = 256
TLS_HANDSHAKE = b"\x16"
"""The first byte of every TLS connection."""
TICK = 0.1
"""Seconds between two looks at who has taken too long, while anybody is on the doorstep."""
_quiet = logging.getLogger(f"{__name__}.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False

Attend = Callable[[ServerConnection, Callable[[], None]], Awaitable[None]]
"""Attends to a connection until it ends, and says when its Hello was heard."""


class Listener:
    """Accepts at a socket, and hands every connection that is let in and opened in time to `attend`.

    A TLS connection that is being opened costs a quarter of a MiB. So a caller has a plain TCP connection and
    nothing else until its first bytes are here and its turn has come.
    """

    def __init__(self, attend: Attend, sock: socket.socket, context: ssl.SSLContext, limits: Limits) -> None:
        self._attend_to, self._sock, self._context, self._limits = attend, sock, context, limits
        self._loop = asyncio.get_running_loop()
        self._doorstep: Doorstep[_Caller] = Doorstep(limits)
        self._unopened: set[_Caller] = set()
        self._serving: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        """Accept from now on."""
        self._server = await self._loop.create_server(lambda: _Caller(self), sock=self._sock, backlog=BACKLOG)

    def is_serving(self) -> bool:
        """Whether anybody may come in still."""
        return self._server is not None and self._server.is_serving()

    def close(self) -> None:
        """Accept nobody any more, and cut those who are not open yet; the others stand until they are closed."""
        if self._server is not None:
            self._server.close()
        for caller in tuple(self._unopened):
            caller.cut()

    async def wait_closed(self) -> None:
        """Wait until the last connection has ended."""
        if self._server is not None:
            await self._server.wait_closed()
        if self._serving:
            await asyncio.wait(self._serving)

    # -- outside --------------------------------------------------------------------------------------

    def came(self, caller: "_Caller") -> None:
        """Somebody has connected by TCP."""
        self._unopened.add(caller)
        peer = caller.transport.get_extra_info("peername")
        welcome = peer is not None and self.is_serving()
        surplus = self._doorstep.came(caller, address_of(peer), self._loop.time()) if welcome else caller
        if surplus is not None:
            surplus.cut()
        elif self._timer is None:
            self._timer = self._loop.call_later(TICK, self._look)

    def spoke(self, caller: "_Caller") -> None:
        """The first bytes are here."""
        self._doorstep.spoke(caller, self._loop.time())
        self._advance()

    def gone(self, caller: "_Caller") -> None:
        """The caller has left, or failed to come in."""
        self._unopened.discard(caller)
        self._doorstep.gone(caller)
        self._advance()

    def _look(self) -> None:
        self._timer = None
        for caller in self._doorstep.late(self._loop.time()):
            caller.cut()
        self._advance()
        if not self._doorstep.empty:
            self._timer = self._loop.call_later(TICK, self._look)

    def _advance(self) -> None:
        while (caller := self._doorstep.next(self._loop.time())) is not None:
            self._open(caller)

    # -- coming in ------------------------------------------------------------------------------------

    def _open(self, caller: "_Caller") -> None:
        line = _Line(self, caller)
        how = self._loop.create_future()
        how.add_done_callback(lambda _: self._settled(line, how))
        caller.speak_tls(line, self._context, how, self._limits.patience)

    def _settled(self, line: "_Line", how: asyncio.Future[None]) -> None:
        """TLS stands, or it failed; a line that was cut meanwhile tells of no error."""
        if how.exception() is not None or not line.stands:
            self.gone(line.caller)

    def opened(self, line: "_Line") -> None:
        """TLS stands."""
        task = self._loop.create_task(self._serve(line))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, line: "_Line") -> None:
        try:
            if await self._upgraded(line):
                self._unopened.discard(line.caller)
                line.start_keepalive()
                async with line:
                    await self._attend_to(line, lambda: self.gone(line.caller))
        finally:
            line.transport.abort()
            self.gone(line.caller)

    async def _upgraded(self, line: "_Line") -> bool:
        try:
            async with asyncio.timeout(self._limits.patience):
                await line.handshake(server_header=None)
        except (OSError, EOFError, WebSocketException):
            return False
        return line.protocol.state is State.OPEN


class _Caller(asyncio.Protocol):
    """A TCP connection before its TLS: it is heard out once, and then waits."""

    transport: asyncio.Transport

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._first = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._listener.came(self)

    def data_received(self, data: bytes) -> None:
        self._first += data
        self.transport.pause_reading()
        if self._first.startswith(TLS_HANDSHAKE):
            self._listener.spoke(self)
        else:
            self.cut()

    def connection_lost(self, exc: Exception | None) -> None:
        self._listener.gone(self)

    def cut(self) -> None:
        """End the connection without a word, however far it has come."""
        self.transport.abort()

    def speak_tls(
        self, line: "_Line", context: ssl.SSLContext, opened: asyncio.Future[None], patience: float
    ) -> None:
        """From here on the connection is TLS's, beginning with what was heard; `opened` says how that went.

        What `loop.start_tls` does, which would lose the bytes that are here already.
        """
        tls = SSLProtocol(
            asyncio.get_running_loop(), line, context, opened,
            server_side=True, ssl_handshake_timeout=patience,  # type: ignore[arg-type]  # any number of seconds
            ssl_shutdown_timeout=2,
        )  # fmt: skip
        self.transport.set_protocol(tls)
        tls.connection_made(self.transport)
        first = memoryview(self._first)
        while first:
            buffer = tls.get_buffer(len(first))
            taken = min(len(first), len(buffer))
            buffer[:taken] = first[:taken]
            first = first[taken:]
            tls.buffer_updated(taken)
        self._first = b""
        self.transport.resume_reading()


class _Line(ServerConnection):
    """A WebSocket connection, from the moment its TLS stands. It is served by the listener, not by `websockets`."""

    def __init__(self, listener: Listener, caller: _Caller) -> None:
        protocol = ServerProtocol(
            origins=[None], subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=CLIENT_LIMIT, logger=_quiet
        )
        server = cast(WebSocketServer, listener)
        super().__init__(protocol, server, ping_interval=5, ping_timeout=5, close_timeout=2, max_queue=8)
        self.caller = caller
        self.stands = False
        self._listener = listener

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """TLS stands: what all connections do then, and not what those of a `websockets` server do."""
        super(ServerConnection, self).connection_made(transport)
        self.stands = True
        self._listener.opened(self)
