"""TLS over a plain transport, whose owner counts what arrives before it is decrypted."""

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

HANDSHAKE = b"\x16"
"""The first byte of every TLS connection (RFC 8446, 5.1)."""
PIECE = 512
"""Bytes per read: enough for nearly every message, and few enough to stop before many small frames cost much."""
RECORD = 16 * 1024
"""The most bytes of content in one record (RFC 8446, 5.1)."""


class TlsTransport(asyncio.Transport):
    """Encrypts what is written. Received bytes go into `receive`; their content comes out of `read`.

    What is written in one iteration of the event loop is one record and one packet, which saves two thirds of the
    packets in a turn of ten. asyncio's own transport takes a quarter of a megabyte before the handshake, and reads
    uncounted bytes.
    """

    def __init__(self, tcp: asyncio.Transport, context: ssl.SSLContext) -> None:
        super().__init__()
        self._tcp = tcp
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._established = self._eof_written = False
        self._unsent = bytearray()

    def receive(self, data: bytes) -> None:
        if not self._eof_written:
            self._incoming.write(data)

    def read(self) -> Iterator[bytes]:
        """Pieces of content, the first one after the handshake.

        `b""` is the last: the other side has closed, or has violated TLS.
        """
        while not (self._eof_written or self.is_closing()) and (content := self._read()) is not None:
            yield content
            if not content:
                break

    def _read(self) -> bytes | None:
        try:
            if not self._established:
                self._tls.do_handshake()
                self._established = True
            if not (self._incoming.pending or self._tls.pending()):
                return None
            return self._tls.read(PIECE)
        except ssl.SSLWantReadError:
            return None
        except ssl.SSLError:
            return b""

    def flush(self) -> None:
        """Send what was written, and what TLS itself has to say."""
        if self._unsent:
            with suppress(ssl.SSLError):  # the reader notices that the connection is broken
                self._tls.write(self._unsent)
            self._unsent.clear()
        if (data := self._outgoing.read()) and not self._tcp.is_closing():
            self._tcp.write(data)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._eof_written:
            return
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self.flush)
        self._unsent += data
        if len(self._unsent) >= RECORD:
            self.flush()

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        """Send nothing more, but let what arrives be discarded: closing with unread bytes loses what was sent."""
        if not self._eof_written:
            self.flush()
            self._eof_written = True
            with suppress(ssl.SSLError):  # it would wait for the answer, or TLS has failed already
                self._tls.unwrap()
            self.flush()
            if not self._tcp.is_closing():
                self._tcp.write_eof()

    def close(self) -> None:
        self.write_eof()
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
