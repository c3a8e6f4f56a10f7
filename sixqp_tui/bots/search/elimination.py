"""Chooses the best of several candidates by trying the same deals with all of them."""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from random import Random
from statistics import fmean, variance

from sixqp_tui.bots.search.budget import Budget

Trial = Callable[[Sequence[int]], Iterable[float]]
"""Plays one deal with each of these candidates, and returns the losses."""

_FIRST_LOOK = 12
"""Deals before the first candidates are dropped."""
_DOUBT = 3.0
"""Standard errors by which a dropped candidate must be worse; chance does this once in 700 times."""


def best_candidate(candidates: Sequence[int], prepare: Callable[[], Trial], budget: Budget) -> int:
    elimination = Elimination(candidates)
    if not elimination.decided:
        tries, trial = budget(), prepare()
        for _ in tries:
            elimination.run(trial)
            if elimination.decided:
                break
    return elimination.best()


class Elimination:
    """Compares candidates deal by deal.

    After some deals, and again after half as many more each time, it drops those that are clearly worse.
    """

    def __init__(self, candidates: Sequence[int]) -> None:
        self._left = list(candidates)
        self._losses: dict[int, list[float]] = {candidate: [] for candidate in candidates}
        self._deals, self._look = 0, _FIRST_LOOK

    @property
    def decided(self) -> bool:
        return len(self._left) == 1

    def run(self, trial: Trial) -> None:
        if self.decided:
            return
        for candidate, loss in zip(self._left, trial(self._left), strict=True):
            self._losses[candidate].append(loss)
        self._deals += 1
        if self._deals == self._look:
            self._left, self._look = self._promising(), self._look * 3 // 2

    def best(self) -> int:
        if self.decided:
            return self._left[0]
        return min(self._left, key=lambda candidate: fmean(self._losses[candidate]))

    def draw(self, rng: Random) -> int:
        if self.decided:
            return self._left[0]
        some = (self._deals + 1) // 2
        first = int(rng.random() * (self._deals - some + 1))
        return min(self._left, key=lambda candidate: sum(self._losses[candidate][first : first + some]))

    def _promising(self) -> list[int]:
        losses, left = self._losses, self._left
        leader = losses[self.best()]
        return [candidate for candidate in left if not _clearly_worse(losses[candidate], leader)]


def _clearly_worse(losses: list[float], leader: list[float]) -> bool:
    more = [mine - theirs for mine, theirs in zip(losses, leader, strict=True)]
    mean = fmean(more)
    return mean > _DOUBT * sqrt(variance(more, mean) / len(more))
