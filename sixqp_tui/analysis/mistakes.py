"""The kinds of mistakes, and whether a player makes them more often than chance explains."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import copysign, inf, log1p, sqrt
from statistics import NormalDist
from typing import Final, Literal, NamedTuple, get_args

from msgspec import Struct

from sixqp_tui.analysis.result import Decision, Tenths
from sixqp_tui.engine.cards import HAND

MistakeKind = Literal["sixth", "too low", "row", "late", "kept"]
r"""The kind of a costly decision.

- `sixth`: the card was the sixth of a row, at once or after others.
- `too low`: the card took a row of its player's choice, or a lower card should have come first.
- `row`: the row taken for a card that was too low.
- `late`: one of the last three cards, where only counting shows what the others can do.
- `kept`: the card took nothing, but should have been kept.
"""
KINDS: Final[tuple[MistakeKind, ...]] = get_args(MistakeKind)
LAST_CARDS: Final = 3
"""The most cards in hand at a `late` decision."""


def kind_of(decision: Decision) -> MistakeKind:
    if decision.kind == "row":
        return "row"
    reason = decision.option(decision.made).reason.kind
    if reason in ("sixth", "too low"):
        return reason
    if HAND - decision.turn < LAST_CARDS:
        return "late"
    if reason == "filled":
        return "sixth"
    return "too low" if decision.made > decision.best else "kept"


def row_length(decision: Decision) -> int:
    """The length of the row that the card would have joined; 0 for a row, or a card that was too low."""
    return 0 if decision.kind == "row" else max(0, decision.option(decision.made).reason.place - 1)


class GameCost(Struct, frozen=True):
    """A player's mistakes in one game: their costs in tenths of a head, and their numbers."""

    rounds: int
    costs: Mapping[MistakeKind, Tenths]
    numbers: Mapping[MistakeKind, int]
    players: int

    @property
    def total(self) -> Tenths:
        return sum(self.costs.values())


class Estimate(NamedTuple):
    """Heads per round, with the standard error."""

    mean: float
    error: float

    @property
    def within(self) -> float:
        """Half the width of the 95 % interval."""
        return _TWO_SIDED * self.error


CONFIDENCE: Final = 0.95
_TWO_SIDED: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
MIN_GAMES: Final = 8
"""Fewer games don't allow an estimate of the error."""
USUAL: Final[Mapping[MistakeKind, float]] = {
    "sixth": 0.13,
    "too low": 0.81,
    "row": 0.11,
    "late": 0.08,
    "kept": 0.36,
}
"""A strong player's mistakes per round; of `sixth`, for each player from the third on. Measured by
`tests/bench/weaknesses.py`, and a standard error higher.
"""
MIN_SIXTH: Final = 0.05
"""With two players."""
MAX_ACCUSED: Final = 0.05
"""The share of histories in which chance alone may accuse a player who makes no more mistakes than these."""


class Weakness(NamedTuple):
    """A kind of mistakes that a player makes more often than a strong player, beyond chance.

    Its excess costs the most of all such kinds. `most`: it also costs more than every other kind, beyond chance.
    """

    kind: MistakeKind
    cost: Estimate
    most: bool


def cost_a_round(games: Sequence[GameCost], kind: MistakeKind | None = None) -> Estimate:
    """The cost of this kind, or of all, a round.

    Rounds of one game are alike, so games are the unit; one game has an infinite error.
    """
    costs = [(game.total if kind is None else game.costs.get(kind, 0)) / 10 for game in games]
    return _ratio(costs, [game.rounds for game in games])


def find_weakness(games: Sequence[GameCost]) -> Weakness | None:
    """The costliest weakness that chance doesn't explain, if any.

    All kinds are tested together, and accuse a strong player in at most `MAX_ACCUSED` of all histories. Mistakes
    are counted, because a few costly ones say little about a habit.
    """
    if len(games) < MIN_GAMES:
        return None
    excesses = {}
    for kind in KINDS:
        number, usual = sum(game.numbers.get(kind, 0) for game in games), _usual_number(games, kind)
        if _more_often(number, usual, MAX_ACCUSED / len(KINDS)):
            excesses[kind] = cost_a_round(games, kind).mean * (1 - usual / number)
    if not excesses:
        return None
    worst = max(excesses, key=excesses.__getitem__)
    others = [kind for kind in KINDS if kind != worst]
    return Weakness(worst, cost_a_round(games, worst), all(_costs_more(games, worst, other) for other in others))


def change(games: Sequence[GameCost]) -> Estimate | None:
    """How much more a round costs in the second half than in the first; None if that may be chance."""
    half = len(games) // 2
    if half < MIN_GAMES:
        return None
    before, after = cost_a_round(games[:half]), cost_a_round(games[-half:])
    difference = Estimate(after.mean - before.mean, sqrt(before.error**2 + after.error**2))
    return difference if _exceeds(abs(difference.mean), difference.error, half, (1 - CONFIDENCE) / 2) else None


def usual_length(lengths: Mapping[int, Tenths]) -> int | None:
    length, cost = max(lengths.items(), key=lambda item: item[1], default=(0, 0))
    return length if 2 * cost > sum(lengths.values()) else None


def _usual_number(games: Sequence[GameCost], kind: MistakeKind) -> float:
    if kind != "sixth":
        return USUAL[kind] * sum(game.rounds for game in games)
    return sum(game.rounds * max(MIN_SIXTH, USUAL[kind] * (game.players - 2)) for game in games)


def _more_often(number: int, usual: float, level: float) -> bool:
    """Whether P(X >= number) <= level, nearly, for a Poisson variable X with mean `usual`."""
    return 2 * (sqrt(number) - sqrt(usual)) > NormalDist().inv_cdf(1 - level)


def _costs_more(games: Sequence[GameCost], kind: MistakeKind, other: MistakeKind) -> bool:
    differences = [(game.costs.get(kind, 0) - game.costs.get(other, 0)) / 10 for game in games]
    mean, error = _ratio(differences, [game.rounds for game in games])
    return _exceeds(mean, error, len(games), 1 - CONFIDENCE)


def _ratio(sums: Sequence[float], rounds: Sequence[int]) -> Estimate:
    number, total = len(rounds), sum(rounds)
    mean = sum(sums) / total
    if number < 2:
        return Estimate(mean, inf)
    spread = sum((part - mean * played) ** 2 for part, played in zip(sums, rounds, strict=True))
    return Estimate(mean, sqrt(spread * number / (number - 1)) / total)


def _exceeds(mean: float, error: float, games: int, level: float) -> bool:
    """Whether the mean exceeds 0 in a one-sided t-test at this level."""
    if error == 0:
        return mean > 0
    return _normal_of_t(mean / error, games - 1) > NormalDist().inv_cdf(1 - level)


def _normal_of_t(t: float, freedom: int) -> float:
    """The normal deviate with the same tail as Student's t, after Wallace (1959)."""
    return copysign((8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom)), t)


MIN_GROUP: Final = 4
"""Games per point of a curve, enough to estimate the error."""


def curve(games: Sequence[GameCost], max_points: int) -> tuple[Estimate, ...]:
    count = min(max_points, len(games) // MIN_GROUP)
    edges = [len(games) * at // count for at in range(count + 1)] if count else []
    return tuple(cost_a_round(games[begin:end]) for begin, end in pairwise(edges))
