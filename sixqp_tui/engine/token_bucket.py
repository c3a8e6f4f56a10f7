"""Rate limits: a burst at once, and then a rate a second."""

from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class TokenBucket:
    """Holds at most `burst` tokens, `held` at first (None: all), and gains `rate` tokens a second.

    Moments are seconds of one clock; one that goes back adds nothing.
    """

    __slots__ = ("_burst", "_held", "_rate", "_since")

    def __init__(self, rate: float, burst: float, now: float = 0.0, held: float | None = None) -> None:
        self._rate, self._burst = rate, burst
        self._held, self._since = burst if held is None else held, now

    def full(self, now: float) -> bool:
        return self.held(now) >= self._burst

    def has(self, now: float) -> bool:
        return self.held(now) >= 1

    def held(self, now: float) -> float:
        return min(self._burst, self._held + self._rate * max(0.0, now - self._since))

    def wait(self, now: float) -> float:
        """Seconds until a token may be taken."""
        return max(0.0, 1 - self.held(now)) / self._rate

    def take(self, now: float, tokens: float = 1) -> bool:
        """Take these tokens; if there are fewer, take none and return False."""
        self._held, self._since = self.held(now), now
        if self._held < tokens:
            return False
        self._held -= tokens
        return True

    def borrow(self, now: float, tokens: float) -> float:
        """Take these tokens, even if there are fewer; return the seconds until there would have been enough."""
        self._held, self._since = self.held(now) - tokens, now
        return max(0.0, -self._held) / self._rate

    def give_back(self, tokens: float = 1) -> None:
        self._held += tokens


class TokenBuckets(Generic[K]):
    """A bucket of one size for each key. A full one is forgotten when another key comes."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[K, TokenBucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, key: K, now: float) -> TokenBucket:
        """The bucket of this key. Don't keep it, because it may be forgotten."""
        if key not in self._buckets:
            self._buckets = {other: bucket for other, bucket in self._buckets.items() if not bucket.full(now)}
            self._buckets[key] = TokenBucket(self._rate, self._burst, now)
        return self._buckets[key]
