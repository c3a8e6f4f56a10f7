"""Who is waited for: always by name, as many as fit beside the clock, in every part of a game."""

import pytest
from rich.cells import cell_len
from support.game_screen import seat_at
from support.pilots import shown

from sixqp_tui import i18n
from sixqp_tui.i18n import table as table_words
from sixqp_tui.presentation.prompts import with_names

SMALL = (80, 24)
LONG = tuple(f"{letter}{letter.lower() * 15}" for letter in "ABCDEFGHIJ")


def test_as_many_names_as_fit_are_shown_with_the_number_of_others() -> None:
    for room in range(30, 200, 7):
        said = with_names(lambda most: table_words.waiting_for(LONG, most), len(LONG), room)
        named = sum(name in said for name in LONG)
        assert named == 10 or f"and {10 - named} others" in said
        assert cell_len(said) <= room or named == 1


@pytest.mark.slow
async def test_ten_names_fit_beside_the_clock_in_french() -> None:
    i18n.use("fr")
    seat, app = seat_at(players=10)
    seat.becomes(milliseconds_left=42_000)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("1", "enter")
        await pilot.pause()
        line = shown(pilot).splitlines()[13]
        assert "on attend Alice, Dana" in line and "autres" in line and "42 s" in line and "…" not in line


@pytest.mark.slow
async def test_a_pause_is_shown_with_the_time_left() -> None:
    seat, app = seat_at(players=3)
    seat.becomes(milliseconds_left=42_000)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("p")
        await pilot.pause()
        line = shown(pilot).splitlines()[13]
        assert "paused the game" in line and "42 s" in line
