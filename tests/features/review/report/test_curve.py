"""The curves say who is where, also where all are in one place and names are wide."""

import re
from itertools import pairwise

import pytest

from sixqp_protocol.facts import Rules
from sixqp_tui.engine.table import Table
from sixqp_tui.features.review.report.curve import CELL, LINE, NARROW, WIDE, Size, draw_curves

NAMES = ("字" * 8, *(f"Player {seat}" for seat in range(2, 11)))
ENDS = re.compile(r'<text x="(\d+)" y="(\d+)" text-anchor="start" class="s(\d+)">([^<]*)<')


def picture(totals: tuple[int, ...], size: Size, limit: int | None = 66) -> str:
    return draw_curves(Table(Rules(limit=limit), NAMES, totals=totals, scores=(totals,)), size, "curve")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("totals", [(0,) * 10, (70,) * 10, tuple(range(10))], ids=str)
def test_every_curve_end_has_its_own_line_within_the_picture(totals: tuple[int, ...], size: Size) -> None:
    ends = [(int(x), int(y), said) for x, y, _seat, said in ENDS.findall(picture(totals, size))]
    heights = sorted(y for _x, y, _said in ends)
    assert len(ends) == 10 and all(high - low >= LINE for low, high in pairwise(heights))
    assert heights[0] >= LINE // 2 and heights[-1] <= size.height - LINE // 2
    if size.names:
        assert max(x + 20 + CELL * 16 for x, _y, said in ends if "字" in said) <= size.width
