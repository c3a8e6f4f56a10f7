"""A WebSocket of the table or the page, counted from its first byte on."""

import asyncio
import ssl
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from websockets.asyncio.server import ServerConnection

from sixqp_tui.engine.token_bucket import TokenBuckets
from sixqp_tui.host.network.connection_limits import ByteLimit, PlacesByAddress, address_allowances, address_of
from sixqp_tui.host.network.port import send_at_once
from sixqp_tui.host.network.tls import HANDSHAKE, TlsTransport

READ_WITHIN = 4.0
"""Seconds in which the other end must read what waits for it; the worst Wi-Fi needs less."""


@dataclass(frozen=True)
class Guard:
    """What all connections of one port share.

    Beyond `most`, one that isn't `needed` is cut. With a `context` they are encrypted, and say something within
    `opening` seconds, handshake included.
    """

    connections: PlacesByAddress[ServerConnection]
    most: int
    needed: Callable[[], Collection[ServerConnection]]
    clock: Callable[[], float]
    context: ssl.SSLContext | None = None
    opening: float = 5.0
    allowances: TokenBuckets[str] = field(default_factory=address_allowances)


class FrameCounter:
    """Counts the WebSocket frames in a client's data, from the head of the upgrade on (RFC 6455, 5.2)."""

    def __init__(self) -> None:
        self._unread = b""
        self._skip = 0
        self._upgraded = False

    def count(self, data: bytes, most: int) -> int:
        """Count no further than one more than `most`, after which the client is cut off anyway."""
        data = self._unread + data
        if not self._upgraded:
            head, end, data = data.partition(b"\r\n\r\n")
            self._upgraded, self._unread = bool(end), head[-3:]
            if not end:
                return 0
        frames, start = 0, self._skip
        while frames <= most and (size := _frame_size(data[start : start + 10])):
            frames, start = frames + 1, start + size
        self._unread, self._skip = data[start:], max(0, start - len(data))
        return frames


def _frame_size(head: bytes) -> int:
    """The size of the frame that begins with `head`; 0 if more of the head is needed."""
    if len(head) < 2:
        return 0
    masked, length = head[1] >> 7, head[1] & 127
    more = {126: 2, 127: 8}.get(length, 0)
    if len(head) < 2 + more:
        return 0
    return 2 + more + 4 * masked + (int.from_bytes(head[2 : 2 + more], "big") if more else length)


class CountedConnection(ServerConnection):
    """A connection that is cut before the excess is answered.

    The library gets to know it when there is something to read in it: nothing else of it costs more than a socket.
    """

    guard: Guard
    allowance: ByteLimit
    _tls: TlsTransport | None = None
    _opened = False
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        send_at_once(transport.get_extra_info("socket"))
        guard, self._tcp = self.guard, transport
        peer, now = transport.get_extra_info("peername"), guard.clock()
        address = address_of(peer) if peer else ""  # gone already
        self.allowance, self._frames = ByteLimit(guard.allowances, address, now), FrameCounter()
        if guard.context is None:
            self._open(transport)
        else:
            self._cut_after(guard.opening)
        if not (peer and guard.connections.add(self, address, now)):
            self.cut()
        elif surplus := guard.connections.surplus(guard.most, guard.needed()):
            assert isinstance(surplus, CountedConnection)
            surplus.cut()

    def cut(self) -> None:
        self._tcp.abort()

    def _open(self, transport: asyncio.Transport) -> None:
        self._opened = True
        super().connection_made(transport)

    def _cut_after(self, seconds: float) -> None:
        self._late = self.loop.call_later(seconds, self.cut)

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def data_received(self, data: bytes) -> None:
        if not self.allowance.received(len(data), self.guard.clock()):
            self.cut()
        elif self.guard.context is None:
            self._receive(data)
        elif self._tls or data.startswith(HANDSHAKE):
            self._tls = self._tls or TlsTransport(self._tcp, self.guard.context)
            self._tls.receive(data)
            self._decrypt(self._tls)
        else:
            self.cut()

    def _decrypt(self, tls: TlsTransport) -> None:
        for content in tls.read():
            if not content:
                self._end(tls)
                return
            if not self._opened:
                self._in_time()
                self._open(tls)
            self._receive(content)
        tls.flush()

    def _end(self, tls: TlsTransport) -> None:
        if self._opened:
            self.eof_received()
            tls.close()
        else:
            tls.flush()
            self.cut()

    def _receive(self, content: bytes) -> None:
        now = self.guard.clock()
        frames = self._frames.count(content, self.allowance.steps_left(now))
        if self.allowance.stepped(1 + frames, now):
            super().data_received(content)
        else:
            self.cut()

    def eof_received(self) -> None:
        if self._opened:
            super().eof_received()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._cut_after(READ_WITHIN)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._in_time()

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        self.guard.connections.remove(self)
        if self._opened:
            super().connection_lost(exc)


def guarded(guard_of_port: Guard) -> type[ServerConnection]:
    class GuardedConnection(CountedConnection):
        guard = guard_of_port

    return GuardedConnection
