"""Whose turn it is to come in from the network: cheap places outside, few inside, and shared out by address."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from sixqp_tui.host.network.limits import Limits
from sixqp_tui.token_bucket import TokenBucket

C = TypeVar("C", bound=Hashable)


class Visit(NamedTuple):
    """Where somebody comes from, and since when they have been where they are."""

    address: str
    since: float


class Doorstep(Generic[C]):
    """Those who have connected and are not in: silent, waiting for their turn, or opening (TLS to Hello).

    Who says nothing costs nearly nothing, and goes first when there is no place. Nobody is kept out by another
    address: the turns go to the address that has the fewest opening, and the places are taken from the one
    that has the most. All moments are seconds of one steady clock.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._silent: dict[C, Visit] = {}
        self._waiting: dict[C, Visit] = {}
        self._opening: dict[C, Visit] = {}
        self._allowances: dict[str, TokenBucket] = {}

    @property
    def empty(self) -> bool:
        """Whether nobody is here."""
        return not (self._silent or self._waiting or self._opening)

    def came(self, caller: C, address: str, now: float) -> C | None:
        """Somebody has connected; who has to go for that, if anybody."""
        self._silent[caller] = Visit(address, now)
        crowd = Counter(visit.address for visit in chain(self._silent.values(), self._waiting.values()))
        if crowd[address] > self._limits.on_doorstep // 2:
            surplus = self._last_in_line(address)
        elif crowd.total() > self._limits.on_doorstep:
            surplus = self._last_in_line(_most(crowd))
        else:
            return None
        self.gone(surplus)
        return surplus

    def _last_in_line(self, address: str) -> C:
        outside = chain(self._silent.items(), reversed(self._waiting.items()))
        return next(caller for caller, visit in outside if visit.address == address)

    def spoke(self, caller: C, now: float) -> None:
        """The first bytes of this caller are here: it waits for its turn."""
        visit = self._silent.pop(caller, None)
        if visit is not None:
            self._waiting[caller] = visit._replace(since=now)

    def gone(self, caller: C) -> None:
        """This caller is in, or has left."""
        for place in (self._silent, self._waiting, self._opening):
            place.pop(caller, None)

    def next(self, now: float) -> C | None:
        """Whose turn it is now, to open; None where nobody's is."""
        load = self._load()
        fit = (caller for caller, visit in self._waiting.items() if self._may_open(visit.address, load, now))
        caller = min(fit, key=lambda each: load[self._waiting[each].address], default=None)
        if caller is not None:
            address = self._waiting.pop(caller).address
            self._purse(address, now).take(now)
            self._opening[caller] = Visit(address, now)
        return caller

    def _load(self) -> Counter[str]:
        return Counter(visit.address for visit in self._opening.values())

    def _may_open(self, address: str, load: Counter[str], now: float) -> bool:
        return self._has_place(address, load) and self._purse(address, now).has(now)

    def _has_place(self, address: str, load: Counter[str]) -> bool:
        most = self._limits.opening
        return len(self._opening) < most and load[address] < most - most // 4

    def _purse(self, address: str, now: float) -> TokenBucket:
        if address not in self._allowances:
            self._allowances = {of: each for of, each in self._allowances.items() if not each.full(now)}
            self._allowances[address] = TokenBucket(self._limits.rate, self._limits.burst, now)
        return self._allowances[address]

    def late(self, now: float) -> Iterable[C]:
        """Who has taken too long by now, and has to go."""
        outside = chain(self._silent.items(), self._waiting.items())
        late = [caller for caller, visit in outside if visit.since + self._limits.patience <= now]
        load = self._load()
        if not all(self._has_place(visit.address, load) for visit in self._waiting.values()):
            slow = {c: visit for c, visit in self._opening.items() if visit.since + self._limits.grace <= now}
            if slow:
                late.append(_of(_most(Counter(visit.address for visit in slow.values())), slow))
        for caller in late:
            self.gone(caller)
        return late


def _most(crowd: Counter[str]) -> str:
    return max(crowd, key=crowd.__getitem__)


def _of(address: str, visits: Mapping[C, Visit]) -> C:
    return next(caller for caller, visit in visits.items() if visit.address == address)
