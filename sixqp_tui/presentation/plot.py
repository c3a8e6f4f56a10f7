"""Bars and columns drawn with block characters."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from statistics import fmean
from typing import Final

from sixqp_tui.engine.table import Table

ACROSS: Final = " ▏▎▍▌▋▊▉█"
"""Eighths of a cell, from the left."""
UPWARDS: Final = " ▁▂▃▄▅▆▇█"
"""Eighths of a cell, from below."""


def bar(share: float, width: int) -> str:
    """A bar of `share` (0 to 1) of the width; anything above 0 is visible."""
    eighths = round(min(1.0, max(0.0, share)) * width * 8)
    whole, part = divmod(max(eighths, share > 0), 8)
    return ACROSS[8] * whole + (ACROSS[part] if part else "")


def columns(values: Sequence[float], highest: float, height: int) -> tuple[str, ...]:
    """One column per value, as lines from the top; `highest` fills the height."""
    eighths = [max(1, round(min(1.0, value / highest) * height * 8)) for value in values]
    lines = reversed(range(height))
    return tuple("".join(UPWARDS[min(8, max(0, filled - 8 * line))] for filled in eighths) for line in lines)


def averages(values: Sequence[float], most: int) -> tuple[float, ...]:
    """The values, reduced to at most `most` by averaging neighbours."""
    count = min(most, len(values))
    edges = [len(values) * at // count for at in range(count + 1)] if count else [0]
    return tuple(fmean(values[begin:end]) for begin, end in pairwise(edges))


# -- totals -----------------------------------------------------------------------------------------


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
