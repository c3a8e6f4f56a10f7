"""The list of tables, without network or clock."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

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

Endpoint = tuple[str, int]
Mark = Literal["known", "other_host"]
"""`known`: has the certificate of an earlier visit. `other_host`: has only the title of one."""


@dataclass(frozen=True)
class FoundTable:
    """A table on the list, with the best endpoints first; `stale` tables don't answer.

    Anybody may announce endpoints; only the certificate proves the table.
    """

    advert: Advertisement
    endpoints: tuple[Endpoint, ...]
    stale: bool = False
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


class KnownHosts(NamedTuple):
    """The certificates and titles of earlier visits."""

    fingerprints: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()

    def mark(self, advert: Advertisement) -> Mark | None:
        if advert.fingerprint in self.fingerprints:
            return "known"
        return "other_host" if advert.title.casefold() in self.titles else None


NOT_KNOWN: Final = KnownHosts()


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
    def best_endpoints(self) -> tuple[Endpoint, ...]:
        best = (self.answered,) if self.answered else ()
        return tuple(dict.fromkeys((*best, *self.endpoints)))


def has_twin(table: FoundTable, tables: Iterable[FoundTable]) -> bool:
    """Whether another table has the same title and mark, so that only the addresses differ."""
    return sum(each.title.casefold() == table.title.casefold() and each.mark == table.mark for each in tables) > 1


class TableList:
    """All known tables. One that stops answering is hidden, not forgotten."""

    def __init__(self, known: KnownHosts = NOT_KNOWN) -> None:
        self._entries: dict[Identity, _Entry] = {}
        self._known = known

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """By title and id."""
        shown = (self._table(entry) for entry in self._entries.values() if entry.failures < GONE_AFTER)
        return tuple(sorted(shown, key=_by_title))

    def _table(self, entry: _Entry) -> FoundTable:
        stale = entry.failures >= STALE_AFTER
        return FoundTable(entry.advert, entry.best_endpoints, stale, self._known.mark(entry.advert))

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

    def due(self, now: float) -> tuple[FoundTable, ...]:
        """The tables to probe now."""
        due = [entry for entry in self._entries.values() if entry.due <= now]
        for entry in due:
            entry.due = now + PROBE_EVERY
        return tuple(map(self._table, due))

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
        """The tables with this id or title, in any case."""
        return tuple(each for each in self.tables if each.is_called(wanted))

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
