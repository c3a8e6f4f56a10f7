"""The network: connections that deliver in order, late, or not at all; each end learns of that in its own time."""

import asyncio
from collections import deque
from random import Random

from simulation.processes import ProcessLoop

from sixqp_tui.client.link import ConnectionLost

NOTICED = 12.0
"""Seconds within which an end notices that the other one is silent."""

WINDOWS = (4, 16, 64)
"""How many messages may be under way in one direction: with few, whoever reads late is waited for."""

MOMENT = 1e-6
"""Seconds between two messages at least: a loop keeps no order among timers of one time."""


class Network:
    """The network between the clients and the table: a message is under way for `delay` seconds, about."""

    def __init__(self, loop: ProcessLoop, rng: Random, delay: float) -> None:
        self.loop, self.rng, self.delay = loop, rng, delay

    def connect(self) -> tuple["End", "End"]:
        """The two ends of a new connection."""
        window = self.rng.choice(WINDOWS)
        here, there = End(self, window), End(self, window)
        here.other, there.other = there, here
        return here, there

    def seconds(self) -> float:
        return self.delay * self.rng.uniform(0.2, 2)


class End:
    """One end of a connection: the channel of a client's session, and the transport of the table's server.

    At most `window` messages are under way: then `send` waits until the other end has read some. A `deaf` end
    hears nothing any more.
    """

    def __init__(self, network: Network, window: int) -> None:
        self.other = self
        self._network, self._loop, self._window = network, network.loop, window
        self._inbox: deque[bytes] = deque()
        self._lost: tuple[int | None, str] | None = None
        self.deaf = self._frozen = False
        self._last_arrival = 0.0
        self._under_way = 0
        self._changed = asyncio.Event()

    @property
    def all_read(self) -> bool:
        return self._under_way == 0

    @property
    def writable(self) -> bool:
        return self._lost is None and self._under_way < self._window

    @property
    def broken(self) -> bool:
        return self.deaf or self._lost is not None

    def write(self, data: bytes) -> None:
        """Only while `writable`."""
        self._under_way += 1
        self._loop.at(self._arrival(), self.other.deliver, data)

    async def send(self, data: bytes) -> None:
        """Raises ConnectionLost."""
        while self._lost is None and not self.writable:
            await self._changed.wait()
        if self._lost is not None:
            raise ConnectionLost(*self._lost)
        self.write(data)

    async def recv(self) -> bytes:
        """Raises ConnectionLost when all that came before the end has been read."""
        while self._frozen or not self._inbox:
            if self._lost is not None:
                raise ConnectionLost(*self._lost)
            await self._changed.wait()
        self.other.acknowledge()
        return self._inbox.popleft()

    async def close(self, code: int | None = 1000, reason: str = "") -> None:
        self.leave(code, reason)

    def leave(self, code: int | None = None, reason: str = "") -> None:
        """As `close`, for whoever doesn't wait."""
        if not self.deaf:
            self.deaf = True
            self._loop.at(self._arrival(), self.other.end, code, reason)
        self.lose(code, reason)

    def freeze(self, seconds: float) -> None:
        """Read nothing for so long."""
        self._frozen = True
        self._loop.after(seconds, self._thaw)

    def cut(self, hangs: bool) -> None:
        """Nothing comes or goes any more, which both ends notice soon, or late if the connection `hangs`."""
        within = NOTICED if hangs else 2 * self._network.delay
        for end in (self, self.other):
            end.deaf = True
            self._loop.after(self._network.rng.uniform(0, within), end.lose, None)

    def die(self) -> None:
        """The process of this end is no more: it hears and says nothing, and the other end learns of it, or not."""
        self.lose(None)
        self.cut(hangs=self._network.rng.random() < 0.2)

    # -- what comes ---------------------------------------------------------------------------------

    def deliver(self, data: bytes) -> None:
        if not self.deaf:
            self._inbox.append(data)
            self._wake()

    def acknowledge(self) -> None:
        """The other end has read a message."""
        self._under_way -= 1
        self._wake()

    def end(self, code: int | None, reason: str) -> None:
        """The other end has closed the connection."""
        if not self.deaf:
            self.lose(code, reason)

    def _arrival(self) -> float:
        """When what is sent now arrives: always after what was sent earlier."""
        self._last_arrival = max(self._last_arrival + MOMENT, self._loop.time() + self._network.seconds())
        return self._last_arrival

    def lose(self, code: int | None, reason: str = "") -> None:
        self._lost = self._lost or (code, reason)
        self._wake()

    def _thaw(self) -> None:
        self._frozen = False
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
