"""Deals that bots play in all seatings, until the result is precise enough."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from sixqp_protocol.facts import Rules, Variant
from sixqp_tui.bots.bot import Bot, decide
from sixqp_tui.engine.game import Game
from sixqp_tui.host.gate import Streams

Clock = Callable[[], float]


class Outcome(NamedTuple):
    """By seat: heads, decisions, and seconds."""

    heads: tuple[int, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]


def play_round(bots: Sequence[Bot], variant: Variant, seed: str, clock: Clock) -> Outcome:
    rules = Rules(variant, limit=None, rounds=1)
    batch, game = Game.start(rules, tuple(f"Bot {seat + 1}" for seat in range(len(bots))), seed)
    streams = Streams(len(bots))
    streams.record(batch)
    moves, seconds = [0] * len(bots), [0.0] * len(bots)
    while wanted := game.pending:
        seat = wanted.seats[0]
        view, began = streams.view(seat), clock()
        decision = decide(bots[seat], view)
        seconds[seat] += clock() - began
        moves[seat] += 1
        batch, game = game.decide(seat, decision)
        streams.record(batch)
    return Outcome(game.table.totals, tuple(moves), tuple(seconds))


Make = Callable[[Random], Bot]
_CONFIDENT = 1.96
BATCH = 10
"""Deals between two looks at the interval; fixed, so that the number of processes decides nothing."""
MIN_DEALS = 20
"""Deals before the first look."""


@dataclass(frozen=True)
class Entrant:
    """Entrants with one name are counted together."""

    name: str
    make: Make


@dataclass(frozen=True)
class Contest:
    """In each further seating of a deal, the entrants move by one seat."""

    entrants: tuple[Entrant, ...]
    variant: Variant
    seed: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(entrant.name for entrant in self.entrants))

    def deals(self, rounds: int) -> int:
        return -(-rounds // len(self.entrants))


@dataclass(frozen=True)
class Ending:
    """Ends after this many deals, or once the first name's wins are known with this precision.

    `precision` is half the width of the 95 % confidence interval, from 0 to 1. Without either, a contest never
    ends.
    """

    deals: int | None = None
    precision: float | None = None

    def reached(self, played: "Sequence[Sequence[Result]]") -> bool:
        if self.deals is not None and len(played) >= self.deals:
            return True
        if self.precision is None or len(played) < MIN_DEALS or len(played) % BATCH:
            return False
        return first_wins(played)[1] <= self.precision

    def progress(self, played: "Sequence[Sequence[Result]]") -> float:
        """From 0 to 1."""
        parts = [0.0]
        if self.deals is not None:
            parts.append(len(played) / self.deals)
        if self.precision is not None and len(played) > 1:
            within = max(first_wins(played)[1], self.precision)
            parts.append((self.precision / within) ** 2 * min(1.0, len(played) / MIN_DEALS))
        return min(1.0, max(parts))


class Result(NamedTuple):
    """The average per player and round of one name, in all seatings of one deal.

    A shared win counts in parts (4.4).
    """

    heads: float
    wins: float
    milliseconds: float


class Figures(NamedTuple):
    """Means over all deals, with half the width of their 95 % confidence intervals."""

    name: str
    rounds: int
    heads: float
    heads_within: float
    wins: float
    wins_within: float
    milliseconds: float


def play_deal(contest: Contest, deal: int, clock: Clock) -> tuple[Result, ...]:
    seen: dict[str, list[Result]] = {name: [] for name in contest.names}
    for seating in range(len(contest.entrants)):
        order = (*contest.entrants[seating:], *contest.entrants[:seating])
        generators = (Random(f"{contest.seed} {deal} {seating} {seat}") for seat in range(len(order)))
        bots = [entrant.make(rng) for entrant, rng in zip(order, generators, strict=True)]
        outcome = play_round(bots, contest.variant, f"{contest.seed} {deal}", clock)
        for entrant, result in zip(order, _results(outcome), strict=True):
            seen[entrant.name].append(result)
    return tuple(_mean(results) for results in seen.values())


def _results(outcome: Outcome) -> Iterable[Result]:
    least = min(outcome.heads)
    share = 1 / outcome.heads.count(least)
    for heads, moves, seconds in zip(*outcome, strict=True):
        yield Result(heads, share if heads == least else 0.0, 1000 * seconds / moves)


def _mean(results: Sequence[Result]) -> Result:
    return Result(*map(fmean, zip(*results, strict=True)))


def figures(contest: Contest, played: Sequence[Sequence[Result]]) -> tuple[Figures, ...]:
    rounds = len(played) * len(contest.entrants)
    return tuple(
        Figures(name, rounds, *_within([each.heads for each in results]), *_within([each.wins for each in results]),
                fmean(each.milliseconds for each in results))
        for name, results in zip(contest.names, zip(*played, strict=True), strict=True)
    )  # fmt: skip


def first_wins(played: Sequence[Sequence[Result]]) -> tuple[float, float]:
    """With half the width of their interval; at least one deal."""
    return _within([results[0].wins for results in played])


def _within(values: Sequence[float]) -> tuple[float, float]:
    spread = stdev(values) if len(values) > 1 else 0.0
    return fmean(values), _CONFIDENT * spread / sqrt(len(values))
