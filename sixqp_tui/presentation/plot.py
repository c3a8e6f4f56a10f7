"""Bars and columns of block signs, for screens and for lines of text: from numbers to signs, and nothing else."""

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
    """A bar over this share of so many cells, from 0 to 1; what is not nothing shows."""
    eighths = round(min(1.0, max(0.0, share)) * width * 8)
    whole, part = divmod(max(eighths, share > 0), 8)
    return ACROSS[8] * whole + (ACROSS[part] if part else "")


def columns(values: Sequence[float], highest: float, height: int) -> tuple[str, ...]:
    """A column a value, in lines from the top; `highest` (above 0) fills the height."""
    eighths = [max(1, round(min(1.0, value / highest) * height * 8)) for value in values]
    lines = reversed(range(height))
    return tuple("".join(UPWARDS[min(8, max(0, filled - 8 * line))] for filled in eighths) for line in lines)


def averages(values: Sequence[float], most: int) -> tuple[float, ...]:
    """The values in their order; where there are more than `most`, means of neighbours, as even as can be."""
    count = min(most, len(values))
    edges = [len(values) * at // count for at in range(count + 1)] if count else [0]
    return tuple(fmean(values[begin:end]) for begin, end in pairwise(edges))


# -- totals -----------------------------------------------------------------------------------------


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
