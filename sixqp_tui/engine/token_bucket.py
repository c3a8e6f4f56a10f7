"""Rate limits: a burst at once, then a steady rate."""

from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class TokenBucket:
    """Holds up to `burst` tokens, `held` at first (None: all), and gains `rate` per second.

    Moments are seconds of one clock; going back adds nothing.
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
        return max(0.0, 1 - self.held(now)) / self._rate

    def take(self, now: float, tokens: float = 1) -> bool:
        """Take these tokens, or none of them and return False."""
        self._held, self._since = self.held(now), now
        if self._held < tokens:
            return False
        self._held -= tokens
        return True

    def borrow(self, now: float, tokens: float) -> float:
        """Take these tokens even if there are fewer, and return the seconds until they are there."""
        self._held, self._since = self.held(now) - tokens, now
        return max(0.0, -self._held) / self._rate

    def give_back(self, tokens: float = 1) -> None:
        self._held += tokens


class TokenBuckets(Generic[K]):
    """One bucket for each key. Full ones are forgotten when another key comes."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[K, TokenBucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, key: K, now: float) -> TokenBucket:
        if key not in self._buckets:
            self._buckets = {other: bucket for other, bucket in self._buckets.items() if not bucket.full(now)}
            self._buckets[key] = TokenBucket(self._rate, self._burst, now)
        return self._buckets[key]
