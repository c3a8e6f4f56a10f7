"""Who drops out is told in the last lines of the table and in the log."""

from typing import Any

from sixqp_tui.client.events import News
from sixqp_tui.i18n import console as console_words
from sixqp_tui.tui.widgets.game.side_panel import Players


async def test_the_last_lines_and_the_log_tell_who_has_dropped_out(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=(80, 24)) as pilot:
        seat.away = {3}
        seat.hear(News(seat.news))
        await pilot.pause()
        sentence = console_words.is_away(seat.names[3])
        assert sentence.rstrip(".") in window(seat.app)
        await pilot.press("l")
        await pilot.pause()
        assert sentence in window(seat.app)


async def test_who_took_over_a_bots_seat_is_named_in_the_panel_as_in_the_owners_list(
    seat_at: Any, window: Any
) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=(80, 24)) as pilot:
        seat.names = (*seat.names[:2], "Cleo", *seat.names[3:])
        seat.hear(News(seat.news))
        await pilot.pause()
        assert seat.screen.query_one(Players).players[2].name == seat.news.seats[2].name == "Cleo"
        assert "Cleo" in window(seat.app)
