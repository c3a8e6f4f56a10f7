"""The other end of TLS and of a WebSocket in memory, for the host's end without a socket."""

import ssl
from collections.abc import Callable, Iterator

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.typing import Origin, Subprotocol
from websockets.uri import parse_uri

from sixqp_protocol.version import SUBPROTOCOL


class TlsClient:
    """The other end of TLS."""

    def __init__(self) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.incoming, self.outgoing)

    def shake_hands(self) -> bool:
        """Go on with the handshake; whether it is done."""
        try:
            self.tls.do_handshake()
        except ssl.SSLWantReadError:
            return False
        return True


class WebSocketClient(TlsClient):
    """The other end, its TLS standing.

    `receive` takes what it says, `data_to_send` gives what is said to it; `piece` bytes pass at a time.
    """

    def __init__(
        self,
        receive: Callable[[bytes], None],
        data_to_send: Callable[[], bytes],
        origin: Origin | None = None,
        piece: int = 1 << 20,
    ) -> None:
        super().__init__()
        self._receive, self._data_to_send = receive, data_to_send
        self.protocol = ClientProtocol(
            parse_uri("wss://sixqp/"), origin=origin, subprotocols=[Subprotocol(SUBPROTOCOL)]
        )
        self.heard: list[object] = []
        self.hung_up = False
        self._piece = piece
        while not self.shake_hands():
            self.exchange()
        self.exchange()

    def exchange(self) -> None:
        """Let pass what either TLS has to say."""
        for data in pieces(self.outgoing.read(), self._piece):
            self._receive(data)
        self.incoming.write(self._data_to_send())

    def upgrade(self, more: bytes = b"") -> None:
        """Ask for the upgrade, saying this at once behind it."""
        self.protocol.send_request(self.protocol.connect())
        self.speak(more)

    def speak(self, *more: bytes) -> None:
        """Send what the protocol has to say and this behind it, in one record, and take in the answer."""
        said = b"".join([*self.protocol.data_to_send(), *more])
        if said:
            self.tls.write(said)
        self.exchange()
        self.listen()

    def listen(self) -> None:
        """Take in what the host has said."""
        self.incoming.write(self._data_to_send())
        try:
            while data := self.tls.read(1 << 16):
                self.protocol.receive_data(data)
            self.hung_up = True
        except ssl.SSLWantReadError:
            pass
        self.heard += self.protocol.events_received()


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))


def upgrade(port: int) -> bytes:
    """The request with which a page at this port opens its socket, under a cookie of its own."""
    return (
        f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nCookie: sixqp_seat={'f' * 32}\r\n\r\n"
    ).encode()
