"""The totals of a game as curves."""

from collections.abc import Iterable
from itertools import accumulate

from sixqp_tui.engine.table import Table


def totals_by_round(table: Table, seat: int) -> tuple[int, ...]:
    return tuple(accumulate((scores[seat] for scores in table.scores), initial=0))


def highest_total(table: Table) -> int:
    return max(table.rules.limit or 1, *table.totals)


def spread(wished: Iterable[int], last: int) -> list[int]:
    """Distinct ascending lines from 1 to `last`, as near as possible to the wished ones."""
    lines: list[int] = []
    for line in wished:
        lines.append(max(line, lines[-1] + 1 if lines else 1))
    for place in range(len(lines) - 1, -1, -1):
        lines[place] = min(lines[place], last - (len(lines) - 1 - place))
    return lines
