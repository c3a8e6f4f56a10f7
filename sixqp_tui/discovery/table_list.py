"""The tables on the list, without network or clock."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, zip_longest
from typing import Final, Literal, NamedTuple

from sixqp_protocol.text import clean_title
from sixqp_tui.discovery.addresses import MAX_ADDRESSES
from sixqp_tui.discovery.advertisement import Advertisement

MAX_TABLES: Final = 50
"""More than any party has, and a flood doesn't fill the memory."""
PROBE_EVERY: Final = 10.0
"""Seconds between two probes of a table."""
STALE_AFTER: Final = 2
"""Failed probes after which a table turns grey: one may be lost on Wi-Fi."""
GONE_AFTER: Final = 4
"""Failed probes after which a table leaves the list."""
LATE: Final = 1.0
"""Seconds after a goodbye in which anything heard of the table is older than it."""
ANSWER_COUNTS: Final = 30.0
"""Seconds for which an address counts after a table answered a query from there."""
MAX_ANNOUNCED: Final = 2 * MAX_ADDRESSES
"""Endpoints from announcements that are kept: the latest, and as many earlier ones."""
MAX_TRIED: Final = 8
"""Hosts of earlier visits that are asked, the latest first: each costs a TLS handshake."""

Endpoint = tuple[str, int]
"""A host and its port."""
ProbeKnown = Callable[[Sequence[Endpoint], str], Awaitable[Endpoint | None]]
"""The first of these endpoints where a host with this certificate answers, or None."""
Mark = Literal["disputed", "known", "other_host"]
"""`disputed`: the table is announced with two certificates. `known`: it has the certificate of an earlier visit.
`other_host`: it has the title of an earlier visit, but no certificate of one.
"""


@dataclass(frozen=True)
class FoundTable:
    """A table on the list; `endpoints` has the best first, `stale` tables don't answer.

    Anybody may announce endpoints: only the certificate proves the table. `remembered`: nothing announces the
    table, but the host of an earlier visit answers; another table may be there by now.
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
        """Two tables may have the same title."""
        return self.advert.title

    @property
    def fingerprint(self) -> str | None:
        return self.advert.fingerprint


class DueProbe(NamedTuple):
    id: str
    endpoints: tuple[Endpoint, ...]


@dataclass(frozen=True)
class _Entry:
    """What is known of one table.

    `announced` are the endpoints it names, `seen` those it has answered from, and when; `disputing` those of others
    who announce its id with another certificate.
    """

    advert: Advertisement
    due: float
    announced: tuple[Endpoint, ...] = ()
    seen: tuple[tuple[Endpoint, float], ...] = ()
    failures: int = 0
    answered: tuple[Endpoint, ...] = ()
    disputing: tuple[Endpoint, ...] = ()

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """The best first. A forged announcement adds an endpoint, and takes none away."""
        known = _without_repeats((*(endpoint for endpoint, _at in self.seen), *self.announced))
        return _without_repeats((*(each for each in self.answered if each in known), *known))

    @cached_property
    def table(self) -> FoundTable:
        """In a dispute either may be the table, so the endpoints alternate."""
        everywhere = chain.from_iterable(zip_longest(self.endpoints, self.disputing))
        return FoundTable(
            self.advert,
            _without_repeats(each for each in everywhere if each is not None),
            self.failures >= STALE_AFTER,
            mark="disputed" if self.disputing else None,
        )


def _without_repeats(endpoints: Iterable[Endpoint]) -> tuple[Endpoint, ...]:
    return tuple(dict.fromkeys(endpoints))


class TableList:
    """All tables heard of, by id. A table that stops answering is hidden, not forgotten.

    If two announce an id with different certificates, the first counts as long as it answers, and the table is
    marked as disputed.
    """

    def __init__(self) -> None:
        self._entries: Mapping[str, _Entry] = {}
        self._left: Mapping[str, float] = {}
        self._recalled: Mapping[str, FoundTable] = {}

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """By title and id; remembered tables come last."""
        shown = [entry.table for entry in self._entries.values() if entry.failures < GONE_AFTER]
        taken = {endpoint for each in shown for endpoint in each.endpoints}
        recalled = (each for each in self._recalled.values() if not taken.intersection(each.endpoints))
        return (*sorted(shown, key=_by_title), *sorted(recalled, key=_by_title))

    def heard(self, advert: Advertisement, addresses: tuple[str, ...], port: int, now: float) -> bool:
        """Handle an announcement; False if nothing changed. `now` in seconds from any origin."""
        before, announced = self._entries, tuple((address, port) for address in addresses)
        entry = self._entry(advert, announced, now)
        if entry is not None:
            self._keep(replace(entry, announced=_without_repeats((*announced, *entry.announced))[:MAX_ANNOUNCED]))
        return self._entries is not before

    def answered_query(self, advert: Advertisement, address: str, port: int, now: float) -> bool:
        before, endpoint = self._entries, (address, port)
        entry = self._entry(advert, (endpoint,), now)
        if entry is not None:
            others = tuple(each for each in entry.seen if each[0] != endpoint and now - each[1] <= ANSWER_COUNTS)
            newest = ((endpoint, now),) if len(others) < MAX_ADDRESSES else ()
            self._keep(replace(entry, seen=(*newest, *others)))
        return self._entries is not before

    def _entry(self, advert: Advertisement, endpoints: tuple[Endpoint, ...], now: float) -> _Entry | None:
        """The table's entry, or None if the list is full or a table that answers already has the id."""
        old = self._entries.get(advert.id)
        if now - self._left.get(advert.id, -LATE) < LATE:
            return None
        if old is None:
            return _Entry(advert, now + PROBE_EVERY) if self._make_room() else None
        if old.failures < STALE_AFTER and old.advert.fingerprint not in (None, advert.fingerprint):
            disputing = _without_repeats((*old.disputing, *endpoints))[:MAX_ADDRESSES]
            if advert.fingerprint is not None and disputing != old.disputing:
                self._keep(replace(old, disputing=disputing))
            return None
        return replace(old, advert=advert, failures=min(old.failures, GONE_AFTER - 1))

    def _keep(self, entry: _Entry) -> None:
        self._entries = {**self._entries, entry.advert.id: entry}

    def recalled(self, table: FoundTable, answers: bool) -> None:
        others = {key: each for key, each in self._recalled.items() if key != table.id}
        self._recalled = {**others, table.id: table} if answers else others

    def withdraw(self, table: str, now: float) -> None:
        """Remove a table that was withdrawn, or whose announcement ran out.

        Messages that were sent before and arrive late don't bring it back.
        """
        self._left = {key: at for key, at in self._left.items() if now - at < LATE} | {table: now}
        self._forget(table)

    def _forget(self, table: str) -> None:
        self._entries = {key: entry for key, entry in self._entries.items() if key != table}

    def due(self, now: float) -> tuple[DueProbe, ...]:
        due = {key: entry for key, entry in self._entries.items() if entry.due <= now}
        self._entries = {
            **self._entries,
            **{key: replace(entry, due=now + PROBE_EVERY) for key, entry in due.items()},
        }
        return tuple(DueProbe(key, entry.endpoints) for key, entry in due.items())

    def probed(self, table: str, answered: Endpoint | None) -> None:
        """Handle the result of a probe; an endpoint that answered is the best from now on."""
        entry = self._entries.get(table)
        if entry is None:
            return
        if answered is None:
            self._keep(replace(entry, failures=entry.failures + 1))
        else:
            self._keep(replace(entry, failures=0, answered=(answered,)))

    def probe_all(self, now: float) -> None:
        """Probe everything at once, and forget hidden tables and disputes."""
        shown = {key: entry for key, entry in self._entries.items() if entry.failures < GONE_AFTER}
        self._entries = {key: replace(entry, due=now, disputing=()) for key, entry in shown.items()}

    def matching(self, wanted: str) -> tuple[FoundTable, ...]:
        """The tables with this title, in any case, or this id; remembered ones only if no other is heard."""
        title = clean_title(wanted, wanted).casefold()
        named = [each for each in self.tables if title in (each.title.casefold(), each.id)]
        return tuple(each for each in named if not each.remembered) or tuple(named)

    def _make_room(self) -> bool:
        if len(self._entries) < MAX_TABLES:
            return True
        worst = max(self._entries.values(), key=lambda entry: entry.failures)
        if worst.failures >= STALE_AFTER:
            self._forget(worst.advert.id)
        return len(self._entries) < MAX_TABLES


def _by_title(table: FoundTable) -> tuple[str, str]:
    return (table.title.casefold(), table.id)


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
    """Recognises tables of known hosts, and those that only share a title with one."""

    def __init__(self, known: Sequence[KnownHost]) -> None:
        self._fingerprints = {each.fingerprint for each in known}
        self._titles = {each.title.casefold() for each in known}

    def marked(self, table: FoundTable) -> FoundTable:
        if table.mark or table.remembered:
            return table
        mark: Mark | None = None
        if table.fingerprint in self._fingerprints:
            mark = "known"
        elif table.title.casefold() in self._titles:
            mark = "other_host"
        return replace(table, mark=mark) if mark else table


def hosts_to_try(known: Sequence[KnownHost]) -> tuple[KnownHost, ...]:
    """The latest visit to each host, up to a limit; `known` has the latest first."""
    latest: dict[str, KnownHost] = {}
    for each in known:
        if each.endpoints:
            latest.setdefault(each.fingerprint, each)
    return tuple(latest.values())[:MAX_TRIED]
