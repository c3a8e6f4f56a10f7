"""What a table allows those who connect over the network: connections and bytes (`SPEC.md`, Limits)."""

from collections import Counter
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections there may be at once, and how long each step of the opening may take.

    The steps are the first byte and the turn, then TLS, the upgrade, and Hello.
    """

    connections: int = 40
    """Ten players and twenty watchers, and some whose old connection has not ended yet."""
    of_one_address: int = 10
    """Connections from one other machine: a party behind one address, such as a phone's hotspot."""
    opening: int = 8
    """Connections between the first byte of TLS and Hello, which cost memory and work before anybody is known. One
    address can have three quarters of these places."""
    queued: int = 80
    """Connections before that, half of them from one address. They only cost a socket, and everybody may come back
    twice at once."""
    rate: float = 20.0
    """Connections of one address that may begin TLS, a second; each costs half a millisecond of work."""
    burst: float = 60.0
    """The same at once: on the host's own machine everybody comes back at once, some of them twice."""
    step_timeout: float = 5.0
    """Seconds for each step: TCP delivers a segment that is lost twice within three."""
    grace: float = 1.0
    """Seconds from TLS to Hello, after which a connection makes room for others: it is two round trips."""


class ConnectionCounter:
    """Counts open connections. Those from this machine have no limit by address."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._of: Counter[str | None] = Counter()

    def __len__(self) -> int:
        return self._of.total()

    def acquire(self, address: str | None) -> bool:
        free = address is None or self._of[address] < self._limits.of_one_address
        if len(self) >= self._limits.connections or not free:
            return False
        self._of[address] += 1
        return True

    def release(self, address: str | None) -> None:
        self._of[address] -= 1
        self._of += Counter()


def address_of(peer: tuple[Any, ...]) -> str:
    """The address of a socket name, without the prefix of IPv4 over IPv6."""
    address: str = peer[0]
    return address.removeprefix("::ffff:")


def sender_address(peer: tuple[Any, ...], here: tuple[Any, ...]) -> str:
    """The address of the other end for the room; this machine's own addresses become the loopback."""
    address = address_of(peer)
    return LOOPBACK if address == address_of(here) else address


def remote_address(peer: tuple[Any, ...], here: tuple[Any, ...]) -> str | None:
    """The address of the other end; None if it is this machine."""
    address = address_of(peer)
    own = address == address_of(here) or ip_address(address.partition("%")[0]).is_loopback
    return None if own else address


RATE = 16 * 1024.0
"""Bytes a second of one connection: a hundred times what the fastest typist sends."""
BURST = 64 * 1024.0
"""Bytes at once of a connection that has been quiet: as many as its other end buffers of the longest message."""
AT_FIRST = 16 * 1024.0
"""Bytes at once of a new connection: 3,000 for TLS, the upgrade and Hello, the rest for forty requests sent again.
Reconnecting gains nothing."""
OF_ADDRESS_RATE = 64 * 1024.0
"""Bytes a second of all connections of one address: eight at half their own rate."""
OF_ADDRESS_BURST = 512 * 1024.0
"""Bytes at once of all connections of one address: eight at their own burst."""
STEP = 128.0
"""Bytes charged for each frame, and each piece of content from TLS, beside its own: each costs tens of
microseconds, however small it is."""
ANSWER = 256.0
"""Bytes credited for each message sent to a connection, so that a game may be as fast as it likes. A decision and
its pong count for 500 bytes at most, and bring two messages at least."""


class ByteLimit:
    """What one connection may still send. Moments are seconds of one steady clock.

    `addresses` has the allowance of every address. When an address has spent its own, only those of its connections
    are cut that have used up half of what a connection has at first.
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
