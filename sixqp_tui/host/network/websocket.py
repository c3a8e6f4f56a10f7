"""The host's end of a WebSocket over TLS, without I/O (`SPEC.md`, Transport)."""

import logging
import ssl
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache

from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from sixqp_protocol.codec import CLIENT_LIMIT, BadMessage
from sixqp_protocol.version import SUBPROTOCOL
from sixqp_tui.host.network.gateway import HEADER

MAX_UNREAD = 8
"""Unread messages after which nothing more is decrypted. A client rarely has two on the way."""
TLS_HANDSHAKE = b"\x16"
"""The first byte of every TLS connection (RFC 8446, 5.1)."""
_quiet = logging.getLogger(f"{__name__}.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False


class SecureWebSocket:
    """`receive` takes bytes from the other end; `data_to_send` returns bytes for it.

    `unread` has messages, with a BadMessage for each text, and `pongs` the payloads of pongs; the reader empties
    both. Messages may be sent while `open`, from the upgrade until either end closes. `left`: the other end has
    closed in order. `credential` is a gateway's, or "". Violations of the WebSocket rules are answered as RFC 6455
    says. `allow` gets the number of frames and pieces handled; if it returns False, the connection ends.
    """

    def __init__(self, context: ssl.SSLContext, allow: Callable[[int], bool] = lambda _steps: True) -> None:
        self.unread: deque[bytes | BadMessage] = deque()
        self.pongs: list[bytes] = []
        self.upgraded = False
        self.credential = ""
        self.left = False
        self.ended = False
        self.open = False
        self._tls = TlsServer(context)
        self._allow = allow
        self._protocol = ServerProtocol(
            origins=[None], subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=CLIENT_LIMIT, logger=_quiet
        )
        self._writes: list[bytes] = []
        self._message = bytearray()
        self._is_text = False
        self._closing = False

    @property
    def secured(self) -> bool:
        return self._tls.established

    @property
    def full(self) -> bool:
        return len(self.unread) >= MAX_UNREAD

    @property
    def blocked(self) -> bool:
        return self._tls.blocked

    def receive(self, data: bytes = b"") -> None:
        if self.ended:
            return
        self._tls.receive(data)
        while not (self.ended or self.full) and (content := self._tls.read()) is not None:
            if content:
                self._protocol.receive_data(content)
            else:
                self._protocol.receive_eof()
            self._collect()
            events = self._protocol.events_received()
            for event in events:
                self._take(event)
            if not self._allow(1 + len(events)):
                self.receive_eof()
        self._note_state()

    def receive_eof(self) -> None:
        self._protocol.receive_eof()
        self.ended = True
        self._note_state()

    def _note_state(self) -> None:
        self.open = self.upgraded and not self.ended and self._protocol.state is State.OPEN

    def _take(self, event: object) -> None:
        if isinstance(event, Request) and not self.ended:
            self.credential = event.headers.get(HEADER, "") if len(event.headers.get_all(HEADER)) == 1 else ""
            self._protocol.send_response(self._protocol.accept(event))
            self.upgraded = self._protocol.state is State.OPEN
            self._collect()
        elif isinstance(event, Frame) and self.upgraded:
            if event.opcode is Opcode.CLOSE:
                self.left = True
            elif event.opcode is Opcode.PONG:
                self.pongs.append(bytes(event.data))
            elif event.opcode in (Opcode.BINARY, Opcode.TEXT, Opcode.CONT) and not self._closing:
                self._assemble(event)

    def _assemble(self, frame: Frame) -> None:
        if frame.opcode is not Opcode.CONT:
            self._is_text = frame.opcode is Opcode.TEXT
        self._message += frame.data
        if frame.fin:
            whole = BadMessage("expected a binary message, got text") if self._is_text else bytes(self._message)
            self.unread.append(whole)
            self._message.clear()

    def send(self, message: bytes) -> None:
        """Only while `open`."""
        self._writes.append(_frame(message))

    def ping(self, payload: bytes) -> None:
        """Ask for a pong; only while `open`."""
        self._protocol.send_ping(payload)

    def close(self, code: int, reason: str) -> None:
        """Begin to close; only while `open`. Later messages are ignored."""
        self._protocol.send_close(code, reason)
        self._closing = True
        self._note_state()
        self.unread.clear()

    def data_to_send(self) -> bytes:
        self._collect()
        if writes := self._writes:
            self._tls.write(writes[0] if len(writes) == 1 else b"".join(writes))
            writes.clear()
        if self.ended:
            self._tls.close()
        return self._tls.data_to_send()

    def _collect(self) -> None:
        for data in self._protocol.data_to_send():
            if data == SEND_EOF:
                self.ended = True
                self._note_state()
            else:
                self._writes.append(data)


@lru_cache(maxsize=4)
def _frame(message: bytes) -> bytes:
    """The frame of a message, the same for all peers: a host doesn't mask frames or use extensions."""
    return Frame(Opcode.BINARY, message).serialize(mask=False)


PIECE = 512
"""Bytes per read: enough for nearly every message, and few enough to stop before many small frames cost much."""


class TlsServer:
    def __init__(self, context: ssl.SSLContext) -> None:
        self.established = False
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._unsent = b""

    @property
    def blocked(self) -> bool:
        return bool(self._unsent)

    def receive(self, data: bytes) -> None:
        self._incoming.write(data)

    def read(self) -> bytes | None:
        """The next piece of content, after the handshake; None if more bytes are needed.

        `b""` is the end: the other side has closed, or has violated TLS.
        """
        try:
            if not self.established:
                self._tls.do_handshake()
                self.established = True
            if not (self._incoming.pending or self._tls.pending()):
                return None
            return self._tls.read(PIECE)
        except ssl.SSLWantReadError:
            return None
        except ssl.SSLError:
            return b""

    def write(self, data: bytes) -> None:
        self._unsent += data

    def close(self) -> None:
        self._encrypt()
        with suppress(ssl.SSLError):  # it would wait for the answer, or TLS has failed already
            self._tls.unwrap()

    def data_to_send(self) -> bytes:
        if self._unsent:
            self._encrypt()
        return self._outgoing.read()

    def _encrypt(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[self._tls.write(self._unsent) :]
        except ssl.SSLWantReadError:
            return
        except ssl.SSLError:  # the reader notices that the connection is broken
            self._unsent = b""
