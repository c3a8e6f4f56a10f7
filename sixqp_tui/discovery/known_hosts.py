"""Tables played at before: their hosts are asked again, wherever nothing is announced."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.table_list import FoundTable

MOST_TRIED: Final = 8
"""Hosts of earlier visits that are asked, the latest first: each costs a TLS handshake."""

Endpoint = tuple[str, int]
Knock = Callable[[Sequence[Endpoint], str], Awaitable[Endpoint | None]]
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
        return FoundTable(advert, (endpoint[0],), endpoint[1], remembered=True)


def hosts_to_try(known: Sequence[KnownHost]) -> tuple[KnownHost, ...]:
    """The latest visit to each host, as many as are tried; `known` has the latest first."""
    latest: dict[str, KnownHost] = {}
    for each in known:
        if each.endpoints:
            latest.setdefault(each.fingerprint, each)
    return tuple(latest.values())[:MOST_TRIED]
