"""Links over the network: TCP, TLS 1.3 with a pinned certificate, WebSocket (`SPEC.md`, Transport)."""

import asyncio
import logging
import ssl
from collections.abc import Callable, Coroutine, Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

from sixqp_protocol.codec import HOST_LIMIT, BadMessage
from sixqp_protocol.text import clean
from sixqp_protocol.version import SUBPROTOCOL
from sixqp_tui.client.link import ConnectionLost, NotATable, OtherCertificate

HEAD_START = 0.25
"""Seconds until the next address is tried as well."""
OPEN_SECONDS = 5
"""Seconds for TCP, TLS and the WebSocket upgrade, as on the host (`SPEC.md`, Limits)."""
PING_SECONDS, PONG_SECONDS = 1.0, 4.0
"""Seconds between an answer and the next ping, and for the host's answer."""
CLOSE_SECONDS = 3.0
"""Seconds for the other end to close; `websockets` itself gives up after 2."""
PROBE_SECONDS = 3.0
"""Seconds for a probe's certificate, which takes milliseconds on a LAN."""
REASON_CELLS = 80
"""Terminal cells of a close reason: one line."""
Stage = Literal["connecting", "refused", "answered"]
"""No answer yet, connections are refused, or the connection is open."""
_BUSY = (429, 502, 503)
_UNREADABLE = (CloseCode.PROTOCOL_ERROR, CloseCode.INVALID_DATA, CloseCode.MESSAGE_TOO_BIG)
_quiet = logging.getLogger(f"{__name__}.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False

Address = tuple[str, int]


class NetworkLink:
    """A link to a table at one of these addresses, best first.

    `pin` is the SHA-256 of the host's certificate in hex. Without one, the link trusts the first certificate, and
    only that one from then on; `fingerprint` is the last one seen. `headers` go with the WebSocket upgrade.
    `on_stage` gets the progress.
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
        """The first address that answers becomes the best one.

        Raises OtherCertificate or NotATable if an answer isn't a trusted table, else OSError.
        """
        try:
            connection, address = await _connect_first(self.addresses, self._connect)
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


async def _connect_first(
    addresses: Sequence[Address], connect: Callable[[Address], Coroutine[Any, Any, ClientConnection]]
) -> tuple[ClientConnection, Address]:
    """Happy eyeballs: the next address is tried when an earlier one has failed, or after HEAD_START.

    Connections that open too late are aborted. An exception other than OSError takes precedence.
    """
    running: dict[asyncio.Task[ClientConnection], Address] = {}
    failures: list[Exception] = []
    waiting = list(addresses)
    try:
        while waiting or running:
            if waiting:
                address = waiting.pop(0)
                running[asyncio.create_task(connect(address))] = address
            done, _ = await asyncio.wait(
                running, timeout=HEAD_START if waiting else None, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                error = task.exception()
                if error is None:
                    return task.result(), running.pop(task)
                del running[task]
                if not isinstance(error, Exception):
                    raise error
                failures.append(error)
    finally:
        for task in running:
            task.cancel()
        for late in await asyncio.gather(*running, return_exceptions=True):
            if not isinstance(late, BaseException):
                late.transport.abort()
    raise min(failures, key=lambda error: isinstance(error, OSError), default=OSError("no address is known"))


class NetworkChannel:
    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def send(self, data: bytes) -> None:
        try:
            await self._connection.send(data)
        except ConnectionClosed as closed:
            raise _lost(closed) from None

    async def recv(self) -> bytes:
        """The next message. Raises ConnectionLost, or BadMessage for a text, broken or too long frame."""
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
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._connection.close(code, reason)
        except TimeoutError:
            self.abort()

    def abort(self) -> None:
        self._connection.transport.abort()


async def probe(addresses: Sequence[Address], pin: str) -> Address | None:
    """The first address where the host with this certificate answers in time, or None. Sends no message."""
    link = NetworkLink(addresses, pin)
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            channel = await link.connect()
    except (OSError, NotATable, OtherCertificate):
        return None
    channel.abort()
    return link.addresses[0]


class _Upgrade(connect):
    """Follows no redirects: a host that redirects its guests isn't a table."""

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
            ping_interval=PING_SECONDS,
            ping_timeout=PONG_SECONDS,
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


async def _hang_up(connection: ClientConnection) -> None:
    connection.transport.abort()
    await connection.wait_closed()


def _fingerprint(connection: ClientConnection) -> str:
    certificate: bytes = connection.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
    return sha256(certificate).hexdigest()


def _lost(closed: ConnectionClosed) -> ConnectionLost:
    received, sent = closed.rcvd, closed.sent
    if received:
        return ConnectionLost(received.code, clean(received.reason, REASON_CELLS))
    no_pong = sent is not None and sent.code == CloseCode.INTERNAL_ERROR
    return ConnectionLost(silent=PONG_SECONDS if no_pong else 0.0)


def _unreadable(closed: ConnectionClosed) -> bool:
    return closed.sent is not None and not closed.rcvd_then_sent and closed.sent.code in _UNREADABLE


def _client_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
