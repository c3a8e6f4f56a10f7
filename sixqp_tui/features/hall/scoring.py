"""Points and ranking: how much better somebody did than everyone else who held the same hand."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import copysign, log1p, sqrt
from statistics import fmean
from typing import Final, Literal, NamedTuple

Scoring = Literal["duplicate", "plain"]
SCALE: Final = 8.0
"""Heads: a difference much smaller counts in full, and one much larger only by its logarithm."""
CONFIDENT: Final = 1.96
"""Standard errors on each side of a 95 % confidence interval."""


class Hand(NamedTuple):
    """A hand that a player held: the number of the deal, the seat that it was dealt to, and its heads."""

    player: int
    deal: int
    seat: int
    heads: int


class Line(NamedTuple):
    """A line of the ranking.

    `points` add up over all hands, and the true value lies `within` this many of them, with 95 % certainty. `place`
    counts from 1; the same points share it.
    """

    place: int
    player: int
    points: float
    within: float
    heads: int
    hands: int


def scale(difference: float) -> float:
    """Points for a difference in heads: its sign stays, and it grows ever more slowly, like the IMPs of bridge."""
    return copysign(SCALE * log1p(abs(difference) / SCALE), difference)


def points_of(hands: Sequence[Hand], scoring: Scoring) -> dict[int, list[float]]:
    """Each player's points by hand; more are better, and 0 is the average."""
    compared: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for hand in hands:
        compared[_group(hand, scoring)].append(hand.heads)
    means = {group: fmean(heads) for group, heads in compared.items()}
    points: defaultdict[int, list[float]] = defaultdict(list)
    for hand in hands:
        better = means[_group(hand, scoring)] - hand.heads
        points[hand.player].append(scale(better) if scoring == "duplicate" else better)
    return dict(points)


def _group(hand: Hand, scoring: Scoring) -> tuple[int, int]:
    return (hand.deal, hand.seat if scoring == "duplicate" else 0)


def rank(players: Iterable[int], hands: Sequence[Hand], scoring: Scoring) -> tuple[Line, ...]:
    """All of these players, the best first. Somebody without a hand in a deal has the average of it."""
    points = points_of(hands, scoring)
    spread = _spread(points)
    heads: defaultdict[int, int] = defaultdict(int)
    for hand in hands:
        heads[hand.player] += hand.heads
    totals = {player: round(sum(points.get(player, ())), 6) for player in players}
    ordered = sorted(totals, key=lambda player: (-totals[player], player))
    return tuple(
        Line(
            1 + sum(other > totals[player] for other in totals.values()),
            player,
            totals[player],
            CONFIDENT * spread * sqrt(len(points.get(player, ()))),
            heads[player],
            len(points.get(player, ())),
        )
        for player in ordered
    )


def _spread(points: Mapping[int, Sequence[float]]) -> float:
    """The same for all players, because one has too few hands; 0 until somebody has two."""
    squares, free = 0.0, 0
    for each in points.values():
        mean = fmean(each)
        squares += sum((value - mean) ** 2 for value in each)
        free += len(each) - 1
    return sqrt(squares / free) if free else 0.0
