"""Who drops out is told in the last lines of the table and in the log."""

import pytest
from msgspec.structs import replace
from support.game_screen import seat_at
from support.pilots import shown

from sixqp_tui.i18n import console as console_words
from sixqp_tui.tui.widgets.game.side_panel import Players

pytestmark = pytest.mark.slow


async def test_the_last_lines_and_the_log_show_who_disconnected() -> None:
    seat, app = seat_at()
    async with app.run_test(size=(80, 24)) as pilot:
        seat.goes_away(3)
        await pilot.pause()
        sentence = console_words.is_away(seat.state.names[3])
        assert sentence.rstrip(".") in shown(pilot)
        await pilot.press("l")
        await pilot.pause()
        assert sentence in shown(pilot)


async def test_a_player_who_took_over_a_bots_seat_is_named_in_the_panel() -> None:
    seat, app = seat_at()
    async with app.run_test(size=(80, 24)) as pilot:
        chairs = list(seat.news.seats)
        chairs[2] = replace(chairs[2], name="Cleo")
        seat.update(names=tuple(chair.name for chair in chairs))
        seat.becomes(seats=tuple(chairs))
        await pilot.pause()
        assert app.game_screen.query_one(Players).players[2].name == seat.news.seats[2].name == "Cleo"
        assert "Cleo" in shown(pilot)
