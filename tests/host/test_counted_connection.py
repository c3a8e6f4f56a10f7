"""The host's end of a WebSocket over TLS: whatever the other end says, in whatever pieces, without a socket."""

import asyncio
import ssl
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, cast

import pytest
from hypothesis import given, strategies as st
from support.network import context as trusting, frame
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from sixqp_protocol.codec import CLIENT_LIMIT
from sixqp_protocol.version import SUBPROTOCOL
from sixqp_tui.host.network import counted_connection
from sixqp_tui.host.network.connection_limits import PlacesByAddress
from sixqp_tui.host.network.counted_connection import CountedConnection, Guard, guarded
from sixqp_tui.store.certificate import load_or_create, server_context


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    return server_context(load_or_create(tmp_path_factory.mktemp("certificate")))


class Tcp(asyncio.Transport):
    """A TCP connection: what was written to it, and whether it reads, or is cut."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.reading, self.half_closed, self.aborted, self.closed = True, False, False, False

    def write(self, data: Any) -> None:
        assert not self.half_closed
        self.writes.append(bytes(data))

    def write_eof(self) -> None:
        self.half_closed = True

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted or self.closed

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        assert high

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"socket": self, "peername": ("10.0.0.1", 50000)}.get(name, default)

    def setsockopt(self, *option: int) -> None:
        assert len(option) == 3


class Upgrades:
    """The library's server, as far as a connection knows it: answers the upgrade."""

    def __init__(self) -> None:
        self.handler_tasks: set[asyncio.Task[None]] = set()

    def handler(self, connection: CountedConnection) -> Coroutine[Any, Any, None]:
        return connection.handshake(server_header=None)

    def is_serving(self) -> bool:
        return True


class Line:
    """Both ends of a TCP connection, at which no time passes.

    The client's is `tls` and, within it, `protocol`; `piece` bytes of what it says pass at a time.
    """

    def __init__(self, context: ssl.SSLContext, piece: int = 1 << 20) -> None:
        guard = Guard(PlacesByAddress(9), 9, set, lambda: 0.0, context)
        of_host = ServerProtocol(origins=[None], subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=CLIENT_LIMIT)
        connection = guarded(guard)(of_host, cast("Any", Upgrades()), ping_interval=None, max_queue=8)
        assert isinstance(connection, CountedConnection)
        self.tcp, self.connection = Tcp(), connection
        self.connection.connection_made(self.tcp)
        self._piece, self._incoming, self._outgoing = piece, ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = trusting().wrap_bio(self._incoming, self._outgoing)
        self.protocol = ClientProtocol(parse_uri("wss://sixqp/"), subprotocols=[Subprotocol(SUBPROTOCOL)])
        self.heard: list[object] = []
        self.hung_up = False

    @property
    def open(self) -> bool:
        return self.connection.state is State.OPEN and not self.tcp.is_closing()

    def receive(self, data: bytes) -> None:
        if not self.tcp.is_closing():
            self.connection.data_received(data)

    def data_to_send(self) -> bytes:
        said = b"".join(self.tcp.writes)
        self.tcp.writes.clear()
        return said

    def exchange(self) -> None:
        """Let pass what either TLS has to say."""
        said = self._outgoing.read()
        for start in range(0, len(said), self._piece):
            self.receive(said[start : start + self._piece])
        self._incoming.write(self.data_to_send())

    async def upgrade(self, more: bytes = b"") -> None:
        """Shake hands and ask for the upgrade, saying this at once behind it."""
        while self.tls.version() is None:
            with suppress(ssl.SSLWantReadError):
                self.tls.do_handshake()
            self.exchange()
        self.protocol.send_request(self.protocol.connect())
        self.speak(more)
        for _ in range(5):
            await asyncio.sleep(0)  # noqa: TID251 (lets the host answer)
        self.listen()

    def speak(self, *more: bytes) -> None:
        """Send what the protocol has to say and this behind it, in one record, and take in the answer."""
        if said := b"".join([*self.protocol.data_to_send(), *more]):
            self.tls.write(said)
        self.exchange()
        self.listen()

    def listen(self) -> None:
        """Take in what the host has said."""
        self._incoming.write(self.data_to_send())
        with suppress(ssl.SSLWantReadError):
            while data := self.tls.read(1 << 16):
                self.protocol.receive_data(data)
            self.hung_up = True
        self.heard += self.protocol.events_received()

    def close_code(self) -> int | None:
        """The code that the host has closed with, having hung up."""
        assert self.hung_up and not self.open
        self.protocol.receive_eof()
        return self.protocol.close_code


async def opened(context: ssl.SSLContext, piece: int = 1 << 20) -> Line:
    line = Line(context, piece=piece)
    await line.upgrade()
    assert line.protocol.state is State.OPEN and line.open
    return line


@pytest.mark.parametrize("piece", [1, 7, 1 << 20])
async def test_messages_are_reassembled_from_any_pieces(context: ssl.SSLContext, piece: int) -> None:
    line = await opened(context, piece)
    line.speak(frame(Opcode.BINARY, b"on", fin=False), frame(Opcode.CONT, b"e"), frame(Opcode.BINARY, b"two"))
    assert [await line.connection.recv(), await line.connection.recv()] == [b"one", b"two"]
    await line.connection.send(b"x" * 40_000)
    line.listen()
    assert [event.data for event in line.heard[1:] if isinstance(event, Frame)] == [b"x" * 40_000]


async def test_messages_of_one_moment_travel_in_one_packet(context: ssl.SSLContext) -> None:
    line = await opened(context)
    for message in (b"one", b"two"):
        await line.connection.send(message)
    await asyncio.sleep(0)  # noqa: TID251 (the moment passes)
    assert len(line.tcp.writes) == 1
    line.listen()
    assert [event.data for event in line.heard[1:] if isinstance(event, Frame)] == [b"one", b"two"]


async def test_data_sent_before_the_upgrade_answer_is_received(context: ssl.SSLContext) -> None:
    line = Line(context)
    await line.upgrade(frame(Opcode.BINARY, b"already"))
    assert await line.connection.recv() == b"already"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (frame(Opcode.BINARY, bytes(CLIENT_LIMIT + 1)), CloseCode.MESSAGE_TOO_BIG),
        (frame(Opcode.BINARY, b"begun", fin=False) * 2, CloseCode.PROTOCOL_ERROR),
        (frame(Opcode.CONT, b""), CloseCode.PROTOCOL_ERROR),
        (b"\x83\x80\0\0\0\0", CloseCode.PROTOCOL_ERROR),
        (frame(Opcode.CLOSE, b"\0"), CloseCode.PROTOCOL_ERROR),
    ],
    ids=["too long", "two beginnings", "no beginning", "an unknown frame", "a bad close"],
)
async def test_a_violation_is_answered_and_what_follows_discarded(
    context: ssl.SSLContext, said: bytes, code: CloseCode
) -> None:
    line = await opened(context)
    line.speak(said, frame(Opcode.BINARY, b"behind"))
    assert line.close_code() == code
    assert line.tcp.half_closed and line.tcp.reading and not line.tcp.is_closing()
    line.receive(b"\x17\x03\x03 whatever follows")
    line.connection.eof_received()
    line.connection.connection_lost(None)
    with pytest.raises(ConnectionClosed):
        while await line.connection.recv() == b"begun":
            pass


async def test_too_many_small_frames_at_once_cut_the_connection(context: ssl.SSLContext) -> None:
    line = await opened(context)
    line.heard.clear()
    line.speak(frame(Opcode.PING, b"") * 400)
    pongs = sum(isinstance(event, Frame) and event.opcode is Opcode.PONG for event in line.heard)
    assert line.tcp.aborted and pongs < 256


async def test_small_tls_records_cost_as_much_as_small_frames(context: ssl.SSLContext) -> None:
    line = await opened(context)
    for _ in range(300):
        line.tls.write(b"\x82")
    line.exchange()
    assert line.tcp.aborted


async def test_reading_pauses_while_too_many_messages_are_unread(context: ssl.SSLContext) -> None:
    line = await opened(context)
    for number in range(9):
        line.speak(frame(Opcode.BINARY, bytes([number])))
    assert not line.tcp.reading
    assert [await line.connection.recv() for _ in range(9)] == [bytes([number]) for number in range(9)]
    assert line.tcp.reading


async def test_closing_tls_ends_the_connection(context: ssl.SSLContext) -> None:
    line = await opened(context)
    with pytest.raises(ssl.SSLWantReadError):
        line.tls.unwrap()
    line.exchange()
    assert line.tcp.closed and not line.open


async def test_a_deaf_peer_is_cut(context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted_connection, "READ_WITHIN", 0.01)
    slow, deaf = await opened(context), await opened(context)
    for line in (slow, deaf):
        line.connection.pause_writing()
    slow.connection.resume_writing()
    await asyncio.sleep(0.05)  # noqa: TID251 (the limit passes)
    assert deaf.tcp.aborted and not slow.tcp.aborted


async def test_what_is_not_tls_is_cut_unanswered(context: ssl.SSLContext) -> None:
    line = Line(context)
    line.receive(b"GET / HTTP/1.0\r\n\r\n")
    assert line.tcp.aborted and not line.tcp.writes


@given(said=st.binary(max_size=400), upgraded=st.booleans())
def test_arbitrary_bytes_in_tls_leave_the_connection_open_or_ended(
    context: ssl.SSLContext, said: bytes, upgraded: bool
) -> None:
    async def say() -> None:
        line = Line(context)
        await line.upgrade(b"" if upgraded else said)
        if upgraded:
            line.speak(said)
        assert line.open or line.tcp.half_closed

    asyncio.run(say())
