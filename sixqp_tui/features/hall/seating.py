"""Who sits where in a round of a hall: equal tables, by points, with as few repeated meetings as possible."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import exp
from typing import Final

from sixqp_tui.engine.shuffle import SeededRandom

Table = tuple[int | None, ...]
"""The players of a table by seat; None is a seat that a bot plays."""
Meetings = Counter[tuple[int, int]]
"""How often two players have met; the lower number comes first."""
SWAPS: Final = 1000
"""Swaps that annealing tries for each player."""
MIN_SWAPS: Final = 20_000
_REPEAT: Final = 64
"""A repeated meeting costs more than all points that it could be avoided by: it is the first thing to avoid."""
_HOT: Final = 48.0
_COLD: Final = 0.3
_FINE: Final = 1 << 20


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
    """How many meetings at these tables are not the first of their players."""
    return sum(met[pair] > 0 for table in tables for pair in _pairs(table))


def _pairs(table: Iterable[int | None]) -> Iterable[tuple[int, int]]:
    return combinations(sorted(player for player in table if player is not None), 2)


def seat_players(
    ranked: Sequence[int], met: Meetings, size: int, rng: SeededRandom, by_points: bool, swaps: int | None = None
) -> tuple[Table, ...]:
    """Tables of `size` seats for all of these players, the best first.

    The numbers of players at two tables differ by one at most. With `by_points`, a table has players who stand near
    each other; two players who have met sit together again only if that can't be avoided. Annealing tries `swaps`.
    """
    count = count_tables(len(ranked), size)
    least, more = divmod(len(ranked), count)
    order = list(ranked if by_points else rng.shuffled(tuple(ranked)))
    tables: list[list[int]] = []
    for table in range(count):
        people = least + (table < more)
        tables.append(order[:people])
        order = order[people:]
    homes = {player: table for table, people in enumerate(tables) for player in people} if by_points else {}
    _anneal(tables, met, homes, rng, swaps or max(MIN_SWAPS, SWAPS * len(ranked)))
    empty = size - least
    seated = (rng.shuffled((*range(len(people)), *([-1] * empty))[:size]) for people in tables)
    return tuple(
        tuple(None if place < 0 else people[place] for place in places)
        for people, places in zip(tables, seated, strict=True)
    )


def _anneal(tables: list[list[int]], met: Meetings, homes: dict[int, int], rng: SeededRandom, swaps: int) -> None:
    """Swap players between tables in place. `homes` are the tables that the players have by their points."""
    if len(tables) < 2 or not met:
        return
    players = [player for people in tables for player in people]
    cost = _meeting_cost(met, 1 + max(players))
    where = {player: (table, seat) for table, people in enumerate(tables) for seat, player in enumerate(people)}

    def distance(player: int, table: int) -> int:
        return abs(homes[player] - table) if homes else 0

    total = sum(
        cost[player][other] for people in tables for at, player in enumerate(people) for other in people[:at]
    )
    best, best_cost, below = [list(people) for people in tables], total, rng.below
    for step in range(swaps):
        leaving, coming = players[below(len(players))], players[below(len(players))]
        (first, at), (second, to) = where[leaving], where[coming]
        if first == second:
            continue
        one, two, of_leaving, of_coming = tables[first], tables[second], cost[leaving], cost[coming]
        change = distance(leaving, second) + distance(coming, first)
        change -= distance(leaving, first) + distance(coming, second) + 2 * of_leaving[coming]
        for each in one:
            change += of_coming[each] - of_leaving[each]
        for each in two:
            change += of_leaving[each] - of_coming[each]
        if change <= 0 or below(_FINE) < _FINE * exp(-change / (_HOT * (_COLD / _HOT) ** (step / swaps))):
            one[at], two[to] = coming, leaving
            where[leaving], where[coming] = (second, to), (first, at)
            total += change
            if total < best_cost:
                best, best_cost = [list(people) for people in tables], total
                if not best_cost:
                    break
    tables[:] = best


def _meeting_cost(met: Meetings, players: int) -> list[list[int]]:
    """By the numbers of two players, what it costs that they meet again."""
    costs = [[0] * players for _player in range(players)]
    for (one, two), times in met.items():
        if two < players:
            costs[one][two] = costs[two][one] = _REPEAT * times * times
    return costs
