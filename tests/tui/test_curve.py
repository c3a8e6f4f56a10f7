"""The totals of a game as a chart: every label belongs to the sign before it, at every size."""

import re
from typing import Any

import pytest
from msgspec.structs import replace
from support.game_screen import seat_at
from support.pilots import run, settled
from support.strips import strips
from textual.pilot import Pilot

from sixqp_protocol.facts import Rules
from sixqp_tui.presentation.seat_signs import SIGNS, seat_sign
from sixqp_tui.tui.widgets.game.curve import Curve

pytestmark = pytest.mark.slow

SIZES = ((80, 24), (80, 22), (100, 30), (120, 40), (200, 60))
CLOSE = (14, 15, 14, 13, 14, 15, 14, 12, 14, 15)
APART = (2, 19, 7, 30, 0, 12, 26, 4, 33, 21)
SCORES = ((APART, CLOSE), (CLOSE, CLOSE), (CLOSE,) * 8)
PLAYERS = ("Maxime", "Olga", "Bertrand", "Cléo", "Denis", "Émile", "Fanny", "Gus", "Hélène", "Ida")
LONG = tuple(f"{name} le Benjamin"[:16] for name in PLAYERS)


def drawn(curve: Curve) -> str:
    return "\n".join("".join(cell for cell, _style in line) for line in curve.render().cells)


def beside(pilot: Pilot[Any], curve: Curve) -> str:
    """What stands within two cells of the chart."""
    region, lines = curve.region, strips(pilot.app)
    cropped = (line.crop(max(0, region.x - 2), region.right + 2).text for line in lines[region.y : region.bottom])
    return "".join(f"{line[:2]}{line[2 + region.width :]}" if region.x > 1 else "" for line in cropped)


@pytest.mark.parametrize(
    "seats", [pytest.param(2, marks=pytest.mark.soak), pytest.param(5, marks=pytest.mark.soak), 10]
)
async def test_each_sign_of_the_chart_stands_once_before_its_own_total_and_name(seats: int) -> None:
    """With close, equal and distant totals and long names, in the scores and beside the rows."""
    seat, app = seat_at(seats, Rules(limit=66))
    seat.play_until(lambda game: len(game.table.scores) == 2 and game.table.turn == 2)
    charts = 0
    async with run(app) as pilot:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            for key in ("tab", "escape"):
                await pilot.press(key)
                await settled(pilot)
                for curve in (each for each in app.screen.query(Curve) if each.is_on_screen):
                    charts += 1
                    assert not beside(pilot, curve).strip(), (size, key)
                    for scores in SCORES:
                        totals = tuple(sum(each[at] for each in scores) for at in range(seats))
                        curve.table = replace(curve.table, names=LONG[:seats], scores=scores, totals=totals)
                        text = drawn(curve)
                        signs = re.findall(rf"[{SIGNS}]", text)
                        assert sorted(signs) == sorted(map(seat_sign, range(seats))), (size, key, text)
                        named = any(name in text for name in LONG)
                        for at, total in enumerate(totals):
                            label = f"  {seat_sign(at)} +{total}" + (f" {LONG[at]}" if named else r"(?!\d)")
                            assert re.search(label, text), (size, key, label, text)
    assert charts > len(SIZES)


@pytest.mark.soak
async def test_the_chart_is_shown_from_the_second_round_on() -> None:
    seat, app = seat_at(4)
    seat.play_until(lambda game: len(game.table.scores) == 1 and game.table.turn == 2)
    async with run(app, size=(120, 40)) as pilot:
        await pilot.press("tab")
        await settled(pilot)
        assert not any(each.is_on_screen and drawn(each).strip() for each in app.screen.query(Curve))
