"""The network: lines that deliver in order, late, or not at all, and whose ends learn of that in their own time."""

from random import Random
from typing import Protocol

from simulation.timeline import Timeline

from sixqp_protocol.refusals import Farewell

NOTICED = 12.0
"""Seconds within which an end notices that the other one is silent."""


class End(Protocol):
    """One end of a line."""

    def hear(self, line: "Line", data: bytes) -> None:
        """This came."""

    def lost(self, line: "Line", farewell: Farewell | None) -> None:
        """The line is over."""


class Line:
    """A connection between a client and a table's process. `peer` is its number there.

    An end that is `off` hears nothing any more. `broken`: nothing gets through, and the ends do not know yet.
    """

    def __init__(self, time: Timeline, lots: Random, peer: int, delay: float, ends: tuple[End, End]) -> None:
        self.peer = peer
        self.broken = False
        self._time, self._lots, self._delay, self._ends = time, lots, delay, ends
        self._on = [True, True]
        self._last = [0.0, 0.0]

    def stands(self, end: End) -> bool:
        """Whether this end knows of nothing bad."""
        return self._on[self._ends.index(end)]

    def put(self, sender: End, data: bytes) -> None:
        """Send this to the other end."""
        to = 1 - self._ends.index(sender)
        self._time.at(self._arrival(to), self._deliver, to, data)

    def close(self, sender: End, farewell: Farewell | None = None) -> None:
        """End the line; what was sent before still arrives."""
        self.leave(sender)
        to = 1 - self._ends.index(sender)
        self._time.at(self._arrival(to), self._end, to, farewell)

    def leave(self, end: End) -> None:
        """This end hears nothing from now on."""
        self._on[self._ends.index(end)] = False

    def reset(self) -> None:
        """Lose what is under way; both ends notice soon."""
        self._break(2 * self._delay)

    def hang(self) -> None:
        """Lose what is under way and all that follows; each end notices by the other's silence."""
        self._break(NOTICED)

    def _break(self, within: float) -> None:
        self.broken = True
        for end in (0, 1):
            self._time.after(self._lots.uniform(0, within), self._end, end, None, True)

    def _arrival(self, to: int) -> float:
        moment = self._time.now + self._delay * self._lots.uniform(0.2, 2)
        self._last[to] = max(moment, self._last[to])
        return self._last[to]

    def _deliver(self, to: int, data: bytes) -> None:
        if self._on[to] and not self.broken:
            self._ends[to].hear(self, data)

    def _end(self, to: int, farewell: Farewell | None, noticed: bool = False) -> None:
        if self._on[to] and (noticed or not self.broken):
            self._on[to] = False
            self._ends[to].lost(self, farewell)
