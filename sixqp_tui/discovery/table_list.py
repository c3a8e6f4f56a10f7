"""The list of tables, without network or clock."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from sixqp_protocol.text import clean_title
from sixqp_tui.discovery.addresses import MAX_ADDRESSES
from sixqp_tui.discovery.advertisement import Advertisement, Identity

MAX_TABLES: Final = 50
"""More than a party has, and small enough that a flood doesn't fill the memory."""
PROBE_EVERY: Final = 10.0
"""Seconds between two probes of a table."""
PROBE_AGAIN_AFTER: Final = 2.0
"""Seconds after a probe that failed."""
STALE_AFTER: Final = 2
"""Failed probes after which a table turns grey; Wi-Fi may lose one."""
GONE_AFTER: Final = 4
"""Failed probes after which a table leaves the list."""
MAX_ENDPOINTS: Final = 2 * MAX_ADDRESSES
"""Endpoints of one table that are kept."""
MAX_TRIED: Final = 8
"""Hosts of earlier visits that are tried, latest first; each costs a TLS handshake."""

Endpoint = tuple[str, int]
ProbeKnown = Callable[[Sequence[Endpoint], str], Awaitable[Endpoint | None]]
"""Returns the first of these endpoints where a host with this certificate answers, or None."""
Mark = Literal["known", "other_host"]
"""`known`: has the certificate of an earlier visit. `other_host`: has only the title of one."""


@dataclass(frozen=True)
class FoundTable:
    """A table on the list, with the best endpoints first; `stale` tables don't answer.

    Anybody may announce endpoints; only the certificate proves the table. `remembered`: it isn't announced, but a
    host from an earlier visit answers, perhaps with another table.
    """

    advert: Advertisement
    endpoints: tuple[Endpoint, ...]
    stale: bool = False
    remembered: bool = False
    mark: Mark | None = None

    @property
    def id(self) -> str:
        return self.advert.id

    @property
    def title(self) -> str:
        return self.advert.title

    @property
    def fingerprint(self) -> str | None:
        return self.advert.fingerprint

    @property
    def identity(self) -> Identity:
        return self.advert.identity

    def is_called(self, wanted: str) -> bool:
        """Whether this is its id or title, in any case."""
        return wanted == self.id or clean_title(wanted, wanted).casefold() == self.title.casefold()


@dataclass
class _Entry:
    """`failures` counts the probes since one was answered, by the endpoint `answered`."""

    advert: Advertisement
    due: float
    endpoints: tuple[Endpoint, ...] = ()
    failures: int = 0
    answered: Endpoint | None = None

    def add(self, endpoints: Sequence[Endpoint], itself: bool) -> None:
        """The latest come first; one of several that answer by themselves keeps its place."""
        if not (itself and endpoints[0] in self.endpoints):
            self.endpoints = tuple(dict.fromkeys((*endpoints, *self.endpoints)))[:MAX_ENDPOINTS]

    @property
    def table(self) -> FoundTable:
        best = (self.answered,) if self.answered else ()
        return FoundTable(self.advert, tuple(dict.fromkeys((*best, *self.endpoints))), self.failures >= STALE_AFTER)


def has_twin(table: FoundTable, tables: Iterable[FoundTable]) -> bool:
    """Whether another table has the same title and mark, so that only the addresses differ."""
    return sum(each.title.casefold() == table.title.casefold() and each.mark == table.mark for each in tables) > 1


class TableList:
    """All known tables. One that stops answering is hidden, not forgotten."""

    def __init__(self) -> None:
        self._entries: dict[Identity, _Entry] = {}
        self._recalled: dict[str, FoundTable] = {}

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """By title and id; remembered tables come last."""
        shown = [entry.table for entry in self._entries.values() if entry.failures < GONE_AFTER]
        taken = {endpoint for each in shown for endpoint in each.endpoints}
        recalled = (each for each in self._recalled.values() if not taken.intersection(each.endpoints))
        return (*sorted(shown, key=_by_title), *sorted(recalled, key=_by_title))

    def heard(self, advert: Advertisement, endpoints: Sequence[Endpoint], now: float, itself: bool = False) -> None:
        """Handle an announcement; `itself`: it came from its only endpoint. `now` is in seconds."""
        entry = self._entries.get(advert.identity)
        if entry is None:
            if not self._make_room():
                return
            entry = self._entries[advert.identity] = _Entry(advert, now + PROBE_EVERY)
        entry.advert = advert
        entry.add(endpoints, itself)
        if entry.failures >= GONE_AFTER:
            entry.due = now

    def say_goodbye(self, table: str, now: float) -> None:
        """Anybody may send a goodbye, so the table turns grey, and leaves the list unless it answers now."""
        for entry in self._entries.values():
            if entry.advert.id == table and entry.failures < GONE_AFTER - 1:
                entry.failures, entry.due = GONE_AFTER - 1, now

    def recalled(self, table: FoundTable, answers: bool) -> None:
        self._recalled.pop(table.id, None)
        if answers:
            self._recalled[table.id] = table

    def due(self, now: float) -> tuple[FoundTable, ...]:
        """The tables to probe now."""
        due = [entry for entry in self._entries.values() if entry.due <= now]
        for entry in due:
            entry.due = now + PROBE_EVERY
        return tuple(entry.table for entry in due)

    def probed(self, table: Identity, answered: Endpoint | None, now: float) -> None:
        if entry := self._entries.get(table):
            entry.failures = 0 if answered else entry.failures + 1
            entry.answered = answered or entry.answered
            entry.due = now + (PROBE_AGAIN_AFTER if 0 < entry.failures < GONE_AFTER else PROBE_EVERY)

    def probe_all(self, now: float) -> None:
        for entry in self._entries.values():
            if entry.failures < GONE_AFTER:
                entry.due = now

    def matching(self, wanted: str) -> tuple[FoundTable, ...]:
        """The tables with this id or title, in any case; remembered ones only if there are no others."""
        named = [each for each in self.tables if each.is_called(wanted)]
        return tuple(each for each in named if not each.remembered) or tuple(named)

    def _make_room(self) -> bool:
        """A full list forgets a table that doesn't answer, else the latest of the machine that has most of them."""
        if len(self._entries) < MAX_TABLES:
            return True
        crowd = Counter(entry.endpoints[0][0] for entry in self._entries.values())

        def worst(table: Identity) -> tuple[bool, int]:
            entry = self._entries[table]
            return entry.failures >= STALE_AFTER, crowd[entry.endpoints[0][0]]

        table = max(reversed(self._entries), key=worst)
        if worst(table) <= (False, 1):
            return False
        del self._entries[table]
        return True


def _by_title(table: FoundTable) -> tuple[str, str, str]:
    return (table.title.casefold(), table.id, table.fingerprint or "")


@dataclass(frozen=True)
class KnownHost:
    id: str
    title: str
    fingerprint: str
    endpoints: tuple[Endpoint, ...]

    def found_at(self, endpoint: Endpoint) -> FoundTable:
        advert = Advertisement(self.id, self.title, seats=0, fingerprint=self.fingerprint)
        return FoundTable(advert, (endpoint,), remembered=True)


class Recognition:
    """Recognises tables of known hosts, and tables with the title of one."""

    def __init__(self, known: Sequence[KnownHost]) -> None:
        self._fingerprints = {each.fingerprint for each in known}
        self._titles = {each.title.casefold() for each in known}

    def marked(self, table: FoundTable) -> FoundTable:
        if table.remembered:
            return table
        if table.fingerprint in self._fingerprints:
            return replace(table, mark="known")
        return replace(table, mark="other_host") if table.title.casefold() in self._titles else table


def hosts_to_try(known: Sequence[KnownHost]) -> tuple[KnownHost, ...]:
    latest: dict[str, KnownHost] = {}
    for each in known:
        if each.endpoints:
            latest.setdefault(each.fingerprint, each)
    return tuple(latest.values())[:MAX_TRIED]
