"""The draft on the screen: the open deck, the hands, and taking a card."""

from typing import Any

import pytest
from support.game_screen import seat_at
from support.pilots import press, run, shown

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import DraftCard
from sixqp_tui.engine.table import DraftWanted
from sixqp_tui.tui.game.draft_pane import Deck, DraftHand, Grid, next_card
from sixqp_tui.tui.scale import CARD_TINY


def my_pick(game: Any) -> bool:
    """Whether seat 0 is to take a card."""
    return bool(game.pending == DraftWanted(0) and game.table.pick > 2 * game.table.seats)


async def test_a_card_is_pointed_at_and_then_taken() -> None:
    seat, app = seat_at(rules=Rules("draft"))
    seat.play_until(my_pick)
    async with run(app) as pilot:
        await pilot.press("enter")
        assert seat.requests == []
        await pilot.press("right", "right", "down")
        card = app.game_screen.query_one(Deck).chosen or 0
        assert f"of 10: {card} (" in shown(pilot)
        await press(pilot, "enter")
        assert seat.requests == [DraftCard(card=card)]
        assert "Alice picks a card" in shown(pilot)
        await pilot.press("enter")
        assert len(seat.requests) == 1


async def test_a_click_selects_a_card_and_a_second_takes_it() -> None:
    seat, app = seat_at(rules=Rules("draft"))
    seat.play_until(my_pick)
    async with run(app) as pilot:
        await pilot.click(Deck, offset=(3, 4))
        assert seat.requests == []
        await pilot.click(Deck, offset=(3, 4))
        assert seat.requests == [DraftCard(card=10)]


async def test_the_rest_of_a_hand_is_picked_until_the_player_picks_again() -> None:
    seat, app = seat_at(rules=Rules("draft"))
    seat.play_until(my_pick)
    async with run(app) as pilot:
        assert "r pick the rest" in shown(pilot)
        await press(pilot, "r")
        assert len(seat.requests) == 1 and isinstance(seat.requests[0], DraftCard)
        seat.play_until(lambda game: game.table.pick > 14 and game.pending != DraftWanted(0))
        await pilot.pause()
        assert "The rest of your hand is picked for you" in shown(pilot)
        await pilot.press("r")
        seat.play_until(my_pick)
        await pilot.pause()
        assert len(seat.requests) == 1 and "Your pick, 4 of 10" in shown(pilot)


async def test_the_whole_hand_lies_below_the_deck_in_a_large_window() -> None:
    seat, app = seat_at(rules=Rules("draft"))
    seat.play_until(lambda game: len(game.table.hands[0] or ()) == 10 and game.table.drafting)
    async with run(app, (120, 40)) as pilot:
        region = app.game_screen.query_one(DraftHand).region
        drawn = " ".join(shown(pilot).splitlines()[region.y : region.bottom])
        assert {str(card) for card in seat.view.hand} <= set(drawn.split())


@pytest.mark.parametrize(
    ("cursor", "left", "across", "down", "there"),
    [
        (3, {2, 3, 7}, 1, 0, 7),
        (3, {2, 7, 15}, -1, 0, 2),
        (12, {2, 3, 7}, 1, 0, 2),
        (2, {2, 3, 7}, -1, 0, 7),
        (3, {2, 3, 7, 15, 24}, 0, 1, 15),
        (14, {2, 3, 7, 15, 24}, 0, -1, 3),
    ],
)
def test_the_cursor_moves_to_cards_still_there_and_around_the_end(
    cursor: int, left: set[int], across: int, down: int, there: int
) -> None:
    assert next_card(cursor, frozenset(left), Grid(11, CARD_TINY), across, down) == there
