"""One connection's outgoing side: a bounded queue and its one writer, for whom nobody else waits."""

import asyncio
from collections import deque
from collections.abc import Callable

from sixqp_protocol.codec import encode
from sixqp_protocol.messages import Goodbye
from sixqp_protocol.refusals import Farewell
from sixqp_tui.host.network.line import Transport

MESSAGES = 256
"""Messages that wait for one connection at most (`SPEC.md`, Limits): a whole round of ten brings fewer."""
BYTES = 256 * 1024
"""Bytes that wait for one connection at most: four of the longest messages, and 10 MiB for all connections."""
SEND_TIMEOUT = 5.0
"""Seconds that the other end has to take a message: a line that stands still for longer is lost."""


RENEW_AFTER = 0.1
"""Seconds after which a message that was taken gives those behind it the whole time again; most take far less, and
share one deadline."""


class Connection:
    """What is to be sent to one peer, in order, and how its line ends."""

    def __init__(
        self, peer: int, transport: Transport, drained: Callable[[int], None], address: str | None = None
    ) -> None:
        self.peer = peer
        self.transport = transport
        self.address = address
        self.ending = False
        self.cut = False
        self.gave_up = False
        self.idle = True
        self.code = 1000
        self.reason = ""
        self._drained = drained
        self._queue: deque[bytes] = deque()
        self._size = 0
        self._wake = asyncio.Event()

    def put(self, data: bytes) -> None:
        """Send this message, at once or after what is queued; whoever lets too much queue up is closed."""
        if self.ending:
            return
        if self.idle and self.transport.writable:
            self.transport.write(data)
            return
        if len(self._queue) >= MESSAGES or self._size + len(data) > BYTES:
            self.give_up()
            return
        self._queue.append(data)
        self._size += len(data)
        self.idle = False
        self._wake.set()

    def end(self, farewell: Farewell) -> None:
        self._end(farewell.close_code, farewell.value)

    def dismiss(self, farewell: Farewell) -> None:
        """Say goodbye, and end."""
        self.put(encode(Goodbye(farewell)))
        self.end(farewell)

    def fail(self) -> None:
        """End without a farewell: something went wrong on this side, and the client may come back.

        What it has said and nobody has heard yet is not heard any more.
        """
        self.cut = True
        self._end(1011, "")

    def _end(self, code: int, reason: str) -> None:
        if not self.ending:
            self.ending, self.code, self.reason = True, code, reason
        self._wake.set()

    def give_up(self) -> None:
        """End as too slow: nothing more is sent, and nobody waits for what is."""
        self.gave_up = True
        self._queue.clear()
        self.end(Farewell.TOO_SLOW)

    async def write(self) -> None:
        """Send what is queued until the line ends or is lost, or a message was not taken within 5 s."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._write_queue()
            except ConnectionError:
                return
            except TimeoutError:
                self.give_up()
            if self.ending:
                return
            self.idle = True
            self._drained(self.peer)

    async def _write_queue(self) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with asyncio.timeout_at(began + SEND_TIMEOUT) as limit:
            while self._queue:
                data = self._queue.popleft()
                self._size -= len(data)
                await self.transport.send(data)
                if (now := loop.time()) > began + RENEW_AFTER:
                    began = now
                    limit.reschedule(began + SEND_TIMEOUT)
