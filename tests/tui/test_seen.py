"""The cards seen this round: where each card is, how it is told, and that a table may have it off."""

from typing import Any

import pytest
from msgspec.structs import replace

from sixqp_protocol.facts import Rules
from sixqp_tui.client.events import News
from sixqp_tui.engine.view import card_locations
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen

pytestmark = pytest.mark.slow

SMALL = (80, 24)


@pytest.mark.parametrize("players", [2, 10])
@pytest.mark.parametrize("variant", ["classic", "tactic", "draft"])
async def test_every_card_stands_there_with_its_mark(seat_at: Any, window: Any, variant: Any, players: int) -> None:
    seat = seat_at(players=players, rules=Rules(variant))
    seat.play_until(lambda game: game.table.turn == 6)
    where = card_locations(seat.view)
    marked = {"mine": "({})", "table": "[{}]", "gone": "×{}", "theirs": "<{}>", "unseen": "{}", "deck": "{}"}
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("c")
        await pilot.pause()
        shown = window(seat.app).split()
        missing = [card for card, lies in where.items() if marked[lies].format(card) not in shown]
        assert missing == []


async def test_whoever_counts_is_told_when_it_is_their_turn(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    seat.milliseconds_left = 42_000
    async with seat.app.run_test(size=SMALL) as pilot:
        seat.hear(News(seat.news))
        await pilot.press("1", "enter", "c")
        await pilot.pause()
        assert "· waiting for" in window(seat.app)
        seat.others_decide()
        await pilot.pause()
        assert isinstance(seat.app.screen, SeenCardsScreen)
        assert "Choose a row." in window(seat.app) and "42 s" in window(seat.app)
        await pilot.press("c")
        assert seat.app.screen is seat.screen


async def test_a_table_may_have_it_off_and_says_so(seat_at: Any, window: Any) -> None:
    class Hiding(seat_at):  # type: ignore[misc]
        @property
        def news(self) -> Any:
            news = super().news
            return replace(news, settings=replace(news.settings, cards_seen=False))

    seat = Hiding()
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("c")
        await pilot.pause()
        text = window(seat.app)
        assert seat.app.screen is seat.screen and "This table doesn't list the cards seen" in text
        assert "c cards" not in text and "Your turn" in text


async def test_the_seen_cards_are_counted_by_their_marks(seat_at: Any, window: Any) -> None:
    seat = seat_at(players=10)
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("c")
        await pilot.pause()
        assert "90 not seen yet" in window(seat.app) and "4 on the table" in window(seat.app)
