"""The tables on the list, without network or clock: what was heard of them, and whether they still answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from sixqp_protocol.facts import Variant
from sixqp_protocol.text import clean_title
from sixqp_tui.discovery.advert import Advert, TableState

MOST_TABLES: Final = 50
PROBE_EVERY: Final = 10.0
STALE_AFTER: Final = 2
GONE_AFTER: Final = 4


@dataclass(frozen=True)
class FoundTable:
    """A table on the list: what it announces, where it is (best first), whether it is `stale` (grey)."""

    advert: Advert
    addresses: tuple[str, ...]
    port: int
    stale: bool = False

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
    table: FoundTable
    due: float
    failures: int = 0
    answered: tuple[str, ...] = ()


class TableList:
    """All tables heard of, by id. A table that stopped answering is hidden, not forgotten: it may come back."""

    def __init__(self) -> None:
        self._entries: Mapping[str, _Entry] = {}

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """What the list shows, by title and id."""
        shown = (
            replace(entry.table, stale=entry.failures >= STALE_AFTER)
            for entry in self._entries.values()
            if entry.failures < GONE_AFTER
        )
        return tuple(sorted(shown, key=lambda each: (each.title.casefold(), each.id)))

    def heard(self, advert: Advert, addresses: tuple[str, ...], port: int, now: float) -> bool:
        """An announcement came; False if the list is full of living tables. `now` in seconds, any origin."""
        old = self._entries.get(advert.id)
        if old is None and not self._make_room():
            return False
        entry = old or _Entry(FoundTable(advert, addresses, port), now + PROBE_EVERY)
        best = tuple(each for each in entry.answered if each in addresses)
        found = FoundTable(advert, tuple(dict.fromkeys((*best, *addresses))), port)
        failures = min(entry.failures, GONE_AFTER - 1)
        self._entries = {**self._entries, advert.id: replace(entry, table=found, failures=failures)}
        return True

    def said_goodbye(self, table: str) -> None:
        """The table withdrew its announcement, or the announcement ran out."""
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
        fresh = replace(entry, failures=entry.failures + 1)
        if answered is not None:
            order = tuple(dict.fromkeys((answered, *entry.table.addresses)))
            fresh = _Entry(replace(entry.table, addresses=order), entry.due, answered=(answered,))
        self._entries = {**self._entries, table: fresh}

    def probe_all(self, now: float) -> None:
        """Doubt everything: all that is hidden is forgotten, all else is due at once."""
        shown = {key: entry for key, entry in self._entries.items() if entry.failures < GONE_AFTER}
        self._entries = {key: replace(entry, due=now) for key, entry in shown.items()}

    def matching(self, wanted: str) -> tuple[FoundTable, ...]:
        """The tables with this title, whatever the case, or this id."""
        title = clean_title(wanted, wanted).casefold()
        return tuple(each for each in self.tables if title in (each.title.casefold(), each.id))

    def _make_room(self) -> bool:
        """Whether one more fits, if need be in place of the table that has been silent longest."""
        if len(self._entries) < MOST_TABLES:
            return True
        worst = max(self._entries.values(), key=lambda entry: entry.failures)
        if worst.failures >= STALE_AFTER:
            self.said_goodbye(worst.table.id)
        return len(self._entries) < MOST_TABLES
