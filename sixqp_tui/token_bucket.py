"""How much may be done at a time: so much at once, and then so much a second."""


class Allowance:
    """A purse of `burst` that fills by `rate` a second. All moments are seconds of one steady clock."""

    __slots__ = ("_burst", "_held", "_rate", "_since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst = rate, burst
        self._held, self._since = burst, now

    def full(self, now: float) -> bool:
        """Whether nothing has been taken that did not come back."""
        return self._now(now) >= self._burst

    def has(self, now: float) -> bool:
        """Whether one may be taken."""
        return self._now(now) >= 1

    def take(self, now: float) -> bool:
        """Take one; False, and nothing is taken, where there is none."""
        self._held, self._since = self._now(now), now
        if self._held < 1:
            return False
        self._held -= 1
        return True

    def give_back(self) -> None:
        """What was taken last did not count."""
        self._held += 1

    def _now(self, now: float) -> float:
        return min(self._burst, self._held + self._rate * max(0.0, now - self._since))
