"""The totals after each round as paths: where they go, and where the names at their ends stand."""

from collections.abc import Iterable
from itertools import accumulate

from sixqp_tui.engine.table import Table


def totals_by_round(table: Table, seat: int) -> tuple[int, ...]:
    """The totals of a seat, from 0 before the first round."""
    return tuple(accumulate((scores[seat] for scores in table.scores), initial=0))


def highest_total(table: Table) -> int:
    """What a plot of the totals must have room for: the limit, and whoever is beyond it."""
    return max(table.rules.limit or 1, *table.totals)


def spread(wished: Iterable[int], last: int) -> list[int]:
    """Different lines from 1 to `last`, each as near to the one wished for as their rising order allows.

    There must be as many lines as wishes.
    """
    lines: list[int] = []
    for line in wished:
        lines.append(max(line, lines[-1] + 1 if lines else 1))
    for place in range(len(lines) - 1, -1, -1):
        lines[place] = min(lines[place], last - (len(lines) - 1 - place))
    return lines
