"""How connections come in from the network: TCP, a turn on the doorstep, TLS, the upgrade to a WebSocket."""

import asyncio
import errno
import socket
import ssl
from collections.abc import Awaitable, Callable
from typing import cast

from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.host.network.accept_queue import Doorstep
from sixqp_tui.host.network.connection_limits import address_of
from sixqp_tui.host.network.limits import Limits
from sixqp_tui.host.network.transport import NetworkWire

BACKLOG = 256
"""Connections that the system keeps until they are accepted: what a storm of 1,000 a second brings in a quarter of
one, longer than a table is ever busy with one message."""
TLS_HANDSHAKE = b"\x16"
"""The first byte of every TLS connection (RFC 8446, 5.1)."""
TICK = 0.1
"""Seconds between two looks at who has taken too long, while anybody is on the doorstep: a tenth of the shortest
time that anybody has."""
TRIED_PORTS = 21
"""Ports that are tried where none is asked for: as many tables on one machine are more than anybody opens."""
_TAKEN = (errno.EADDRINUSE, errno.EACCES)

Attend = Callable[[NetworkWire, Callable[[], None]], Awaitable[None]]
"""Attends to a connection until it ends, and says when its Hello was heard."""


class CannotListen(OSError):
    """No socket could be bound: `port` is the one asked for, None where all the usual ones were tried."""

    def __init__(self, port: int | None, reason: OSError) -> None:
        super().__init__(reason.errno, reason.strerror)
        self.port = port
        self.taken = reason.errno in _TAKEN


class Listener:
    """Accepts at a socket, and hands every connection that is let in and opened in time to `attend`.

    A caller has a plain TCP connection and nothing else until its first bytes are here and its turn has come: TLS
    costs memory, and work that whoever connects could make us do as often as they like.
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
            task = self._loop.create_task(self._serve(caller, caller.speak_tls(self._context)))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)

    # -- coming in ------------------------------------------------------------------------------------

    async def _serve(self, caller: "_Caller", line: NetworkWire) -> None:
        try:
            if await line.open(self._limits.patience):
                self._unopened.discard(caller)
                await self._attend_to(line, lambda: self.gone(caller))
            await line.close()
        except TimeoutError:
            return
        finally:
            caller.cut()
            self.gone(caller)


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

    def speak_tls(self, context: ssl.SSLContext) -> NetworkWire:
        """From here on the connection is TLS's, beginning with what was heard.

        `loop.start_tls` would lose the bytes that are here already.
        """
        line = NetworkWire(self.transport, context)
        line.data_received(self._first)
        self._first = b""
        return line


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
