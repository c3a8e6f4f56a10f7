"""The table's port: WebSockets over TLS, which become the server's transports."""

import asyncio
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable
from typing import Any

from websockets.asyncio.server import (
    Server,
    ServerConnection,
    broadcast,  # noqa: TID251 (only to one that reads)
    serve,
)
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.typing import Subprotocol

from sixqp_protocol.codec import CLIENT_LIMIT, BadMessage
from sixqp_protocol.version import SUBPROTOCOL
from sixqp_tui.engine.token_bucket import TokenBuckets
from sixqp_tui.host.network.connection_limits import ConnectionLimits, PlacesByAddress
from sixqp_tui.host.network.counted_connection import READ_WITHIN, CountedConnection, Guard, guarded
from sixqp_tui.host.network.gateway import HEADER

PING_SECONDS = 4.0
"""Between an answer and the next ping."""
CLOSE_SECONDS = 2.0
"""To read the rest and hang up. With the ping and its answer, who has fallen silent is gone after ten."""
MAX_UNREAD = 8
"""Unread messages after which nothing more is read. A client rarely has two on the way."""
BUFFER = 64 * 1024
"""Bytes of unsent data: the longest message (`SPEC.md`, Limits). More would only hide that nothing gets through."""
BACKLOG = 256
"""Connections that the system keeps until they are accepted: a quarter of a second in a storm of 1,000 a second."""
_logger = logging.getLogger(__name__)
_quiet = logging.getLogger(f"{__name__}.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False


class NetworkTransport:
    """The server's `Transport` over a WebSocket."""

    def __init__(self, websocket: CountedConnection) -> None:
        self._websocket = websocket
        self._asked: asyncio.Task[bool] | None = None

    @property
    def addresses(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        return self._websocket.remote_address, self._websocket.local_address

    @property
    def credential(self) -> str:
        """A gateway's credential; "" for others."""
        request = self._websocket.request
        found = request.headers.get_all(HEADER) if request else []
        return found[0] if len(found) == 1 else ""

    def count_for(self, address: str) -> None:
        self._websocket.allowance.move(address)

    @property
    def all_read(self) -> bool:
        """The first question after a message sends a ping, whose pong proves that everything before it was read."""
        if self._left or self._websocket.state is not State.OPEN:
            return self._left
        if self._asked is None:
            self._asked = asyncio.create_task(self._ask())
        return self._asked.done() and self._asked.result()

    async def _ask(self) -> bool:
        try:
            await (await self._websocket.ping())
        except ConnectionClosed:
            return False
        return True

    @property
    def _left(self) -> bool:
        return self._websocket.protocol.close_rcvd is not None

    @property
    def writable(self) -> bool:
        """True once the other end has left in order: what is written then is dropped."""
        return self._left or (self._websocket.state is State.OPEN and not self._websocket.paused)

    def write(self, data: bytes) -> None:
        self._note_message()
        broadcast((self._websocket,), data)  # the library's way to write without waiting

    async def send(self, data: bytes) -> None:
        self._note_message()
        try:
            await self._websocket.send(data)
        except ConnectionClosed as gone:
            raise ConnectionAbortedError from gone

    def _note_message(self) -> None:
        self._asked = None
        self._websocket.allowance.sent(1, self._websocket.loop.time())

    async def recv(self) -> bytes:
        try:
            message = await self._websocket.recv()
        except ConnectionClosed as gone:
            raise ConnectionAbortedError from gone
        if isinstance(message, str):
            raise BadMessage("expected a binary message, got text")
        return message

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close with a code, and cut the connection if the other end doesn't hang up."""
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._websocket.close(code, reason)
        except TimeoutError:
            self._websocket.cut()


Handler = Callable[[NetworkTransport, Callable[[], None]], Awaitable[None]]
"""Serves a connection until it ends, and calls its second argument after Hello."""


class Listener:
    """Accepts connections at a socket, and passes those that open in time to `handle`.

    If too many come, those go first that haven't said Hello, from the address that has the most of them.
    """

    def __init__(
        self, handle: Handler, sock: socket.socket, context: ssl.SSLContext, limits: ConnectionLimits
    ) -> None:
        self._handle, self._sock, self._limits = handle, sock, limits
        self._greeted: set[ServerConnection] = set()
        self._connections: PlacesByAddress[ServerConnection] = PlacesByAddress(
            limits.open_of_one_address, arrivals=TokenBuckets(limits.rate, limits.burst)
        )
        clock = asyncio.get_running_loop().time
        self._guard = Guard(
            self._connections, limits.open, lambda: self._greeted, clock, context, limits.step_timeout
        )
        self._server: Server | None = None

    async def start(self) -> None:
        self._server = await serve(
            self._serve,
            sock=self._sock,
            backlog=BACKLOG,
            create_connection=guarded(self._guard),
            origins=[None],
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            server_header=None,
            open_timeout=self._limits.step_timeout,
            ping_interval=PING_SECONDS,
            ping_timeout=READ_WITHIN,
            close_timeout=CLOSE_SECONDS,
            max_size=CLIENT_LIMIT,
            max_queue=MAX_UNREAD,
            write_limit=BUFFER,
            logger=_quiet,
        )

    def close(self) -> None:
        """Accept nothing more, and cut what isn't open yet."""
        if self._server is not None:
            self._server.close(close_connections=False)
        for connection in self._connections:
            if isinstance(connection, CountedConnection) and connection.state is State.CONNECTING:
                connection.cut()

    async def wait_closed(self) -> None:
        if self._server is not None:
            await self._server.wait_closed()

    async def _serve(self, websocket: ServerConnection) -> None:
        assert isinstance(websocket, CountedConnection)
        try:
            await self._handle(NetworkTransport(websocket), lambda: self._greeted.add(websocket))
        except Exception:
            _logger.exception("a connection failed")
        finally:
            self._greeted.discard(websocket)
