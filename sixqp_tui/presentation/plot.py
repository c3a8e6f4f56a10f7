"""Bars and columns of block signs, for screens and for lines of text: from numbers to signs, and nothing else."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import Final

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
