"""The totals after each round as curves: where everything stands in the picture of a report."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from sixqp_tui.engine.table import Table
from sixqp_tui.presentation.plot import highest_total, spread, totals_by_round

WIDTH, HEIGHT = 520, 300
"""The picture, in its own units; the page makes it as wide as there is room."""
LEFT, RIGHT, TOP, BOTTOM = 44, 490, 12, 270
"""The edges of what is drawn."""
SIGN = 16
"""Width of a sign with the space around it."""
LINE = 19
"""Height of a line of text."""
MIN_GAP = 26
"""Between the numbers of two rounds; a number that is too close is left out."""


class Level(NamedTuple):
    total: int
    y: int
    limit: bool


class Sign(NamedTuple):
    seat: int
    x: int
    y: int


class Curves(NamedTuple):
    """`rounds` are the numbers below, with their places; `ends` repeats each sign on a line of its own."""

    levels: tuple[Level, ...]
    rounds: tuple[tuple[int, int], ...]
    paths: tuple[str, ...]
    signs: tuple[Sign, ...]
    ends: tuple[Sign, ...]


def draw_curves(table: Table) -> Curves:
    """For a game with at least one round."""
    last = len(table.scores)
    totals = [totals_by_round(table, seat) for seat in range(table.seats)]
    xs = [LEFT + 8 + (RIGHT - LEFT - 8) * number // last for number in range(last + 1)]
    points = [[(x, _height(table, total)) for x, total in zip(xs, each, strict=True)] for each in totals]
    return Curves(
        tuple(_levels(table)),
        tuple(_numbers(xs)),
        tuple("M" + "L".join(f"{x} {y}" for x, y in each) for each in points),
        tuple(_signs(points)),
        tuple(_ends(table)),
    )


def _height(table: Table, total: int) -> int:
    return BOTTOM - (BOTTOM - TOP) * total // highest_total(table)


def _levels(table: Table) -> Iterator[Level]:
    limit, highest = table.rules.limit, max(table.totals)
    yield Level(0, BOTTOM, False)
    if highest and (limit is None or abs(_height(table, highest) - _height(table, limit)) >= LINE):
        yield Level(highest, _height(table, highest), False)
    if limit is not None:
        yield Level(limit, _height(table, limit), True)


def _numbers(xs: list[int]) -> Iterator[tuple[int, int]]:
    free = 0
    for number, x in enumerate(xs):
        if number and x >= free:
            yield number, x
            free = x + MIN_GAP


def _signs(points: list[list[tuple[int, int]]]) -> Iterator[Sign]:
    """Signs at one point stand side by side."""
    at = defaultdict[tuple[int, int], list[int]](list)
    for seat, each in enumerate(points):
        for point in each[1:]:
            at[point].append(seat)
    for (x, y), seats in at.items():
        for place, seat in enumerate(seats):
            yield Sign(seat, x - place * SIGN, y)


def _ends(table: Table) -> Iterator[Sign]:
    """The highest total first."""
    ranked = sorted(range(table.seats), key=lambda seat: -table.totals[seat])
    wished = (round(_height(table, table.totals[seat]) / LINE) for seat in ranked)
    for seat, line in zip(ranked, spread(wished, HEIGHT // LINE), strict=True):
        yield Sign(seat, RIGHT + 18, line * LINE - LINE // 2)
