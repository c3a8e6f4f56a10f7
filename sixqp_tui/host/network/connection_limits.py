"""How many lines over the network may stand, and how many of them from one other machine."""

from collections import Counter
from ipaddress import ip_address
from typing import Any

from sixqp_tui.host.network.limits import Limits


class Lines:
    """The connections that stand. Those from this machine count, but not by address: it may have many players."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of: Counter[str | None] = Counter()

    def __len__(self) -> int:
        return self._of.total()

    def take(self, address: str | None) -> bool:
        """One more from this address, None being this machine; False where there may be none."""
        free = address is None or self._of[address] < self._limits.of_one_address
        if len(self) >= self._limits.connections or not free:
            return False
        self._of[address] += 1
        return True

    def leave(self, address: str | None) -> None:
        """One less from this address."""
        self._of[address] -= 1
        self._of += Counter()


def address_of(peer: tuple[Any, ...]) -> str:
    """The address of a socket's name; one and the same, however IPv4 came in."""
    address: str = peer[0]
    return address.removeprefix("::ffff:")


def elsewhere(peer: tuple[Any, ...], here: tuple[Any, ...]) -> str | None:
    """The address of the other end of a connection; None where that is this machine."""
    address = address_of(peer)
    own = address == address_of(here) or ip_address(address.partition("%")[0]).is_loopback
    return None if own else address
