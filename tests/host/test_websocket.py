"""The host's end of a WebSocket over TLS: whatever the other end says, in whatever pieces, without a socket."""

import ssl

import pytest
from hypothesis import given, strategies as st
from support.websocket import TlsClient, WebSocketClient, frame
from websockets.frames import Close, CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.typing import Origin

from sixqp_protocol.codec import CLIENT_LIMIT, BadMessage
from sixqp_tui.host.network.websocket import MAX_UNREAD, SecureWebSocket, TlsServer
from sixqp_tui.store.certificate import load_or_create, server_context


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    return server_context(load_or_create(tmp_path_factory.mktemp("certificate")))


class Client(WebSocketClient):
    """The other end, and the host's."""

    def __init__(self, context: ssl.SSLContext, origin: Origin | None = None, piece: int = 1 << 20) -> None:
        self.host = SecureWebSocket(context)
        super().__init__(self.host.receive, self.host.data_to_send, origin, piece)


def connected(context: ssl.SSLContext, piece: int = 1 << 20) -> Client:
    """A client whose WebSocket is open."""
    client = Client(context, piece=piece)
    client.upgrade()
    assert client.protocol.state is State.OPEN and client.host.open
    return client


def closed(client: Client) -> int | None:
    """The code that the host has closed with, having hung up."""
    assert client.hung_up and client.host.ended and not client.host.open
    client.protocol.receive_eof()
    return client.protocol.close_code


@pytest.mark.parametrize("piece", [1, 7, 1 << 20])
def test_messages_are_reassembled_from_any_pieces(context: ssl.SSLContext, piece: int) -> None:
    client = connected(context, piece)
    client.speak(frame(Opcode.BINARY, b"on", fin=False), frame(Opcode.CONT, b"e"), frame(Opcode.BINARY, b"two"))
    assert list(client.host.unread) == [b"one", b"two"]
    client.host.send(b"three")
    client.host.send(b"x" * 40_000)
    client.listen()
    assert [event.data for event in client.heard[1:] if isinstance(event, Frame)] == [b"three", b"x" * 40_000]


def test_a_text_frame_is_reported_in_order_as_a_bad_message(context: ssl.SSLContext) -> None:
    client = connected(context)
    client.speak(frame(Opcode.BINARY, b"1"), frame(Opcode.TEXT, b"\xff", fin=False), frame(Opcode.CONT, b""))
    client.speak(frame(Opcode.BINARY, b"2"))
    first, text, last = client.host.unread
    assert (first, last) == (b"1", b"2") and isinstance(text, BadMessage) and client.host.open


def test_pings_are_answered_and_pongs_reported(context: ssl.SSLContext) -> None:
    client = connected(context)
    client.host.ping(b"read?")
    client.listen()
    client.speak(frame(Opcode.PING, b"there?"))
    assert client.host.pongs == [b"read?"]
    assert Frame(Opcode.PONG, b"there?") in client.heard


def test_reading_stops_while_too_much_is_unread(context: ssl.SSLContext) -> None:
    client = connected(context)
    for number in range(MAX_UNREAD + 5):
        client.speak(frame(Opcode.BINARY, bytes([number])))
    assert client.host.full and len(client.host.unread) == MAX_UNREAD
    heard = [client.host.unread.popleft() for _ in range(MAX_UNREAD)]
    client.host.receive()
    assert heard + list(client.host.unread) == [bytes([number]) for number in range(MAX_UNREAD + 5)]


def test_messages_before_a_close_are_received(context: ssl.SSLContext) -> None:
    client = connected(context)
    client.protocol.send_binary(b"last words")
    client.protocol.send_close(1000)
    client.speak()
    assert list(client.host.unread) == [b"last words"] and closed(client) == 1000


def test_a_closing_host_ignores_messages_and_waits_for_the_answer(context: ssl.SSLContext) -> None:
    client = connected(context)
    client.host.close(4004, "closed")
    client.protocol.send_binary(b"too late")
    client.speak()
    assert not client.host.unread and not client.host.open and not client.host.ended
    client.speak()
    assert closed(client) == 4004 and client.protocol.close_reason == "closed"


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
def test_a_protocol_violation_ends_the_connection(context: ssl.SSLContext, said: bytes, code: CloseCode) -> None:
    client = connected(context)
    client.speak(frame(Opcode.BINARY, b"before"), said, frame(Opcode.BINARY, b"behind"))
    assert list(client.host.unread) == [b"before"] and closed(client) == code


@pytest.mark.parametrize(
    "behind",
    [b"", frame(Opcode.PING, b""), b"\xff\xff", frame(Opcode.CLOSE, Close(1000, "").serialize())],
    ids=["nothing", "a ping", "an unknown frame", "a close"],
)
def test_a_web_page_is_refused_whatever_it_sends(context: ssl.SSLContext, behind: bytes) -> None:
    client = Client(context, origin=Origin("https://example.org"))
    client.upgrade(behind)
    assert client.hung_up and client.host.ended and not client.host.upgraded and not client.host.unread


def test_data_sent_before_the_upgrade_answer_is_received(context: ssl.SSLContext) -> None:
    client = Client(context)
    client.upgrade(frame(Opcode.BINARY, b"already"))
    assert client.host.open and list(client.host.unread) == [b"already"]


def test_closing_tls_ends_the_connection(context: ssl.SSLContext) -> None:
    client = connected(context)
    with pytest.raises(ssl.SSLWantReadError):
        client.tls.unwrap()
    client.exchange()
    assert client.host.ended and not client.host.open


def test_data_written_before_the_handshake_waits_for_it(context: ssl.SSLContext) -> None:
    tls = TlsServer(context)
    tls.write(b"early")
    assert tls.data_to_send() == b"" and tls.blocked
    other = TlsClient()
    while not other.shake_hands():
        tls.receive(other.outgoing.read())
        assert tls.read() is None
        other.incoming.write(tls.data_to_send())
    tls.receive(other.outgoing.read())
    assert tls.read() is None
    other.incoming.write(tls.data_to_send())
    assert other.tls.read(99) == b"early" and not tls.blocked


@pytest.mark.slow
@given(said=st.binary(max_size=400), upgraded=st.booleans())
def test_arbitrary_bytes_in_tls_leave_the_host_open_or_ended(
    context: ssl.SSLContext, said: bytes, upgraded: bool
) -> None:
    client = Client(context)
    if upgraded:
        client.upgrade()
        client.speak(said)
    else:
        client.upgrade(said)
    assert client.host.open != client.host.ended


@pytest.mark.slow
@given(said=st.binary(max_size=400))
def test_arbitrary_bytes_instead_of_the_upgrade_open_nothing(context: ssl.SSLContext, said: bytes) -> None:
    client = Client(context)
    client.speak(said)
    assert not client.host.upgraded and not client.host.unread


@pytest.mark.slow
@given(said=st.binary(min_size=1, max_size=400), secured=st.booleans())
def test_arbitrary_bytes_instead_of_tls_are_never_received(
    context: ssl.SSLContext, said: bytes, secured: bool
) -> None:
    host = connected(context).host if secured else SecureWebSocket(context)
    host.receive(said)
    host.data_to_send()
    assert not host.unread and (secured or not host.secured)
