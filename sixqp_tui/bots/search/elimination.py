"""Which of several decisions does best over many deals that are the same for all of them."""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from statistics import fmean, variance

from sixqp_tui.bots.search.budget import Budget

Trial = Callable[[Sequence[int]], Iterable[float]]
"""One deal played with each of these candidates: the loss of each."""

_FIRST_LOOK = 12
"""Deals before the first candidates are given up: fewer say little."""
_DOUBT = 3.0
"""Standard errors by which a candidate must be worse to be given up: chance does so once in 700 times."""


def best_candidate(candidates: Sequence[int], trial: Trial, budget: Budget) -> int:
    """The candidate with the smallest mean loss; of equals the first. At least one candidate.

    After some deals, and again after half as many more each time, those that are clearly worse are given up.
    """
    left, look = list(candidates), _FIRST_LOOK
    losses: dict[int, list[float]] = {candidate: [] for candidate in left}
    if len(left) == 1:
        return left[0]
    for number, _ in enumerate(budget(), 1):
        for candidate, loss in zip(left, trial(left), strict=True):
            losses[candidate].append(loss)
        if number == look:
            left, look = _promising(losses, left), look * 3 // 2
            if len(left) == 1:
                break
    return min(left, key=lambda candidate: fmean(losses[candidate]))


def _promising(losses: dict[int, list[float]], left: list[int]) -> list[int]:
    leader = losses[min(left, key=lambda candidate: fmean(losses[candidate]))]
    return [candidate for candidate in left if not _clearly_worse(losses[candidate], leader)]


def _clearly_worse(losses: list[float], leader: list[float]) -> bool:
    """Whether these losses exceed the leader's, deal by deal, by more than chance explains."""
    more = [mine - theirs for mine, theirs in zip(losses, leader, strict=True)]
    mean = fmean(more)
    return mean > _DOUBT * sqrt(variance(more, mean) / len(more))
