"""Who drops out is told in the last lines of the table and in the log."""

from typing import Any

from sixqp_tui.client.events import News
from sixqp_tui.i18n import console as console_words


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
