"""Virtual time: what is to happen, in the order of its moments."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Any


class Timeline:
    """A heap of acts; `now` is the moment of the act at hand, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0
        self._acts: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._order = count()

    def after(self, seconds: float, act: Callable[..., None], *words: Any) -> None:
        """Let this happen so many seconds from now."""
        self.at(self.now + seconds, act, *words)

    def at(self, moment: float, act: Callable[..., None], *words: Any) -> None:
        """Let this happen at that moment."""
        heappush(self._acts, (max(moment, self.now), next(self._order), act, words))

    def step(self) -> None:
        """Let the next act happen."""
        self.now, _, act, words = heappop(self._acts)
        act(*words)
