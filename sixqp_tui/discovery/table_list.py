"""The tables on the list, without network or clock: what was heard of them, and whether they still answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from sixqp_protocol.facts import Variant
from sixqp_protocol.text import clean_title
from sixqp_tui.discovery.addresses import MOST_ADDRESSES
from sixqp_tui.discovery.advertisement import Advertisement, TableState

MOST_TABLES: Final = 50
"""Tables on the list: more than any party has, and a flood fills no memory."""
PROBE_EVERY: Final = 10.0
"""Seconds between two probes of a table that answers."""
STALE_AFTER: Final = 2
"""Probes without an answer after which a table turns grey: one may be lost on Wi-Fi."""
GONE_AFTER: Final = 4
"""Probes without an answer after which a table leaves the list."""
LATE: Final = 1.0
"""Seconds after a goodbye in which what is heard of its table was said before it."""
ANSWER_COUNTS: Final = 30.0
"""Seconds for which an address counts from which a table has answered a query of ours."""


@dataclass(frozen=True)
class FoundTable:
    """A table on the list: what it announces, where it is (best first), whether it is `stale` (grey).

    `remembered`: nothing announces it. Its host answers where the player has sat before, and that is all that is
    known of it; another table may be there by now.
    """

    advert: Advertisement
    addresses: tuple[str, ...]
    port: int
    stale: bool = False
    remembered: bool = False

    @property
    def id(self) -> str:
        """The table's random id, which names it."""
        return self.advert.id

    @property
    def title(self) -> str:
        """What people read; two tables may bear the same."""
        return self.advert.title

    @property
    def seats_taken(self) -> int:
        """Chairs that are taken."""
        return self.advert.seats_taken

    @property
    def seats(self) -> int:
        """All chairs."""
        return self.advert.seats

    @property
    def state(self) -> TableState:
        """Whether it waits for players or plays."""
        return self.advert.state

    @property
    def variant(self) -> Variant:
        """Which variant is played (5)."""
        return self.advert.variant

    @property
    def locked(self) -> bool:
        """Whether it asks for a room code."""
        return self.advert.locked

    @property
    def fingerprint(self) -> str | None:
        """The certificate's SHA-256 in hex, to be pinned."""
        return self.advert.fingerprint

    @property
    def version(self) -> tuple[int, int]:
        """The protocol it speaks."""
        return self.advert.version

    @property
    def endpoints(self) -> tuple[tuple[str, int], ...]:
        """(host, port) pairs, best first."""
        return tuple((address, self.port) for address in self.addresses)


@dataclass(frozen=True)
class _Entry:
    """`announced` are the addresses that the table names, `seen` those that it has answered from, and when."""

    advert: Advertisement
    port: int
    due: float
    announced: tuple[str, ...] = ()
    seen: tuple[tuple[str, float], ...] = ()
    failures: int = 0
    answered: tuple[str, ...] = ()

    @property
    def table(self) -> FoundTable:
        known = dict.fromkeys((*(address for address, _at in self.seen), *self.announced))
        best = (each for each in self.answered if each in known)
        addresses = tuple(dict.fromkeys((*best, *known)))
        return FoundTable(self.advert, addresses[:MOST_ADDRESSES], self.port, self.failures >= STALE_AFTER)


class TableList:
    """All tables heard of, by id. A table that stopped answering is hidden, not forgotten: it may come back.

    Of those who announce the same id with different certificates, the first counts as long as it answers.
    """

    def __init__(self) -> None:
        self._entries: Mapping[str, _Entry] = {}
        self._left: Mapping[str, float] = {}
        self._recalled: Mapping[str, FoundTable] = {}

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """What the list shows, by title and id; what is remembered comes last."""
        shown = [entry.table for entry in self._entries.values() if entry.failures < GONE_AFTER]
        taken = {endpoint for each in shown for endpoint in each.endpoints}
        recalled = (each for each in self._recalled.values() if not taken.intersection(each.endpoints))
        return (*sorted(shown, key=_by_title), *sorted(recalled, key=_by_title))

    def heard(self, advert: Advertisement, addresses: tuple[str, ...], port: int, now: float) -> bool:
        """An announcement came; False if it counts for nothing. `now` in seconds, any origin."""
        entry = self._entry(advert, port, now)
        if entry is not None:
            self._keep(replace(entry, announced=addresses))
        return entry is not None

    def answered_query(self, advert: Advertisement, address: str, port: int, now: float) -> bool:
        """The table has answered a query from this address; False if that counts for nothing."""
        entry = self._entry(advert, port, now)
        if entry is not None:
            fresh = tuple(each for each in entry.seen if each[0] != address and now - each[1] <= ANSWER_COUNTS)
            self._keep(replace(entry, seen=((address, now), *fresh)[:MOST_ADDRESSES]))
        return entry is not None

    def _entry(self, advert: Advertisement, port: int, now: float) -> _Entry | None:
        """The table's entry with what is newly said of it, or None: the list is full, or a living one is other."""
        old = self._entries.get(advert.id)
        if now - self._left.get(advert.id, -LATE) < LATE:
            return None
        if old is None:
            return _Entry(advert, port, now + PROBE_EVERY) if self._make_room() else None
        if old.failures < STALE_AFTER and old.advert.fingerprint not in (None, advert.fingerprint):
            return None
        return replace(old, advert=advert, port=port, failures=min(old.failures, GONE_AFTER - 1))

    def _keep(self, entry: _Entry) -> None:
        self._entries = {**self._entries, entry.advert.id: entry}

    def recalled(self, table: FoundTable, answers: bool) -> None:
        """The host of a remembered table answers, or does not."""
        others = {key: each for key, each in self._recalled.items() if key != table.id}
        self._recalled = {**others, table.id: table} if answers else others

    def said_goodbye(self, table: str, now: float) -> None:
        """The table withdrew its announcement, or the announcement ran out.

        What was sent before and comes late does not bring it back.
        """
        self._left = {key: at for key, at in self._left.items() if now - at < LATE} | {table: now}
        self._forget(table)

    def _forget(self, table: str) -> None:
        self._entries = {key: entry for key, entry in self._entries.items() if key != table}

    def due(self, now: float) -> tuple[FoundTable, ...]:
        """The tables to probe now; each is due again after a while, whatever comes of it."""
        due = {key: entry for key, entry in self._entries.items() if entry.due <= now}
        self._entries = {
            **self._entries,
            **{key: replace(entry, due=now + PROBE_EVERY) for key, entry in due.items()},
        }
        return tuple(entry.table for entry in due.values())

    def probed(self, table: str, answered: str | None) -> None:
        """A probe ended: the address that answered, which is the best from now on, or None."""
        entry = self._entries.get(table)
        if entry is None:
            return
        if answered is None:
            self._keep(replace(entry, failures=entry.failures + 1))
        else:
            self._keep(replace(entry, failures=0, answered=(answered,)))

    def probe_all(self, now: float) -> None:
        """Doubt everything: all that is hidden is forgotten, all else is due at once."""
        shown = {key: entry for key, entry in self._entries.items() if entry.failures < GONE_AFTER}
        self._entries = {key: replace(entry, due=now) for key, entry in shown.items()}

    def matching(self, wanted: str) -> tuple[FoundTable, ...]:
        """The tables with this title, whatever the case, or this id; a remembered one only where none is heard."""
        title = clean_title(wanted, wanted).casefold()
        named = [each for each in self.tables if title in (each.title.casefold(), each.id)]
        return tuple(each for each in named if not each.remembered) or tuple(named)

    def _make_room(self) -> bool:
        """Whether one more fits, if need be in place of the table that has been silent longest."""
        if len(self._entries) < MOST_TABLES:
            return True
        worst = max(self._entries.values(), key=lambda entry: entry.failures)
        if worst.failures >= STALE_AFTER:
            self._forget(worst.advert.id)
        return len(self._entries) < MOST_TABLES


def _by_title(table: FoundTable) -> tuple[str, str]:
    return (table.title.casefold(), table.id)
