"""The way to a table over the network: TCP, TLS 1.3 with a pinned certificate, WebSocket (`SPEC.md`, Transport)."""

import asyncio
import logging
import ssl
from collections.abc import Sequence
from hashlib import sha256

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

from sixqp_protocol.codec import HOST_LIMIT, BadMessage
from sixqp_protocol.text import clean
from sixqp_protocol.version import SUBPROTOCOL
from sixqp_tui.client.happy_eyeballs import race
from sixqp_tui.client.link import LineLost, NotATable, OtherCertificate

HEAD_START = 0.25
"""Seconds that an address has before the next one is tried as well."""
OPEN_TIMEOUT = 5
CLOSE_TIMEOUT = 3.0
REASON_CELLS = 80
_BUSY = (429, 502, 503)
_UNREADABLE = (CloseCode.PROTOCOL_ERROR, CloseCode.INVALID_DATA, CloseCode.MESSAGE_TOO_BIG)
_quiet = logging.getLogger(f"{__name__}.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False

Address = tuple[str, int]


class NetworkLink:
    """The way to a table at one of these addresses, best first.

    `pin` is the SHA-256 of the host's certificate in hexadecimal. Without one the first certificate is trusted,
    and from then on it alone; `fingerprint` is what was seen, for the caller to remember.
    """

    def __init__(self, addresses: Sequence[Address], pin: str | None = None) -> None:
        self.addresses = tuple(addresses)
        self.pin = pin.lower() if pin else None
        self.fingerprint: str | None = None
        self._context = _client_context()

    async def connect(self) -> "NetworkChannel":
        """A line to the first address that answers, which is then the best one.

        Raises OtherCertificate or NotATable where somebody answered, but no table that may be trusted; else
        OSError, of which TimeoutError is one kind.
        """
        line, address = await race(self.addresses, self._connect, HEAD_START, _discard)
        self.addresses = (address, *(other for other in self.addresses if other != address))
        self.pin = self.fingerprint = _fingerprint(line)
        return NetworkChannel(line)

    async def _connect(self, address: Address) -> ClientConnection:
        line = await _opened(address, self._context)
        if self.pin not in (None, _fingerprint(line)):
            await _hang_up(line)
            raise OtherCertificate
        if line.subprotocol != SUBPROTOCOL:
            await _hang_up(line)
            raise NotATable
        return line


class NetworkChannel:
    """A line over the network."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line

    async def send(self, data: bytes) -> None:
        """Hand a message over. Raises LineLost."""
        try:
            await self._line.send(data)
        except ConnectionClosed as closed:
            raise _lost(closed) from None

    async def recv(self) -> bytes:
        """The next message. Raises LineLost; BadMessage for a text frame, a broken or too long one."""
        try:
            data = await self._line.recv()
        except ConnectionClosed as closed:
            if _unreadable(closed):
                raise BadMessage("what no WebSocket may carry here") from None
            raise _lost(closed) from None
        if isinstance(data, str):
            raise BadMessage("expected a binary message, got text")
        return data

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the line, or cut it where the other end does not answer."""
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self._line.close(code, reason)
        except TimeoutError:
            self.abort()

    def abort(self) -> None:
        """Cut the line without a word, as a pulled cable does."""
        self._line.transport.abort()


async def _opened(address: Address, context: ssl.SSLContext) -> ClientConnection:
    host, port = address
    try:
        return await connect(
            "wss://sixqp/",
            host=host,
            port=port,
            ssl=context,
            server_hostname="sixqp",
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            user_agent_header=None,
            proxy=None,
            open_timeout=OPEN_TIMEOUT,
            ping_interval=5,
            ping_timeout=5,
            close_timeout=2,
            max_size=HOST_LIMIT,
            max_queue=8,
            ssl_handshake_timeout=OPEN_TIMEOUT,
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


def _discard(line: ClientConnection) -> None:
    line.transport.abort()


async def _hang_up(line: ClientConnection) -> None:
    line.transport.abort()
    await line.wait_closed()


def _fingerprint(line: ClientConnection) -> str:
    certificate: bytes = line.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
    return sha256(certificate).hexdigest()


def _lost(closed: ConnectionClosed) -> LineLost:
    received = closed.rcvd
    return LineLost(received.code, clean(received.reason, REASON_CELLS)) if received else LineLost()


def _unreadable(closed: ConnectionClosed) -> bool:
    """Whether this end closed the line, because of what had come by it."""
    return closed.sent is not None and not closed.rcvd_then_sent and closed.sent.code in _UNREADABLE


def _client_context() -> ssl.SSLContext:
    """TLS 1.3 without an authority: the pin vouches for the host, and it is compared before anything is said."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
