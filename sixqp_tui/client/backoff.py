"""How long to stay away between two tries."""

from random import Random

FIRST = 0.25
LONGEST = 5.0


class Backoff:
    """Seconds to wait: from a quarter of a second growing to five, each with up to a quarter of jitter."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._next = FIRST

    def reset(self) -> None:
        """The line stood: begin again."""
        self._next = FIRST

    def seconds(self) -> float:
        """How long to wait this time."""
        wait = self._next
        self._next = min(LONGEST, 2 * wait)
        return wait * self._random.uniform(0.75, 1.0)
