"""The list of tables, without network or clock."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, zip_longest
from math import inf
from typing import Final, Literal, NamedTuple

from sixqp_protocol.text import clean_title
from sixqp_tui.discovery.addresses import MAX_ADDRESSES
from sixqp_tui.discovery.advertisement import Advertisement

MAX_TABLES: Final = 50
"""More than a party has, and small enough that a flood doesn't fill the memory."""
PROBE_EVERY: Final = 10.0
"""Seconds between two probes of a table."""
STALE_AFTER: Final = 2
"""Failed probes after which a table turns grey; Wi-Fi may lose one."""
GONE_AFTER: Final = 4
"""Failed probes after which a table leaves the list."""
MAX_CLAIMS: Final = 8
"""Differing announcements that are kept of one table."""
DOUBT_SECONDS: Final = 5.0
"""Seconds after a goodbye in which a table is probed every second, and one failed probe removes it."""
DOUBT_EVERY: Final = 10.0
"""The minimum seconds between two goodbyes that count."""
CHECK_EVERY: Final = 3.0
"""The minimum seconds between two probes because of new claims."""
LATE: Final = 1.0
"""Seconds after a goodbye in which late messages of the table are ignored."""
ANSWER_COUNTS: Final = 30.0
"""Seconds for which an address that answered a query counts."""
MAX_ANNOUNCED: Final = 2 * MAX_ADDRESSES
"""Announced endpoints that are kept: the latest, and as many earlier ones."""
MAX_TRIED: Final = 8
"""Hosts of earlier visits that are tried, latest first; each costs a TLS handshake."""

Endpoint = tuple[str, int]
ProbeKnown = Callable[[Sequence[Endpoint], str], Awaitable[Endpoint | None]]
"""Returns the first of these endpoints where a host with this certificate answers, or None."""
Mark = Literal["disputed", "known", "other_host"]
"""`disputed`: announced with two certificates. `known`: has the certificate of an earlier visit. `other_host`: has
only the title of one.
"""


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


class DueProbe(NamedTuple):
    """With a `fingerprint`, only a host with this certificate counts."""

    id: str
    endpoints: tuple[Endpoint, ...]
    fingerprint: str | None = None


class _Claim(NamedTuple):
    """What is announced for a table; `answered`: one of the endpoints answered a query itself."""

    advert: Advertisement
    endpoints: frozenset[Endpoint]
    answered: bool

    def renewed_by(self, other: "_Claim") -> "_Claim":
        endpoints = self.endpoints | other.endpoints
        kept = endpoints if len(endpoints) <= MAX_ANNOUNCED else other.endpoints
        return _Claim(other.advert, kept, self.answered or other.answered)

    def continues(self, other: "_Claim") -> bool:
        """Tables keep their title, so another title at the same endpoint is another claim."""
        return self.advert.title == other.advert.title and bool(self.endpoints & other.endpoints)


@dataclass(frozen=True)
class _Entry:
    """What is known of one table.

    The first of `claims` is shown; another replaces it only if it alone proves the certificate. `probed` and
    `doubted` are the times of the last probe and goodbye. `announced` are its endpoints, `seen` those that
    answered, with times; `disputing` belong to others who announce its id with another certificate.
    """

    claims: tuple[_Claim, ...]
    due: float
    probed: float
    doubted: float = -inf
    announced: tuple[Endpoint, ...] = ()
    seen: tuple[tuple[Endpoint, float], ...] = ()
    failures: int = 0
    answered: tuple[Endpoint, ...] = ()
    disputing: tuple[Endpoint, ...] = ()

    @property
    def advert(self) -> Advertisement:
        return self.claims[0].advert

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """Best first. A forged announcement adds an endpoint, but removes none."""
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


def _add_claim(claims: tuple[_Claim, ...], new: _Claim) -> tuple[_Claim, ...]:
    """Renew the claim that this one continues, or add it; the first claim stays."""
    for at, each in enumerate(claims):
        if new.continues(each):
            return (*claims[:at], each.renewed_by(new), *claims[at + 1 :])
    return (*claims[:1], *claims[1:][-(MAX_CLAIMS - 2) :], new)


def _without_repeats(endpoints: Iterable[Endpoint]) -> tuple[Endpoint, ...]:
    return tuple(dict.fromkeys(endpoints))


class TableList:
    """All known tables by id. A table that stops answering is hidden, not forgotten.

    If an id is announced with different certificates, the first counts while it answers, and the table is disputed.
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
        """Handle an announcement; False if nothing changed. `now` is in seconds."""
        before, announced = self._entries, tuple((address, port) for address in addresses)
        entry = self._entry(_Claim(advert, frozenset(announced), answered=False), announced, now)
        if entry is not None:
            self._keep(replace(entry, announced=_without_repeats((*announced, *entry.announced))[:MAX_ANNOUNCED]))
        return self._entries is not before

    def answered_query(self, advert: Advertisement, address: str, port: int, now: float) -> bool:
        before, endpoint = self._entries, (address, port)
        entry = self._entry(_Claim(advert, frozenset((endpoint,)), answered=True), (endpoint,), now)
        if entry is not None:
            others = tuple(each for each in entry.seen if each[0] != endpoint and now - each[1] <= ANSWER_COUNTS)
            newest = ((endpoint, now),) if len(others) < MAX_ADDRESSES else ()
            self._keep(replace(entry, seen=(*newest, *others)))
        return self._entries is not before

    def _entry(self, claim: _Claim, endpoints: tuple[Endpoint, ...], now: float) -> _Entry | None:
        """The table's entry; None if the list is full, or an answering table has the id."""
        advert, old = claim.advert, self._entries.get(claim.advert.id)
        if now - self._left.get(advert.id, -LATE) < LATE:
            return None
        if old is None:
            return _Entry((claim,), now + PROBE_EVERY, now) if self._make_room() else None
        pin = old.advert.fingerprint
        if old.failures < STALE_AFTER and pin not in (None, advert.fingerprint):
            disputing = _without_repeats((*old.disputing, *endpoints))[:MAX_ADDRESSES]
            if advert.fingerprint is not None and disputing != old.disputing:
                self._keep(replace(old, disputing=disputing))
            return None
        claims = _add_claim(old.claims, claim) if pin == advert.fingerprint else (claim,)
        due = old.due if len(claims) <= len(old.claims) else min(old.due, max(now, old.probed + CHECK_EVERY))
        return replace(old, claims=claims, due=due, failures=min(old.failures, GONE_AFTER - 1))

    def _keep(self, entry: _Entry) -> None:
        self._entries = {**self._entries, entry.advert.id: entry}

    def recalled(self, table: FoundTable, answers: bool) -> None:
        others = {key: each for key, each in self._recalled.items() if key != table.id}
        self._recalled = {**others, table.id: table} if answers else others

    def say_goodbye(self, table: str, now: float) -> bool:
        """Anybody may send a goodbye, so the table only leaves the list if it stops answering.

        False if that makes no probe due.
        """
        entry = self._entries.get(table)
        if entry is None or now - entry.doubted < DOUBT_EVERY:
            return False
        self._keep(replace(entry, due=now, doubted=now))
        return True

    def _forget(self, table: str) -> None:
        self._entries = {key: entry for key, entry in self._entries.items() if key != table}

    def due(self, now: float) -> tuple[DueProbe, ...]:
        due = {key: entry for key, entry in self._entries.items() if entry.due <= now}
        self._entries = {**self._entries, **{key: _probed(entry, now) for key, entry in due.items()}}
        return tuple(
            DueProbe(key, entry.endpoints, entry.advert.fingerprint if len(entry.claims) > 1 else None)
            for key, entry in due.items()
        )

    def probed(self, table: str, answered: Endpoint | None, now: float) -> None:
        """An endpoint that answered is the best from now on.

        A table that doesn't answer after a goodbye is removed, and late messages don't bring it back.
        """
        entry = self._entries.get(table)
        if entry is None:
            return
        if answered is not None:
            claims = sorted(entry.claims, key=lambda each: (answered not in each.endpoints, not each.answered))
            self._keep(replace(entry, failures=0, answered=(answered,), claims=tuple(claims)))
        elif now - entry.doubted <= DOUBT_SECONDS:
            self._left = {key: at for key, at in self._left.items() if now - at < LATE} | {table: now}
            self._forget(table)
        else:
            self._keep(replace(entry, failures=entry.failures + 1))

    def probe_all(self, now: float) -> None:
        shown = {key: entry for key, entry in self._entries.items() if entry.failures < GONE_AFTER}
        self._entries = {key: replace(entry, due=now, disputing=()) for key, entry in shown.items()}

    def matching(self, wanted: str) -> tuple[FoundTable, ...]:
        """The tables with this id or title, in any case; remembered ones only if there are no others.

        A table that is announced with several titles has all of them.
        """
        title = clean_title(wanted, wanted).casefold()
        named = [found for each in self.tables for found in self._named(each, title)]
        return tuple(each for each in named if not each.remembered) or tuple(named)

    def _named(self, table: FoundTable, title: str) -> tuple[FoundTable, ...]:
        if title in (table.title.casefold(), table.id):
            return (table,)
        claims = () if table.remembered else self._entries[table.id].claims
        named = (each.advert for each in claims if each.advert.title.casefold() == title)
        return tuple(replace(table, advert=advert) for advert in named)[:1]

    def _make_room(self) -> bool:
        if len(self._entries) < MAX_TABLES:
            return True
        worst = max(self._entries.values(), key=lambda entry: entry.failures)
        if worst.failures >= STALE_AFTER:
            self._forget(worst.advert.id)
        return len(self._entries) < MAX_TABLES


def _probed(entry: _Entry, now: float) -> _Entry:
    again = 1.0 if now - entry.doubted < DOUBT_SECONDS else PROBE_EVERY
    return replace(entry, due=now + again, probed=now)


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
    """Recognises tables of known hosts, and tables with the title of one."""

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
    latest: dict[str, KnownHost] = {}
    for each in known:
        if each.endpoints:
            latest.setdefault(each.fingerprint, each)
    return tuple(latest.values())[:MAX_TRIED]
