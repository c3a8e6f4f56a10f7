"""How often something may be done: so many times at once, and then so many times a second."""


class TokenBucket:
    """Holds `burst` tokens at most, is full at first, and is filled by `rate` tokens a second.

    All moments are seconds of one clock, whatever it counts from; one that goes back fills nothing.
    """

    __slots__ = ("_burst", "_held", "_rate", "_since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst = rate, burst
        self._held, self._since = burst, now

    def full(self, now: float) -> bool:
        """Whether nothing has been taken that did not come back."""
        return self._tokens(now) >= self._burst

    def has(self, now: float) -> bool:
        """Whether a token may be taken."""
        return self._tokens(now) >= 1

    def take(self, now: float) -> bool:
        """Take a token; False, and nothing is taken, where there is none."""
        self._held, self._since = self._tokens(now), now
        if self._held < 1:
            return False
        self._held -= 1
        return True

    def give_back(self) -> None:
        """Put the token back that was taken last."""
        self._held += 1

    def _tokens(self, now: float) -> float:
        return min(self._burst, self._held + self._rate * max(0.0, now - self._since))
