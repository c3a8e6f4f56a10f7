"""What the network may do to a table: connections and bytes (`SPEC.md`, Limits)."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets

LOOPBACK = "127.0.0.1"
Member = TypeVar("Member", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The number of connections, and the time for each step of opening one.

    The steps are TLS, the upgrade, and Hello.
    """

    connections: int = 40
    """Ten players, twenty watchers, and some whose old connection hasn't ended yet."""
    of_one_address: int = 10
    """Connections from another machine's address, such as a phone's hotspot with a party behind it."""
    open: int = 120
    """Connections in all, before Hello and after it. One that says nothing only costs a socket, and everybody may
    return twice at once.
    """
    open_of_one_address: int = 80
    """The same from one address, such as the gateways', whose guests return at once."""
    rate: float = 20.0
    """New connections per second and address; a TLS handshake is half a millisecond of work."""
    burst: float = 60.0
    """The same in a burst: on the host's own machine everybody returns at once, some of them twice."""
    step_timeout: float = 5.0
    """Seconds for each step; TCP delivers a segment that was lost twice within three."""


def address_of(peer: tuple[Any, ...]) -> str:
    address: str = peer[0]
    return address.removeprefix("::ffff:")


def sender_address(peer: tuple[Any, ...], here: tuple[Any, ...]) -> str:
    """The other end's address; LOOPBACK if both ends have the same one."""
    address = address_of(peer)
    return LOOPBACK if address == address_of(here) else address


RATE = 16 * 1024.0
"""Bytes per second of one connection, a hundred times what the fastest typist sends."""
BURST = 64 * 1024.0
"""Bytes in a burst, as many of the longest message as the other end buffers."""
AT_FIRST = 16 * 1024.0
"""Bytes in a new connection's first burst: 3,000 for TLS, the upgrade and Hello, the rest for forty repeated
requests. So reconnecting gains nothing.
"""
OF_ADDRESS_RATE = 64 * 1024.0
"""Bytes per second of one address: eight connections at half their rate."""
OF_ADDRESS_BURST = 512 * 1024.0
"""Bytes in a burst of one address: eight connections' bursts."""
STEP = 128.0
"""Bytes charged for each frame and each piece of TLS content, because even a small one takes tens of microseconds.
"""
ANSWER = 256.0
"""Bytes credited for each message sent, so that a game may be as fast as it likes. A decision and its pong cost at
most 500 bytes, and bring at least two messages.
"""


class ByteLimit:
    """What one connection may still send. Moments are seconds of a steady clock.

    `addresses` holds the allowances of all addresses. When an address has spent its own, only those of its
    connections are cut that have used up half their first burst.
    """

    def __init__(self, addresses: TokenBuckets[str], address: str, now: float) -> None:
        self._addresses, self._address = addresses, address
        self._own = TokenBucket(RATE, BURST, now, AT_FIRST)

    def move(self, address: str) -> None:
        self._address = address

    def received(self, size: float, now: float) -> bool:
        spent = not self._addresses.of(self._address, now).take(now, size)
        return self._own.take(now, size) and not (spent and self._own.held(now) < AT_FIRST / 2)

    def steps_left(self, now: float) -> int:
        return int(self._own.held(now) / STEP)

    def stepped(self, steps: int, now: float) -> bool:
        return self.received(steps * STEP, now)

    def sent(self, messages: int, now: float) -> None:
        self._own.give_back(messages * ANSWER)
        self._addresses.of(self._address, now).give_back(messages * ANSWER)


def address_allowances() -> TokenBuckets[str]:
    return TokenBuckets(OF_ADDRESS_RATE, OF_ADDRESS_BURST)


class PlacesByAddress(Generic[Member]):
    """Members, such as connections: at most `total` at once, and `per_address` from one address.

    With `arrivals`, each new member also takes a token from its address's bucket.
    """

    def __init__(
        self, per_address: int, total: int | None = None, arrivals: TokenBuckets[str] | None = None
    ) -> None:
        self._per_address, self._total, self._arrivals = per_address, total, arrivals
        self._addresses: dict[Member, str | None] = {}

    def __len__(self) -> int:
        return len(self._addresses)

    def __iter__(self) -> Iterator[Member]:
        return iter(tuple(self._addresses))

    def add(self, member: Member, address: str | None, now: float = 0.0) -> bool:
        """An address that is None has no limits of its own."""
        if self._total is not None and len(self) >= self._total:
            return False
        if address is not None:
            if sum(each == address for each in self._addresses.values()) >= self._per_address:
                return False
            if self._arrivals is not None and not self._arrivals.of(address, now).take(now):
                return False
        self._addresses[member] = address
        return True

    def remove(self, member: Member) -> bool:
        return self._addresses.pop(member, None) is not None

    def surplus(self, limit: int, needed: Collection[Member] = ()) -> Member | None:
        """The oldest of the busiest address.

        Members in `needed` are never chosen, and don't make an address busy.
        """
        if len(self) <= limit:
            return None
        others = {member: address for member, address in self._addresses.items() if member not in needed}
        counts = Counter(others.values())
        busiest = max(counts, key=counts.__getitem__, default=None)
        return next((member for member, address in others.items() if address == busiest), None)
