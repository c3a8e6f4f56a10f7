"""What the list of tables asks of the world: the tables found, and what is tried to find them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal, Protocol

Mark = Literal["disputed", "known", "other_host"]
"""`disputed`: two certificates are announced. `known`: from an earlier visit. `other_host`: only its title is."""


class ListedTable(Protocol):
    """One table that was found on the network; all its texts are already cleaned."""

    @property
    def id(self) -> str:
        """The table's random identifier, by which the list is keyed."""

    @property
    def title(self) -> str:
        """The name that people read."""

    @property
    def seats_taken(self) -> int:
        """How many chairs are taken."""

    @property
    def seats(self) -> int:
        """How many chairs there are."""

    @property
    def bots(self) -> int:
        """How many of the chairs that are taken bots hold, who leave them to whoever comes."""

    @property
    def state(self) -> str:
        """`lobby` or `playing`."""

    @property
    def variant(self) -> str:
        """`classic`, `tactic` or `draft`; anything else from a newer host is shown as it is."""

    @property
    def locked(self) -> bool:
        """Whether a room code is asked for."""

    @property
    def endpoints(self) -> tuple[tuple[str, int], ...]:
        """Its addresses as (host, port), best first."""

    @property
    def fingerprint(self) -> str | None:
        """The pin of its certificate, if it announces one."""

    @property
    def stale(self) -> bool:
        """Whether the table has not answered lately."""

    @property
    def remembered(self) -> bool:
        """Whether nothing announces it: its host answers where the player has sat before."""

    @property
    def mark(self) -> Mark | None:
        """What is remarkable about it; None where nothing is."""


class Efforts(Protocol):
    """What is tried to find tables."""

    @property
    def asked_from(self) -> tuple[str, ...]:
        """The addresses of this machine from which others are asked by broadcast."""

    @property
    def hosts_tried(self) -> int:
        """How many hosts of earlier visits are tried."""

    @property
    def mdns(self) -> DiscoveryTrouble | None:
        """Why mDNS does not work here; None where it does."""

    @property
    def broadcast(self) -> DiscoveryTrouble | None:
        """Why broadcast does not work here; None where it does."""


class DiscoveryTrouble(Protocol):
    """Automatic discovery does not work here."""

    @property
    def reason(self) -> str:
        """What the system says."""


class TableList(Protocol):
    """The tables on the network, while somebody looks at them."""

    @property
    def tables(self) -> tuple[ListedTable, ...]:
        """The tables known now."""

    @property
    def trouble(self) -> DiscoveryTrouble | None:
        """Why automatic discovery does not work here; None where it does."""

    @property
    def efforts(self) -> Efforts:
        """What is tried now."""

    def changes(self) -> AsyncIterator[tuple[ListedTable, ...]]:
        """The tables, anew at every change."""

    def refresh(self) -> None:
        """Ask the network anew."""
