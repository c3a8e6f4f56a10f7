"""The order in which connections are opened, shared fairly between addresses."""

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from sixqp_tui.engine.token_bucket import TokenBuckets
from sixqp_tui.host.network.connection_limits import ConnectionLimits

C = TypeVar("C", bound=Hashable)


class Entry(NamedTuple):
    address: str
    since: float
    """When the connection entered its state."""


class AcceptQueue(Generic[C]):
    """Connections before their Hello: silent, ready and waiting for a turn, or opening (TLS to Hello).

    A silent one costs little, and goes first if there is no place. No address can keep others out: turns go to the
    address with the fewest opening connections, and places are taken from the one with the most. Moments are
    seconds of a steady clock.
    """

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._silent: dict[C, Entry] = {}
        self._ready: dict[C, Entry] = {}
        self._opening: dict[C, Entry] = {}
        self._beginnings: TokenBuckets[str] = TokenBuckets(limits.rate, limits.burst)

    @property
    def empty(self) -> bool:
        return not (self._silent or self._ready or self._opening)

    def add(self, connection: C, address: str, now: float) -> C | None:
        """Queue a silent connection; return the one that must go for it, if any."""
        self._silent[connection] = Entry(address, now)
        crowd = Counter(entry.address for entry in chain(self._silent.values(), self._ready.values()))
        if crowd[address] > self._limits.queued // 2:
            surplus = self._last_in_line(address)
        elif crowd.total() > self._limits.queued:
            surplus = self._last_in_line(_most(crowd))
        else:
            return None
        self.remove(surplus)
        return surplus

    def _last_in_line(self, address: str) -> C:
        outside = chain(self._silent.items(), reversed(self._ready.items()))
        return next(connection for connection, entry in outside if entry.address == address)

    def mark_ready(self, connection: C, now: float) -> None:
        """The first bytes have arrived, so this connection waits for its turn."""
        entry = self._silent.pop(connection, None)
        if entry is not None:
            self._ready[connection] = entry._replace(since=now)

    def remove(self, connection: C) -> None:
        for state in (self._silent, self._ready, self._opening):
            state.pop(connection, None)

    def next(self, now: float) -> C | None:
        load = self._load()
        fit = (connection for connection, entry in self._ready.items() if self._may_open(entry.address, load, now))
        connection = min(fit, key=lambda each: load[self._ready[each].address], default=None)
        if connection is not None:
            address = self._ready.pop(connection).address
            self._beginnings.of(address, now).take(now)
            self._opening[connection] = Entry(address, now)
        return connection

    def _load(self) -> Counter[str]:
        return Counter(entry.address for entry in self._opening.values())

    def _may_open(self, address: str, load: Counter[str], now: float) -> bool:
        return self._has_place(address, load) and self._beginnings.of(address, now).has(now)

    def _has_place(self, address: str, load: Counter[str]) -> bool:
        most = self._limits.opening
        return len(self._opening) < most and load[address] < most - most // 4

    def remove_late(self, now: float) -> Iterable[C]:
        outside = chain(self._silent.items(), self._ready.items())
        late = [connection for connection, entry in outside if entry.since + self._limits.step_timeout <= now]
        load = self._load()
        if not all(self._has_place(entry.address, load) for entry in self._ready.values()):
            slow = {c: entry for c, entry in self._opening.items() if entry.since + self._limits.grace <= now}
            if slow:
                busiest = _most(Counter(entry.address for entry in slow.values()))
                late.append(next(connection for connection, entry in slow.items() if entry.address == busiest))
        for connection in late:
            self.remove(connection)
        return late


def _most(crowd: Counter[str]) -> str:
    return max(crowd, key=crowd.__getitem__)
