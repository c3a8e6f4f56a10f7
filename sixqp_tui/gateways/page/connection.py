"""A browser's connection, counted from its first byte on, with or without TLS."""

import asyncio
import ssl
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.server import ServerConnection

from sixqp_tui.engine.token_bucket import TokenBuckets
from sixqp_tui.gateways.common.limits import AddressLimits
from sixqp_tui.gateways.page.frame_counter import FrameCounter
from sixqp_tui.host.network.connection_limits import ByteLimit, address_allowances
from sixqp_tui.host.network.port import send_at_once
from sixqp_tui.host.network.websocket import TLS_HANDSHAKE, TlsServer

HEAD_END = b"\r\n\r\n"
MAX_HEAD_BYTES = 8192


@dataclass(frozen=True)
class Guard:
    """What all connections of one port share.

    Beyond `most`, one that isn't `needed` is cut. With a `context` they are encrypted, and must be so within
    `opening` seconds; plain HTTP gets the answer of `redirect` to its head.
    """

    connections: AddressLimits[ServerConnection]
    most: int
    needed: Callable[[], Collection[ServerConnection]]
    opening: float
    clock: Callable[[], float]
    context: ssl.SSLContext | None
    redirect: Callable[[bytes], bytes]
    allowances: TokenBuckets[str] = field(default_factory=address_allowances)


class TlsTransport(asyncio.Transport):
    """TLS over a plain transport. asyncio's own would read the first bytes uncounted.

    Writes are encrypted. Received bytes go into `receive`; their content comes out of `read`.
    """

    def __init__(self, tcp: asyncio.Transport, context: ssl.SSLContext) -> None:
        super().__init__()
        self._tcp, self._tls = tcp, TlsServer(context)

    def receive(self, data: bytes) -> None:
        self._tls.receive(data)

    def read(self) -> Iterator[bytes]:
        while not self.is_closing() and (content := self._tls.read()) is not None:
            yield content
            if not content:
                break

    def flush(self) -> None:
        if not self._tcp.is_closing() and (data := self._tls.data_to_send()):
            self._tcp.write(data)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._tls.write(bytes(data))
        self.flush()

    def can_write_eof(self) -> bool:
        return False

    def close(self) -> None:
        self._tls.close()
        self.flush()
        self._tcp.close()

    def abort(self) -> None:
        self._tcp.abort()

    def is_closing(self) -> bool:
        return self._tcp.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._tcp.get_extra_info(name, default)

    def pause_reading(self) -> None:
        self._tcp.pause_reading()

    def resume_reading(self) -> None:
        self._tcp.resume_reading()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._tcp.set_write_buffer_limits(high, low)


class CountedConnection(ServerConnection):
    """A connection that is cut before the excess is answered, as the table cuts its own."""

    guard: Guard
    _tls: TlsTransport | None = None
    _opened = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        send_at_once(transport.get_extra_info("socket"))
        guard, self._tcp, self._head = self.guard, transport, b""
        address, now = address_of(transport.get_extra_info("peername")), guard.clock()
        self._bytes, self._frames = ByteLimit(guard.allowances, address, now), FrameCounter()
        if guard.context is None:
            self._open(transport)
        else:
            self._late = asyncio.get_running_loop().call_later(guard.opening, transport.abort)
        if not guard.connections.add(self, address, now):
            transport.abort()
        elif surplus := guard.connections.surplus(guard.most, guard.needed()):
            assert isinstance(surplus, CountedConnection)
            surplus.cut()

    def cut(self) -> None:
        self._tcp.abort()

    def _open(self, transport: asyncio.Transport) -> None:
        self._opened = True
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if not self._bytes.received(len(data), self.guard.clock()):
            self._tcp.abort()
        elif self.guard.context is None:
            self._receive(data)
        elif self._tls or (not self._head and data.startswith(TLS_HANDSHAKE)):
            self._tls = self._tls or TlsTransport(self._tcp, self.guard.context)
            self._tls.receive(data)
            self._decrypt(self._tls)
        else:
            self._head += data
            if HEAD_END in self._head or len(self._head) > MAX_HEAD_BYTES:
                self._tcp.write(self.guard.redirect(self._head[:MAX_HEAD_BYTES]))
                self._tcp.close()

    def _decrypt(self, tls: TlsTransport) -> None:
        for content in tls.read():
            if not content:
                self._tcp.abort()
                return
            if not self._opened:
                self._late.cancel()
                self._open(tls)
            self._receive(content)
        tls.flush()

    def _receive(self, data: bytes) -> None:
        now = self.guard.clock()
        if self._bytes.stepped(self._frames.count(data, self._bytes.steps_left(now)), now):
            super().data_received(data)
        else:
            self._tcp.abort()

    def eof_received(self) -> None:
        if self._opened:
            super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.connections.remove(self)
        if self._opened:
            super().connection_lost(exc)
        else:
            self._late.cancel()


def guarded(guard_of_port: Guard) -> type[ServerConnection]:
    class GuardedConnection(CountedConnection):
        guard = guard_of_port

    return GuardedConnection


def address_of(peer: tuple[Any, ...] | None) -> str:
    """The address in a socket's peer name, without the prefix of IPv4-mapped IPv6; "" if the peer is gone."""
    return str(peer[0]).removeprefix("::ffff:") if peer else ""
