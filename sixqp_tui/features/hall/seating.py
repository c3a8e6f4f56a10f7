"""Who sits where in a round of a hall: equal tables, by points, with as few repeated meetings as possible."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from math import ceil, exp
from operator import add
from typing import Final

from sixqp_tui.engine.shuffle import SeededRandom

Table = tuple[int | None, ...]
"""The players of a table by seat; None is a seat that a bot plays."""
Meetings = Counter[tuple[int, int]]
"""How often two players have met; the lower number comes first."""
MIN_PATIENCE: Final = 4
"""Runs in a row without a better seating after which annealing stops if nobody has to meet again.

Otherwise it stops after as many as there are players, or `MIN_RUNS`.
"""
MIN_RUNS: Final = 30
"""A few players at large tables are hard to seat: one search in seven stopped too early with eleven runs."""
MAX_SWAPS: Final = 500_000
"""Swaps that all runs together try: under a second for 60 people."""
_SWAPS_OF_RUN: Final = 400
"""Swaps that a run tries for each player."""
_REPEAT: Final = 64
"""A repeated meeting costs more than all points that it could be avoided by: it is the first thing to avoid."""
_AGAIN: Final = 4
"""Among as many repeated meetings, those are better that are spread over more players."""
_HOT: Final = 48.0
_COLD: Final = 0.3
_STEPS: Final = 50
"""Temperatures of a run."""
_PRIME: Final = (1 << 31) - 1
_FACTOR: Final = 48271


def count_tables(players: int, size: int) -> int:
    """Tables of this size for this many players. Bots fill them, so that every hand is dealt equally often."""
    return -(-players // size)


def count_meetings(rounds: Iterable[Sequence[Table]]) -> Meetings:
    met: Meetings = Counter()
    for tables in rounds:
        for table in tables:
            met.update(_pairs(table))
    return met


def count_repeats(tables: Sequence[Table], met: Meetings) -> int:
    return sum(met[pair] > 0 for table in tables for pair in _pairs(table))


def _pairs(table: Iterable[int | None]) -> Iterable[tuple[int, int]]:
    return combinations(sorted(player for player in table if player is not None), 2)


def seat_players(
    ranked: Sequence[int], met: Meetings, size: int, rng: SeededRandom, by_points: bool, effort: float = 1.0
) -> tuple[Table, ...]:
    """The numbers of players at two tables differ by one at most.

    With `by_points`, neighbours in the ranking sit together; two players who have met do only if that can't be
    avoided. The search takes `effort` times as long as usual.
    """
    count = count_tables(len(ranked), size)
    least, more = divmod(len(ranked), count)
    order = list(ranked if by_points else rng.shuffled(tuple(ranked)))
    homes = [table for table in range(count) for _player in range(least + (table < more))]
    found = homes
    if count > 1 and met:
        found = _anneal(homes, _costs(order, met), by_points, 1 + rng.below(_PRIME - 1), effort)
    tables: list[list[int]] = [[] for _table in range(count)]
    for player, table in zip(order, found, strict=True):
        tables[table].append(player)
    empty = size - least
    seated = (rng.shuffled((*range(len(people)), *([-1] * empty))[:size]) for people in tables)
    return tuple(
        tuple(None if place < 0 else people[place] for place in places)
        for people, places in zip(tables, seated, strict=True)
    )


def _costs(order: Sequence[int], met: Meetings) -> list[list[int]]:
    places = {player: place for place, player in enumerate(order)}
    costs = [[0] * len(order) for _player in order]
    for (one, two), times in met.items():
        if times and one in places and two in places:
            here, there = places[one], places[two]
            costs[here][there] = costs[there][here] = _REPEAT + _AGAIN * (times - 1) ** 2
    return costs


def _anneal(homes: list[int], costs: list[list[int]], by_points: bool, lot: int, effort: float) -> list[int]:
    """`homes` are the tables by points.

    Each run heats the seating up again, and cools it. `lot` begins the random numbers, which are Lehmer's: a search
    needs millions of them, and quickly.
    """
    tables, count = list(homes), len(homes)
    near = [[by_points * abs(home - table) for home in homes] for table in range(1 + homes[-1])]
    """What it would cost each player to sit at each table, with those who sit there."""
    for player, table in enumerate(tables):
        near[table] = list(map(add, near[table], costs[player]))
    pairs = list(permutations(range(count), 2))
    enough = ceil(effort * MIN_PATIENCE)
    patience = max(enough, ceil(effort * max(count, MIN_RUNS)))
    best, now, least, waits, left = tables, 0, 0, patience, effort * MAX_SWAPS
    swaps = -(-_SWAPS_OF_RUN * count // _STEPS)
    while left > 0 and waits > (0 if _meet_again(best, costs) else patience - enough):
        waits, left = waits - 1, left - swaps * _STEPS
        for step in range(_STEPS):
            heat = _HOT * (_COLD / _HOT) ** (step / _STEPS)
            for _swap in range(swaps):
                lot = lot * _FACTOR % _PRIME
                one, two = pairs[lot % len(pairs)]
                first, second = tables[one], tables[two]
                here, there = near[first], near[second]
                if first == second or not here[one]:
                    continue
                change = there[one] + here[two] - here[one] - there[two] - 2 * costs[one][two]
                lot = lot * _FACTOR % _PRIME
                if change <= 0 or lot < exp(-change / heat) * _PRIME:
                    tables[one], tables[two], now = second, first, now + change
                    of_one, of_two = costs[one], costs[two]
                    near[first] = [at - a + b for at, a, b in zip(here, of_one, of_two, strict=True)]
                    near[second] = [at + a - b for at, a, b in zip(there, of_one, of_two, strict=True)]
                    if now < least:
                        best, least, waits = tables[:], now, patience
    return best


def _meet_again(tables: Sequence[int], costs: Sequence[Sequence[int]]) -> bool:
    return any(
        table == other and cost
        for table, row in zip(tables, costs, strict=True)
        for other, cost in zip(tables, row, strict=True)
    )
