"""The cards seen this round: where each card is and how it is told."""

from typing import Any

import pytest
from support.game_screen import seat_at
from support.lanes import with_soaks
from support.pilots import shown

from sixqp_protocol.facts import Rules
from sixqp_tui.engine.view import card_locations
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen

SMALL = (80, 24)


@pytest.mark.parametrize(("variant", "players"), with_soaks([("classic", 10), ("tactic", 2), ("draft", 2)]))
async def test_every_card_is_shown_with_its_mark(variant: Any, players: int) -> None:
    seat, app = seat_at(players=players, rules=Rules(variant))
    seat.play_until(lambda game: game.table.turn == 6)
    where = card_locations(seat.view)
    marked = {"mine": "({})", "table": "[{}]", "gone": "×{}", "theirs": "<{}>", "unseen": "{}", "deck": "{}"}
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("c")
        await pilot.pause()
        words = shown(pilot).split()
        missing = [card for card, lies in where.items() if marked[lies].format(card) not in words]
        assert missing == []


@pytest.mark.slow
async def test_a_player_viewing_seen_cards_is_told_of_their_turn() -> None:
    seat, app = seat_at()
    seat.becomes(milliseconds_left=42_000)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("1", "enter", "c")
        await pilot.pause()
        assert "· waiting for" in shown(pilot)
        seat.others_decide()
        await pilot.pause()
        assert isinstance(app.screen, SeenCardsScreen)
        assert "Choose a row." in shown(pilot) and "42 s" in shown(pilot)
        await pilot.press("c")
        assert app.screen.id == app.game_screen.id
