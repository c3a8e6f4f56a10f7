"""The draft on the screen: the open deck, the hands, and taking a card."""

from typing import Any

import pytest
from msgspec.structs import replace
from support.game_screen import seat_at
from support.lanes import with_soaks
from support.pilots import shown
from textual.geometry import Size

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import DraftCard, Said
from sixqp_tui.client.events import Talk
from sixqp_tui.engine.cards import deck
from sixqp_tui.engine.table import DraftWanted
from sixqp_tui.tui.scale import CARD_TINY
from sixqp_tui.tui.widgets.game.draft import DENSE, SIZES, Deck, Grid, grid_for, next_card, split_numbers

SMALL, SMALLEST = (80, 24), (80, 22)
LINES_OF_11 = Grid(11, CARD_TINY)


def my_pick(game: Any) -> bool:
    """Whether seat 0 is to take a card."""
    return bool(game.pending == DraftWanted(0) and game.table.pick > 2 * game.table.seats)


@pytest.mark.slow
async def test_a_card_is_pointed_at_and_then_taken() -> None:
    seat, app = seat_at(rules=Rules("draft"))
    seat.play_until(my_pick)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        assert seat.requests == []
        await pilot.press("right", "right", "down")
        card = app.game_screen.query_one(Deck).cursor or 0
        assert f"Your pick: {card} (" in shown(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert seat.requests == [DraftCard(card=card)]
        assert "Alice picks a card" in shown(pilot)
        await pilot.press("enter")
        assert len(seat.requests) == 1


async def test_a_click_selects_a_card_and_a_second_takes_it() -> None:
    seat, app = seat_at(rules=Rules("draft"))
    seat.play_until(my_pick)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.click(Deck, offset=(3, 4))
        assert seat.requests == []
        await pilot.click(Deck, offset=(3, 4))
        assert seat.requests == [DraftCard(card=10)]


@pytest.mark.slow
async def test_the_rest_of_a_hand_is_picked_until_the_player_picks_again() -> None:
    seat, app = seat_at(rules=Rules("draft"))
    seat.play_until(my_pick)
    async with app.run_test(size=SMALL) as pilot:
        assert "r pick the rest" in shown(pilot)
        await pilot.press("r")
        await pilot.pause()
        assert len(seat.requests) == 1 and isinstance(seat.requests[0], DraftCard)
        seat.play_until(lambda game: game.table.pick > 14 and game.pending != DraftWanted(0))
        await pilot.pause()
        assert "Picking for you · r: stop" in shown(pilot)
        await pilot.press("r")
        seat.play_until(my_pick)
        await pilot.pause()
        assert len(seat.requests) == 1 and "Your pick: select a card" in shown(pilot)


@pytest.mark.slow
async def test_the_largest_deck_and_all_hands_fit_the_smallest_window() -> None:
    players = 10
    seat, app = seat_at(players=players, rules=Rules("draft"))
    seat.play_until(lambda game: game.table.pick == players * 10)
    async with app.run_test(size=SMALL) as pilot:
        text = shown(pilot)
        numbers = text.replace("∀", " ").split()
        for hand in seat.game.table.hands:
            assert all(str(card) in numbers for card in hand or ())
        assert all(str(card) in numbers for card in seat.game.table.deck)
        assert all(name in text for name in seat.state.names)


@pytest.mark.slow
@pytest.mark.parametrize("players", with_soaks([10, 2]))
async def test_the_whole_deck_is_shown_in_the_smallest_window(players: int) -> None:
    seat, app = seat_at(players=players, rules=Rules("draft"))
    seat.update(news=replace(seat.news, watchers=1, watcher_names=("Wanda",)))
    async with app.run_test(size=SMALLEST) as pilot:
        numbers = [word for word in shown(pilot).replace("∀", " ").split() if word.isdecimal()]
        assert {str(card) for card in deck("draft", players)} <= set(numbers)


@pytest.mark.slow
async def test_the_table_follows_the_last_pick() -> None:
    seat, app = seat_at(players=2, rules=Rules("draft"))
    async with app.run_test(size=SMALL) as pilot:
        assert "pick 1/20" in shown(pilot)
        seat.play_until(lambda game: game.table.turn == 1)
        await pilot.pause()
        assert "turn 1/10" in shown(pilot) and "Your turn: choose a card" in shown(pilot)


@pytest.mark.slow
async def test_a_reaction_has_its_own_line_and_leaves_names_unchanged() -> None:
    seat, app = seat_at(rules=Rules("draft"))
    async with app.run_test(size=SMALL) as pilot:
        assert "▲ Alice" in shown(pilot)
        seat.tell(Talk(Said(1, "Alice", reaction="bravo")))
        await pilot.pause()
        assert "▲ Alice" in shown(pilot) and "Alice: Well played!" in shown(pilot)


@pytest.mark.parametrize(("across", "down", "there"), [(1, 0, 7), (-1, 0, 2), (0, 1, 15), (0, -1, 3)])
def test_the_cursor_moves_only_to_cards_still_there(across: int, down: int, there: int) -> None:
    left = frozenset({2, 3, 7, 15, 24} if (across, down) != (-1, 0) else {2, 7, 15})
    assert next_card(3 if down != -1 else 14, left, LINES_OF_11, across, down) == there


def test_horizontal_moves_wrap_around() -> None:
    left = frozenset({2, 3, 7})
    assert (next_card(12, left, LINES_OF_11, 1, 0), next_card(2, left, LINES_OF_11, -1, 0)) == (2, 7)


def test_a_large_deck_is_dense_in_the_smallest_window() -> None:
    assert grid_for(104, Size(53, 16)) == DENSE
    assert DENSE.lines(104) * DENSE.size.lines == 16


@pytest.mark.parametrize("cards", [24, 44, 64, 104])
@pytest.mark.parametrize("room", [Size(53, 16), Size(78, 26), Size(160, 44)])
def test_the_largest_card_size_that_fits_is_used(cards: int, room: Size) -> None:
    grid = grid_for(cards, room)
    assert grid.columns * grid.size.step <= room.width
    assert grid.lines(cards) * grid.size.lines <= room.height
    larger = SIZES[: SIZES.index(grid.size)] if grid.size in SIZES else SIZES
    for size in larger:
        most = (room.width - 1) // size.step
        assert -(-cards // max(1, most)) * size.lines > room.height


def test_the_widest_hand_leaves_room_for_its_name() -> None:
    before, after = split_numbers(tuple(range(95, 105)), 25)
    assert (before, after) == ("95 96 97", "98 99 100 101 102 103 104")


@pytest.mark.soak
async def test_a_new_deck_has_no_cursor_until_it_is_moved() -> None:
    seat, app = seat_at(rules=Rules("draft"))
    seat.play_until(my_pick)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("right")
        deck = app.game_screen.query_one(Deck)
        assert deck.cursor
        seat.play_until(lambda game: game.table.round == 2 and my_pick(game))
        await pilot.pause()
        app.now += 1
        await pilot.press("enter")
        await pilot.pause()
        assert deck.cursor is None
        await pilot.press("enter")
        assert seat.requests == []
