"""Who is waited for: always by name, as many as fit beside the clock, in every part of a game."""

from typing import Any

import pytest
from rich.cells import cell_len
from support.game_screen import seat_at
from support.pilots import shown

from sixqp_tui import i18n
from sixqp_tui.presentation.prompts import with_names

SMALL = (80, 24)
LONG = tuple(f"{letter}{letter.lower() * 15}" for letter in "ABCDEFGHIJ")


@pytest.fixture
def french() -> Any:
    """French, for this test alone."""
    i18n.use("fr")
    yield
    i18n.use("en")


@pytest.mark.parametrize("room", range(30, 200, 7))
def test_as_many_names_as_fit_and_the_number_of_the_others(room: int) -> None:
    from sixqp_tui.i18n import table as table_words

    said = with_names(lambda most: table_words.waiting_for(LONG, most), len(LONG), room)
    named = sum(name in said for name in LONG)
    assert named == 10 or f"and {10 - named} others" in said
    assert cell_len(said) <= room or named == 1


async def test_ten_names_stand_beside_the_clock_in_french(french: None) -> None:
    seat, app = seat_at(players=10)
    seat.becomes(milliseconds_left=42_000)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("1", "enter")
        await pilot.pause()
        line = shown(pilot).splitlines()[13]
        assert "on attend Alice, Dana" in line and "autres" in line and "42 s" in line and "…" not in line


async def test_a_pause_tells_who_will_decide_and_what_is_left() -> None:
    seat, app = seat_at(players=3)
    seat.becomes(milliseconds_left=42_000)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("p")
        await pilot.pause()
        line = shown(pilot).splitlines()[13]
        assert "The table is paused · next to decide: you, Alice and Bob" in line and "42 s" in line


async def test_a_late_refusal_does_not_hide_the_question() -> None:
    from sixqp_protocol.messages import Refused
    from sixqp_protocol.refusals import Refusal
    from sixqp_tui.client.events import Denied

    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        seat.tell(Denied(Refused(1, Refusal.STALE), None))
        await pilot.pause()
        lines = shown(pilot).splitlines()
        assert "Your turn: lift a card" in lines[13]
        assert len(lines[22].split()) >= 4
        await pilot.press("1")
        await pilot.pause()
        assert shown(pilot).splitlines()[22] != lines[22]
