"""The clock of the decisions that are wanted. Seconds of any steady clock go in; it reads none itself."""


class Clock:
    """Counts down to a moment, may be held, and knows what is left."""

    def __init__(self) -> None:
        self._ends: float | None = None
        self._held: float | None = None

    @property
    def ends(self) -> float | None:
        """The moment at which it runs out; None where it does not run."""
        return self._ends

    def start(self, seconds: float | None, now: float) -> None:
        """Count these seconds from now on; None stops it."""
        self._ends = None if seconds is None else now + seconds
        self._held = None

    def hold(self, now: float) -> None:
        """Stop, and keep what is left."""
        self._held = self.left(now)
        self._ends = None

    def go_on(self, now: float) -> None:
        """Run again with what was left when it was held; one that runs, runs on."""
        if self._held is not None:
            self.start(self._held, now)

    def left(self, now: float) -> float | None:
        """The seconds that are left, also while it is held; None where there is nothing to count."""
        return self._held if self._ends is None else max(0.0, self._ends - now)
