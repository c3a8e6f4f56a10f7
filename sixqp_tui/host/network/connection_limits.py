"""What a table bears of those who connect to it over the network (`SPEC.md`, Limits)."""

from collections import Counter
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections there may be at once, and how long each step of coming in may take.

    A step is the first byte and the turn, then TLS, then the upgrade, then Hello.
    """

    connections: int = 40
    """Connections that stand: ten players and twenty watchers, and some whose old line has not ended yet."""
    of_one_address: int = 10
    """Those of them that come from one other machine: a party behind one address, such as a phone's hotspot."""
    opening: int = 8
    """Connections on their way from the first byte of TLS to Hello: each costs memory and work before anybody knows
    who it is. A quarter of these places is never for the address that has the others."""
    queued: int = 80
    """Connections before that, half of them of one address: they only cost a socket, and all that may stand may
    come back twice at once."""
    rate: float = 20.0
    """Connections of one address that may begin with TLS, a second: each costs half a millisecond of work."""
    burst: float = 60.0
    """The same at once: at the host's own machine all that may stand come back at once, some of them twice."""
    step_timeout: float = 5.0
    """Seconds for each step: a segment of TCP that is lost twice is there within three."""
    grace: float = 1.0
    """Seconds from TLS to Hello, after which a connection makes room where others wait: it is two round trips."""


class ConnectionCounter:
    """The connections that stand. Those from this machine count, but not by address: it may have many players."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._of: Counter[str | None] = Counter()

    def __len__(self) -> int:
        return self._of.total()

    def acquire(self, address: str | None) -> bool:
        """Count one more from this address, None being this machine; False where there may be none."""
        free = address is None or self._of[address] < self._limits.of_one_address
        if len(self) >= self._limits.connections or not free:
            return False
        self._of[address] += 1
        return True

    def release(self, address: str | None) -> None:
        """Count one less from this address."""
        self._of[address] -= 1
        self._of += Counter()


def address_of(peer: tuple[Any, ...]) -> str:
    """The address of a socket's name; one and the same, however IPv4 came in."""
    address: str = peer[0]
    return address.removeprefix("::ffff:")


def sender_address(peer: tuple[Any, ...], here: tuple[Any, ...]) -> str:
    """The address of the other end of a connection, for the room; this machine's own are the loopback's."""
    address = address_of(peer)
    return LOOPBACK if address == address_of(here) else address


def remote_address(peer: tuple[Any, ...], here: tuple[Any, ...]) -> str | None:
    """The address of the other end of a connection; None where that is this machine."""
    address = address_of(peer)
    own = address == address_of(here) or ip_address(address.partition("%")[0]).is_loopback
    return None if own else address
