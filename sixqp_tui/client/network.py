"""The way to a table over the network: TCP, TLS 1.3 with a pinned certificate, WebSocket (`SPEC.md`, Transport)."""

import asyncio
import logging
import ssl
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Literal

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

from sixqp_protocol.codec import HOST_LIMIT, BadMessage
from sixqp_protocol.text import clean
from sixqp_protocol.version import SUBPROTOCOL
from sixqp_tui.client.happy_eyeballs import connect_first
from sixqp_tui.client.link import ConnectionLost, NotATable, OtherCertificate

HEAD_START = 0.25
"""Seconds that an address has before the next one is tried as well."""
OPEN_SECONDS = 5
"""How long TCP, TLS and the upgrade to WebSocket may take: as long as a host gives them (`SPEC.md`, 12)."""
CLOSE_SECONDS = 3.0
"""How long the other end may take to close; `websockets` itself gives up after 2."""
PROBE_SECONDS = 3.0
"""How long a probe waits for a certificate. On a LAN it comes within milliseconds; somebody looks on meanwhile."""
REASON_CELLS = 80
"""Cells of a terminal that the reason of a close may take: one line."""
Stage = Literal["connecting", "refused", "answered"]
"""How far the way to a table is: nobody has answered yet, its machine takes no connection, or the line stands."""
_BUSY = (429, 502, 503)
_UNREADABLE = (CloseCode.PROTOCOL_ERROR, CloseCode.INVALID_DATA, CloseCode.MESSAGE_TOO_BIG)
_quiet = logging.getLogger(f"{__name__}.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False

Address = tuple[str, int]


class NetworkLink:
    """The way to a table at one of these addresses, best first.

    `pin` is the SHA-256 of the host's certificate in hexadecimal. Without one the first certificate is trusted,
    and from then on it alone; `fingerprint` is what was seen, for the caller to remember. `headers` go with the
    upgrade to a WebSocket: a gateway says there for whom it comes. `on_stage` is told how far the way there is.
    """

    def __init__(
        self,
        addresses: Sequence[Address],
        pin: str | None = None,
        headers: Mapping[str, str] | None = None,
        on_stage: Callable[[Stage], None] = lambda stage: None,
    ) -> None:
        self._on_stage = on_stage
        self.addresses = tuple(addresses)
        self.pin = pin.lower() if pin else None
        self.fingerprint: str | None = None
        self._headers = dict(headers or {})
        self._context = _client_context()

    async def connect(self) -> "NetworkChannel":
        """A connection to the first address that answers, which is then the best one.

        Raises OtherCertificate or NotATable where somebody answered, but no table that may be trusted; else
        OSError, of which TimeoutError is one kind.
        """
        try:
            connection, address = await connect_first(self.addresses, self._connect, HEAD_START, _abort)
        except OSError as error:
            self._on_stage("refused" if isinstance(error, ConnectionRefusedError) else "connecting")
            raise
        self._on_stage("answered")
        self.addresses = (address, *(other for other in self.addresses if other != address))
        self.pin = self.fingerprint = _fingerprint(connection)
        return NetworkChannel(connection)

    async def _connect(self, address: Address) -> ClientConnection:
        connection = await _open(address, self._context, self._headers)
        if self.pin not in (None, _fingerprint(connection)):
            await _hang_up(connection)
            raise OtherCertificate
        if connection.subprotocol != SUBPROTOCOL:
            await _hang_up(connection)
            raise NotATable
        return connection


class NetworkChannel:
    """A connection over the network."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def send(self, data: bytes) -> None:
        """Hand a message over. Raises ConnectionLost."""
        try:
            await self._connection.send(data)
        except ConnectionClosed as closed:
            raise _lost(closed) from None

    async def recv(self) -> bytes:
        """The next message. Raises ConnectionLost; BadMessage for a text frame, a broken or too long one."""
        try:
            data = await self._connection.recv()
        except ConnectionClosed as closed:
            if _unreadable(closed):
                raise BadMessage("what no WebSocket may carry here") from None
            raise _lost(closed) from None
        if isinstance(data, str):
            raise BadMessage("expected a binary message, got text")
        return data

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection, or cut it where the other end does not answer."""
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._connection.close(code, reason)
        except TimeoutError:
            self.abort()

    def abort(self) -> None:
        self._connection.transport.abort()


async def probe(addresses: Sequence[Address], pin: str, within: float = PROBE_SECONDS) -> Address | None:
    """Open a connection, look at the certificate and say nothing.

    Returns the first address at which the host with this certificate answers within so many seconds, or None.
    """
    link = NetworkLink(addresses, pin)
    try:
        async with asyncio.timeout(within):
            channel = await link.connect()
    except (OSError, NotATable, OtherCertificate):
        return None
    channel.abort()
    return link.addresses[0]


class _Upgrade(connect):
    """An upgrade to a WebSocket that is made once: a host that sends its guests elsewhere is no table."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


async def _open(address: Address, context: ssl.SSLContext, headers: Mapping[str, str]) -> ClientConnection:
    host, port = address
    try:
        return await _Upgrade(
            "wss://sixqp/",
            host=host,
            port=port,
            ssl=context,
            server_hostname="sixqp",
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            additional_headers=headers,
            user_agent_header=None,
            proxy=None,
            open_timeout=OPEN_SECONDS,
            ping_interval=5,
            ping_timeout=5,
            close_timeout=2,
            max_size=HOST_LIMIT,
            max_queue=8,
            ssl_handshake_timeout=OPEN_SECONDS,
            ssl_shutdown_timeout=2,
            logger=_quiet,
        )
    except InvalidStatus as refused:
        if refused.response.status_code in _BUSY:
            raise ConnectionRefusedError("the host takes no more connections now") from None
        raise NotATable from refused
    except UnicodeError as error:
        raise OSError("no host can have this name") from error
    except (ssl.SSLError, WebSocketException, ValueError, EOFError) as error:
        raise NotATable from error


def _abort(connection: ClientConnection) -> None:
    connection.transport.abort()


async def _hang_up(connection: ClientConnection) -> None:
    connection.transport.abort()
    await connection.wait_closed()


def _fingerprint(connection: ClientConnection) -> str:
    certificate: bytes = connection.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
    return sha256(certificate).hexdigest()


def _lost(closed: ConnectionClosed) -> ConnectionLost:
    received = closed.rcvd
    return ConnectionLost(received.code, clean(received.reason, REASON_CELLS)) if received else ConnectionLost()


def _unreadable(closed: ConnectionClosed) -> bool:
    return closed.sent is not None and not closed.rcvd_then_sent and closed.sent.code in _UNREADABLE


def _client_context() -> ssl.SSLContext:
    """TLS 1.3 without an authority: the pin vouches for the host, and it is compared before anything is said."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
