"""The network: connections that deliver in order, late, or not at all; each end learns of that in its own time."""

import asyncio
from collections import deque
from random import Random

from simulation.event_loop import Scheduler

from sixqp_tui.client.link import ConnectionLost

NOTICED = 12.0
"""Seconds within which an end notices that the other one is silent."""

WINDOWS = (4, 16, 64)
"""How many messages may be under way in one direction: with few, whoever reads late is waited for."""


class Network:
    """The network between the clients and the table: a message is under way for `delay` seconds, about."""

    def __init__(self, scheduler: Scheduler, rng: Random, delay: float) -> None:
        self.scheduler, self.rng, self.delay = scheduler, rng, delay

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

    At most `window` messages are under way: then `send` waits until the other end has read some.
    """

    def __init__(self, network: Network, window: int) -> None:
        self.other = self
        self._network, self._window = network, window
        self._scheduler, self._rng = network.scheduler, network.rng
        self._inbox: deque[bytes] = deque()
        self._lost: ConnectionLost | None = None
        self._off = self._unplugged = self._frozen = False
        self._last_arrival = 0.0
        self._under_way = 0
        self._changed: list[asyncio.Future[None]] = []

    @property
    def all_read(self) -> bool:
        return self._under_way == 0

    @property
    def writable(self) -> bool:
        return self._lost is None and self._under_way < self._window

    def write(self, data: bytes) -> None:
        """Hand a message over at once. Only while `writable`."""
        self._under_way += 1
        self._scheduler.at(self._arrival(), self.other.deliver, data)

    async def send(self, data: bytes) -> None:
        """Hand a message over; waits while too much is under way. Raises ConnectionLost."""
        while self._lost is None and self._under_way >= self._window:
            await self._change()
        if self._lost is not None:
            raise ConnectionLost(self._lost.code, self._lost.reason)
        self.write(data)

    async def recv(self) -> bytes:
        """The next message. Raises ConnectionLost when all that came before the end has been read."""
        while self._frozen or not self._inbox:
            if self._lost is not None:
                raise ConnectionLost(self._lost.code, self._lost.reason)
            await self._change()
        self.other.acknowledge()
        return self._inbox.popleft()

    async def close(self, code: int | None = 1000, reason: str = "") -> None:
        self.leave(code, reason)

    def leave(self, code: int | None = None, reason: str = "") -> None:
        """As `close`, for whoever does not wait."""
        if self._off:
            return
        self._off = True
        self._lose(code, reason)
        self._scheduler.at(self._arrival(), self.other.end, code, reason)

    def freeze(self, seconds: float) -> None:
        """Read nothing for so long."""
        self._frozen = True
        self._scheduler.after(seconds, self._thaw)

    # -- what happens to both ends ------------------------------------------------------------------

    @property
    def broken(self) -> bool:
        return self._unplugged or self._off or self._lost is not None

    def reset(self) -> None:
        self._unplug_both(2 * self._network.delay)

    def hang(self) -> None:
        self._unplug_both(NOTICED)

    def die(self) -> None:
        """The process of this end is no more: it hears and says nothing, and the other end learns of it, or not."""
        self._off = True
        self._lose(None)
        (self.reset if self._rng.random() < 0.8 else self.hang)()

    def unplug(self, within: float) -> None:
        """Nothing comes or goes here any more, which this end notices within this many seconds."""
        self._unplugged = True
        self._scheduler.after(self._rng.uniform(0, within), self._lose, None)

    def _unplug_both(self, within: float) -> None:
        for end in (self, self.other):
            end.unplug(within)

    # -- what comes ---------------------------------------------------------------------------------

    def deliver(self, data: bytes) -> None:
        if not (self._off or self._unplugged):
            self._inbox.append(data)
            self._wake()

    def acknowledge(self) -> None:
        """The other end has read a message."""
        self._under_way -= 1
        self._wake()

    def end(self, code: int | None, reason: str) -> None:
        """The other end has closed the connection."""
        if not (self._off or self._unplugged):
            self._lose(code, reason)

    def _arrival(self) -> float:
        """When what is sent now arrives: never before what was sent earlier."""
        moment = self._scheduler.now + self._network.seconds()
        self._last_arrival = max(self._last_arrival, moment)
        return self._last_arrival

    def _lose(self, code: int | None, reason: str = "") -> None:
        self._lost = self._lost or ConnectionLost(code, reason)
        self._wake()

    def _thaw(self) -> None:
        self._frozen = False
        self._wake()

    def _wake(self) -> None:
        for waiting in self._changed:
            if not waiting.done():
                waiting.set_result(None)
        self._changed.clear()

    async def _change(self) -> None:
        waiting = asyncio.get_running_loop().create_future()
        self._changed.append(waiting)
        await waiting
