"""A client's connection before asyncssh sees it: counts its bytes, and ends it when it is silent for too long."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from sixqp_tui.engine.token_bucket import TokenBucket

BYTES_A_SECOND: Final = 24 * 1024.0
"""One connection's, including all ssh overhead: a mouse that never rests sends eight thousand."""
BYTES_AT_ONCE: Final = 48 * 1024.0
"""A key exchange takes six thousand."""
READ: Final = 16 * 1024
_NEW_KEYS: Final = bytes.fromhex("0000000c0a15")
"""The start of the last packet without encryption (RFC 4253, 6 and 7.3). The guest's program has the key then."""


class Line:
    """A client's connection, relayed to asyncssh over a socket pair."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
        self.address = address
        self._inner: asyncio.StreamWriter | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._reader, self._writer = reader, writer
        self._bucket = TokenBucket(BYTES_A_SECOND, BYTES_AT_ONCE, time.monotonic())

    def postpone(self, seconds: float | None) -> None:
        """Cut this line in so many seconds; None: not any more."""
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None
        if seconds is not None:
            self._deadline = asyncio.get_running_loop().call_later(seconds, self.cut)

    def cut(self) -> None:
        self.postpone(None)
        for writer in (self._writer, self._inner):
            if writer:
                writer.transport.abort()

    async def refuse(self, sentence: str) -> None:
        """Explain the refusal in the form that ssh allows before the key exchange."""
        with suppress(OSError):
            self._writer.write(b"SSH-2.0-sixqp\r\n" + disconnect_packet(sentence))
            async with asyncio.timeout(1.0):
                await self._writer.drain()
                self._writer.write_eof()
                await self._reader.read(READ)
        self.cut()

    async def relay(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, keys_exchanged: Callable[[], None]
    ) -> None:
        """Until either side ends. Raises OSError in a group."""
        self._inner = writer
        async with asyncio.TaskGroup() as group:
            group.create_task(self._relay_in(writer))
            group.create_task(self._relay_out(reader, keys_exchanged))

    async def _relay_in(self, inner: asyncio.StreamWriter) -> None:
        while data := await self._reader.read(READ):
            wait = self._bucket.borrow(time.monotonic(), len(data))
            await asyncio.sleep(wait)  # noqa: TID251 (a client that sends more has to wait)
            inner.write(data)
            await inner.drain()
        self.cut()

    async def _relay_out(self, inner: asyncio.StreamReader, keys_exchanged: Callable[[], None]) -> None:
        exchanged = False
        while data := await inner.read(READ):
            if not exchanged and _NEW_KEYS in data:
                exchanged = True
                keys_exchanged()
            self._writer.write(data)
            await self._writer.drain()
        with suppress(OSError):
            self._writer.close()
            async with asyncio.timeout(1.0):
                await self._writer.wait_closed()
        self.cut()


def disconnect_packet(sentence: str) -> bytes:
    """SSH_MSG_DISCONNECT without encryption (RFC 4253, 6 and 11.1)."""
    text, too_many = sentence.encode(), 12
    payload = b"\x01" + too_many.to_bytes(4, "big") + len(text).to_bytes(4, "big") + text + b"\0\0\0\0"
    padding = 8 - (len(payload) + 5) % 8 + (8 if 8 - (len(payload) + 5) % 8 < 4 else 0)
    return (len(payload) + padding + 1).to_bytes(4, "big") + bytes((padding,)) + payload + bytes(padding)
