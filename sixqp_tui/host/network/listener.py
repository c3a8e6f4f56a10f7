"""Listens for connections: TCP, a turn in the queue, TLS, and the WebSocket upgrade."""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable
from typing import cast

from sixqp_tui.host.network.accept_queue import AcceptQueue
from sixqp_tui.host.network.connection_limits import ByteLimit, ConnectionLimits, address_allowances, address_of
from sixqp_tui.host.network.transport import FlushQueue, NetworkTransport
from sixqp_tui.host.network.websocket import TLS_HANDSHAKE

BACKLOG = 256
"""Connections that the system keeps until they are accepted: a quarter of a second in a storm of 1,000 a second."""
TICK = 0.1
"""Seconds between checks for late connections, a tenth of the shortest timeout."""
Handler = Callable[[NetworkTransport, Callable[[], None]], Awaitable[None]]
"""Serves a connection until it ends, and calls its second argument after Hello."""


class Listener:
    """Accepts connections at a socket, and passes those that open in time to `handle`.

    A connection stays plain TCP until its first bytes have arrived and its turn has come, because TLS costs memory
    and work that anybody could demand.
    """

    def __init__(
        self, handle: Handler, sock: socket.socket, context: ssl.SSLContext, limits: ConnectionLimits
    ) -> None:
        self._handle, self._sock, self._context, self._limits = handle, sock, context, limits
        self._loop = asyncio.get_running_loop()
        self._queue: AcceptQueue[_Pending] = AcceptQueue(limits)
        self._allowances = address_allowances()
        self._flushes = FlushQueue(self._loop)
        self._unopened: set[_Pending] = set()
        self._serving: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        self._server = await self._loop.create_server(lambda: _Pending(self), sock=self._sock, backlog=BACKLOG)

    def is_serving(self) -> bool:
        return self._server is not None and self._server.is_serving()

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for pending in tuple(self._unopened):
            pending.cut()

    async def wait_closed(self) -> None:
        if self._server is not None:
            await self._server.wait_closed()
        if self._serving:
            await asyncio.wait(self._serving)

    # -- before TLS -----------------------------------------------------------------------------------

    def add(self, pending: "_Pending") -> None:
        self._unopened.add(pending)
        peer = pending.transport.get_extra_info("peername")
        if peer is None or not self.is_serving():
            pending.cut()
            return
        pending.address = address_of(peer)
        surplus = self._queue.add(pending, pending.address, self._loop.time())
        if surplus is not None:
            surplus.cut()
        elif self._timer is None:
            self._timer = self._loop.call_later(TICK, self._cut_late)

    def mark_ready(self, pending: "_Pending") -> None:
        self._queue.mark_ready(pending, self._loop.time())
        self._open_next()

    def remove(self, pending: "_Pending") -> None:
        self._unopened.discard(pending)
        self._queue.remove(pending)
        self._open_next()

    def _cut_late(self) -> None:
        self._timer = None
        for pending in self._queue.remove_late(self._loop.time()):
            pending.cut()
        self._open_next()
        if not self._queue.empty:
            self._timer = self._loop.call_later(TICK, self._cut_late)

    def _open_next(self) -> None:
        while (pending := self._queue.next(self._loop.time())) is not None:
            task = self._loop.create_task(self._serve(pending, self._start_tls(pending)))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)

    def _start_tls(self, pending: "_Pending") -> NetworkTransport:
        limit = ByteLimit(self._allowances, pending.address, self._loop.time())
        return pending.start_tls(self._context, limit, self._flushes)

    # -- from TLS on ----------------------------------------------------------------------------------

    async def _serve(self, pending: "_Pending", transport: NetworkTransport) -> None:
        try:
            if await transport.open(self._limits.step_timeout):
                self._unopened.discard(pending)
                await self._handle(transport, lambda: self.remove(pending))
            await transport.close()
        finally:
            pending.cut()
            self.remove(pending)


class _Pending(asyncio.Protocol):
    """A TCP connection before TLS; it reads the first bytes, then waits."""

    transport: asyncio.Transport
    address: str

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._first = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self._listener.add(self)

    def data_received(self, data: bytes) -> None:
        self._first += data
        self.transport.pause_reading()
        if self._first.startswith(TLS_HANDSHAKE):
            self._listener.mark_ready(self)
        else:
            self.cut()

    def connection_lost(self, exc: Exception | None) -> None:
        self._listener.remove(self)

    def cut(self) -> None:
        self.transport.abort()

    def start_tls(self, context: ssl.SSLContext, limit: ByteLimit, flushes: FlushQueue) -> NetworkTransport:
        """Start TLS with the bytes read so far, which `loop.start_tls` would lose."""
        transport = NetworkTransport(self.transport, context, limit, flushes)
        transport.data_received(self._first)
        self._first = b""
        return transport
