"""The curves say who is where, also where all are in one place."""

from itertools import pairwise

import pytest
from support.play import names

from sixqp_protocol.facts import Rules
from sixqp_tui.engine.table import Table
from sixqp_tui.features.review.report_curve import HEIGHT, LINE, RIGHT, SIGN, WIDTH, draw_curves


@pytest.mark.parametrize("totals", [(0,) * 10, (70,) * 10, tuple(range(10))], ids=str)
def test_every_curve_end_has_its_own_line_within_the_picture(totals: tuple[int, ...]) -> None:
    curves = draw_curves(Table(Rules(limit=66), names(10), totals=totals, scores=(totals,)))
    heights = sorted(end.y for end in curves.ends)
    assert {end.seat for end in curves.ends} == set(range(10))
    assert all(high - low >= LINE for low, high in pairwise(heights))
    assert heights[0] >= LINE // 2 and heights[-1] <= HEIGHT - LINE // 2
    assert all(end.x + SIGN // 2 <= WIDTH for end in curves.ends)
    assert len({(sign.x, sign.y) for sign in curves.signs}) == 10, "no sign hides another"
    assert all(sign.x <= RIGHT for sign in curves.signs)
