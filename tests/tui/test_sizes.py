"""What follows the size of the window: the scale, the clicks, what opens beside the table; and what does not."""

from typing import Any

import pytest
from support.fake_session import row_wanted
from support.game_screen import seat_at
from support.lanes import with_soaks
from support.pilots import shown
from textual.content import Content
from textual.pilot import Pilot

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import ChooseCard, ChooseRow, Say
from sixqp_tui.tui.scale import GRAND, LARGE, MEDIUM, SCALES, SMALL, scale_of
from sixqp_tui.tui.widgets.common.entry import Entry
from sixqp_tui.tui.widgets.game.draft import Deck
from sixqp_tui.tui.widgets.game.event_log import EventLog, LastTurn, newest
from sixqp_tui.tui.widgets.game.hand import HandRow
from sixqp_tui.tui.widgets.game.rows import TableRows
from sixqp_tui.tui.widgets.game.side_panel import Players, bars

pytestmark = pytest.mark.slow

SIZES = [(80, 24), (116, 36), (200, 60)]


async def resize(pilot: Pilot[Any], size: tuple[int, int]) -> None:
    """Give the window this size, and wait until all of it is drawn so."""
    await pilot.resize_terminal(*size)
    await pilot.pause()
    await pilot.pause()


def test_the_scale_follows_the_window() -> None:
    assert [scale_of(scale.least) for scale in SCALES] == [SMALL, MEDIUM, LARGE, GRAND]
    assert scale_of(LARGE.least - (1, 0)) is scale_of(LARGE.least - (0, 1)) is MEDIUM
    assert scale_of(MEDIUM.least - (1, 0)) is scale_of(MEDIUM.least - (0, 1)) is SMALL


@pytest.mark.soak
async def test_resizing_keeps_unfinished_input() -> None:
    seat, app = seat_at()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3", "t", "h", "o")
        lifted = seat.view.hand[2]
        for size in [(120, 40), (200, 60), (60, 20), (80, 24), (120, 40)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert app.game_screen.query_one(HandRow).lifted == lifted
            assert app.game_screen.query_one(Entry).line.value == "ho"
            assert app.focused is app.game_screen.query_one(Entry).line
        await pilot.press("w", "enter")
        assert seat.requests == [Say(text="how")]
        await pilot.press("enter")
        assert seat.requests[-1] == ChooseCard(card=lifted)


@pytest.mark.soak
async def test_resizing_keeps_the_lit_row() -> None:
    seat, app = seat_at()
    seat.play_until(row_wanted)
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.press("3")
        for size in [(80, 24), (60, 20), (120, 40)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await pilot.press("enter")
        assert seat.requests == [ChooseRow(row=2)]


@pytest.mark.soak
async def test_clicks_follow_the_size_of_the_cards() -> None:
    seat, app = seat_at()
    async with app.run_test() as pilot:
        hand = app.game_screen.query_one(HandRow)
        for size in SIZES:
            await resize(pilot, size)
            for place, card in list(enumerate(seat.view.hand))[::3]:
                last = hand.x_of(place) + hand.card_size.width - 1
                await pilot.click(HandRow, offset=(last, hand.card_size.lines - 1))
                assert hand.lifted == card, size


@pytest.mark.soak
async def test_clicks_follow_the_size_of_the_rows() -> None:
    seat, app = seat_at()
    seat.play_until(row_wanted)
    async with app.run_test() as pilot:
        rows = app.game_screen.query_one(TableRows)
        for size in SIZES:
            await resize(pilot, size)
            for row in (3, 0):
                await pilot.click(TableRows, offset=(rows.x_of(5), rows.y_of(row) + rows.card_size.lines - 1))
                assert rows.picked == row, size


@pytest.mark.parametrize(
    ("size", "players"), with_soaks([((80, 24), 10), ((80, 24), 2), ((116, 36), 10), ((200, 60), 2)])
)
async def test_clicks_follow_the_size_of_the_deck(size: Any, players: int) -> None:
    _seat, app = seat_at(players, Rules("draft"))
    async with app.run_test(size=size) as pilot:
        deck = app.game_screen.query_one(Deck)
        line, column = deck.grid.place(deck.highest)
        await pilot.click(
            Deck,
            offset=(
                1 + column * deck.grid.size.step,
                deck.top + line * deck.grid.size.lines + deck.grid.size.lines - 1,
            ),
        )
        assert deck.cursor == deck.highest


@pytest.mark.soak
async def test_the_last_turn_is_shown_beside_the_table() -> None:
    seat, app = seat_at(players=6)
    async with app.run_test(size=(80, 24)) as pilot:
        seat.play_until(lambda game: game.table.turn == 2)
        for size, log in (((100, 30), LastTurn), ((120, 40), LastTurn), ((200, 60), EventLog)):
            await resize(pilot, size)
            assert app.game_screen.query_one(log).display, size
            last_turn = app.game_screen.pane.model.last_turn
            text = " ".join(shown(pilot).split())
            columns = [" ".join(one.columns).strip() for one in last_turn if one.columns]
            sentences = columns if log is LastTurn else [one.sentence for one in last_turn if one.short]
            assert sentences and all(sentence in text for sentence in sentences), size


def test_where_the_last_turn_is_too_long_whole_events_are_left_out() -> None:
    events = [Content("■ Camille 30 takes row 1 +6∀ (6th card)"), Content("♪ Emile 44→2"), Content("¶ Jo 53→3")]
    assert [line.plain for line in newest(events, 34, 1)] == ["… ♪ Emile 44→2 · ¶ Jo 53→3"]
    assert [line.plain for line in newest(events, 80, 1)] == [" · ".join(event.plain for event in events)]


async def test_the_whole_chat_stays_in_a_large_window() -> None:
    seat, app = seat_at()
    async with app.run_test(size=(200, 60)) as pilot:
        for word in ("one", "two", "three"):
            seat.request(Say(text=word))
        await pilot.pause()
        assert all(f"Camille: {word}" in shown(pilot) for word in ("one", "two", "three"))


async def test_a_small_window_shows_only_the_players_beside_the_rows() -> None:
    _seat, app = seat_at()
    async with app.run_test(size=(80, 24)):
        assert app.game_screen.query_one(Players).size.width == 29
        assert not app.game_screen.query_one(LastTurn).display


def test_bars_grow_with_the_heads() -> None:
    assert bars((0, 1, 14, 28), 28) == "▁▂▅█"
    assert bars((0, 0), 0) == "▁▁"
