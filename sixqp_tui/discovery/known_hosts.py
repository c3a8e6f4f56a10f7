"""Tables played at before: their hosts are asked again, wherever nothing is announced."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.table_list import Endpoint, FoundTable, Mark

MAX_TRIED: Final = 8
"""Hosts of earlier visits that are asked, the latest first: each costs a TLS handshake."""

ProbeKnown = Callable[[Sequence[Endpoint], str], Awaitable[Endpoint | None]]
"""The first of these endpoints where a host with this certificate answers, or None."""


@dataclass(frozen=True)
class KnownHost:
    """A table of an earlier visit: its id, title and certificate, and where it was, the latest first."""

    id: str
    title: str
    fingerprint: str
    endpoints: tuple[Endpoint, ...]

    def found_at(self, endpoint: Endpoint) -> FoundTable:
        """The line of the list for a host that answers there."""
        advert = Advertisement(self.id, self.title, seats=0, fingerprint=self.fingerprint)
        return FoundTable(advert, (endpoint,), remembered=True)


class Recognition:
    """Tells tables of hosts that the player has sat with, and those that only bear the title of one."""

    def __init__(self, known: Sequence[KnownHost]) -> None:
        self._fingerprints = {each.fingerprint for each in known}
        self._titles = {each.title.casefold() for each in known}

    def marked(self, table: FoundTable) -> FoundTable:
        """The table with what is remarkable about it; a dispute goes before anything that it announces."""
        if table.mark or table.remembered:
            return table
        mark: Mark | None = None
        if table.fingerprint in self._fingerprints:
            mark = "known"
        elif table.title.casefold() in self._titles:
            mark = "other_host"
        return replace(table, mark=mark) if mark else table


def hosts_to_try(known: Sequence[KnownHost]) -> tuple[KnownHost, ...]:
    """The latest visit to each host, as many as are tried; `known` has the latest first."""
    latest: dict[str, KnownHost] = {}
    for each in known:
        if each.endpoints:
            latest.setdefault(each.fingerprint, each)
    return tuple(latest.values())[:MAX_TRIED]
