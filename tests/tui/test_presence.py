"""Who drops out, comes back or is played for by a bot is told in the log, between the facts."""

from typing import Any

from sixqp_protocol.messages import RoomNews, SeatNews, Settings
from sixqp_tui.client.events import News
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n.facts import Told
from sixqp_tui.tui.presence import Goings
from sixqp_tui.tui.transcript import Chronicle


def news(**ann: Any) -> RoomNews:
    """A room with Ann, as she is now, and a bot."""
    chair = {"occupant": "person", "here": True, **ann}
    return RoomNews(
        "playing", (SeatNews("Ann", **chair), SeatNews("Hal", "bot", True)), 0, Settings(), 0, False, (), None
    )


def shown(*lines: str, latest: int = 0) -> Chronicle:
    """A chronicle of which these lines were shown."""
    return Chronicle(View(0), 0, tuple(Told(line, line) for line in lines), latest)


def test_each_change_stands_where_it_happened() -> None:
    goings = Goings()
    goings.heard(news(), 1, shown("a"))
    goings.heard(news(here=False), 1, shown("a"))
    goings.heard(news(here=False), 1, shown("a", "b"))
    goings.heard(news(here=True), 1, shown("a", "b"))
    goings.heard(news(here=False, level="easy"), 1, shown("a", "b", "c"))
    goings.heard(news(occupant="bot"), 1, shown("a", "b", "c"))
    now = shown("a", "b", "c", "d")
    away, back, played = (
        console_words.is_away("Ann"),
        console_words.is_back("Ann"),
        console_words.bot_plays_for("Ann"),
    )
    assert [told.sentence for told in goings.among(now)] == ["a", away, "b", back, "c", played, "d"]
    assert [told.sentence for told in goings.among(now, 2)] == [back, "c", played, "d"]


def test_another_game_begins_with_nothing_told() -> None:
    goings = Goings()
    goings.heard(news(), 1, shown("a"))
    goings.heard(news(here=False), 1, shown("a"))
    goings.heard(news(here=False), 2, shown())
    assert goings.among(shown("a")) == shown("a").told


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
