"""The server's side of a TLS connection, without I/O."""

import ssl
from contextlib import suppress

PIECE = 512
"""Bytes that one read gives at most: more than nearly every message of a client has, and so few that whoever reads
can stop before many small frames have cost much."""


class TlsServer:
    """Encrypted bytes of the other end go in by `receive`; those for it come out of `data_to_send`."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self.established = False
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._unsent = bytearray()

    @property
    def blocked(self) -> bool:
        """Whether something cannot be sent before the other end completes a message of TLS that it has begun."""
        return bool(self._unsent)

    def receive(self, data: bytes) -> None:
        """Keep what has come until it is read."""
        self._incoming.write(data)

    def read(self) -> bytes | None:
        """The next piece of content, of one record; None where more has to come first. The handshake comes before.

        Nothing at all (`b""`) means the end: the other side has closed, or has broken the rules of TLS.
        """
        try:
            if not self.established:
                self._tls.do_handshake()
                self.established = True
            return self._tls.read(PIECE)
        except ssl.SSLWantReadError:
            return None
        except ssl.SSLError:
            return b""

    def write(self, data: bytes) -> None:
        """Send this."""
        self._unsent += data

    def close(self) -> None:
        """Tell the other end that nothing follows what was written."""
        self._encrypt()
        with suppress(ssl.SSLError):  # it wants to wait for the answer; or an alert has said all
            self._tls.unwrap()

    def data_to_send(self) -> bytes:
        """All that has to go to the other end now."""
        self._encrypt()
        return self._outgoing.read()

    def _encrypt(self) -> None:
        try:
            while self._unsent:
                del self._unsent[: self._tls.write(self._unsent)]
        except ssl.SSLWantReadError:
            return
        except ssl.SSLError:  # the connection is broken, as its reader is told
            self._unsent.clear()
