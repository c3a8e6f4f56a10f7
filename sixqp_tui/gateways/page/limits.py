"""What the gateway bears of those who come to its page. All moments are seconds of one steady clock. No I/O."""

from collections import Counter
from typing import NamedTuple

from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets


class PageLimits(NamedTuple):
    """How much there may be of everything, in all and of one address.

    A table takes ten players and twenty watchers, and forty connections, of which these guests' sessions are some.
    """

    connections: int = 120
    """TCP connections in all: each phone has one that stays, and a few while it loads the page."""
    of_one_address: int = 16
    """Of these from one address: two phones behind one, each loading the page."""
    rate: float = 20.0
    """Connections of one address, a second: a page and its parts are six."""
    rate_at_once: float = 60.0
    """The same at once."""
    guests: int = 24
    """Guests with an open page. One who has not sat down makes room for the next."""
    guests_of_one_address: int = 4
    """Of these from one address: a family whose phones come by one hotspot."""
    opening: float = 5.0
    """Seconds that a connection may take until its request is here."""
    messages: float = 8.0
    """Messages of one page, a second: nobody taps so often."""
    messages_at_once: float = 24.0
    """The same at once."""
    sits: float = 0.5
    """Tries of one address to get a seat, a second: each is a connection to the table."""
    sits_at_once: float = 6.0
    """The same at once."""


class AddressLimits:
    """Counts connections, guests and tries by address."""

    def __init__(self, limits: PageLimits) -> None:
        self.limits = limits
        self._connections: Counter[str] = Counter()
        self._arrivals: TokenBuckets[str] = TokenBuckets(limits.rate, limits.rate_at_once)
        self._sits: TokenBuckets[str] = TokenBuckets(limits.sits, limits.sits_at_once)

    @property
    def connections(self) -> int:
        return self._connections.total()

    def connect(self, address: str, now: float) -> bool:
        """Count one more connection of this address; False where there may be none."""
        full = self.connections >= self.limits.connections
        if full or self._connections[address] >= self.limits.of_one_address:
            return False
        if not self._arrivals.of(address, now).take(now):
            return False
        self._connections[address] += 1
        return True

    def disconnect(self, address: str) -> None:
        """Count one less."""
        self._connections[address] -= 1
        self._connections += Counter()

    def messages(self, now: float) -> TokenBucket:
        return TokenBucket(self.limits.messages, self.limits.messages_at_once, now)

    def wait_for_seat(self, address: str, now: float) -> float:
        """Count a try of this address to get a seat, where there may be one; else the seconds until there may."""
        sits = self._sits.of(address, now)
        return 0.0 if sits.take(now) else sits.wait(now)
