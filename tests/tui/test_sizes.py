"""What follows the size of the window: nothing is cut, no part lies over another, the mouse meets what is drawn."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from support.fake_session import FakeSession, row_wanted
from support.game_screen import seat_at
from support.pilots import shown
from textual.app import App
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widget import Widget

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import ChooseCard, Said, Say
from sixqp_tui import i18n
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.rules import landing
from sixqp_tui.tui.game.draft_pane import Deck
from sixqp_tui.tui.scale import SMALL, scale_of
from sixqp_tui.tui.widgets.common.chat import ChatHistory
from sixqp_tui.tui.widgets.common.entry import Entry
from sixqp_tui.tui.widgets.game.hand import HandRow
from sixqp_tui.tui.widgets.game.rows import TableRows

SIZES = [(80, 24), (116, 38), (200, 60)]


async def resize(pilot: Pilot[Any], size: tuple[int, int]) -> None:
    """Give the window this size, and wait until all of it is drawn so."""
    await pilot.resize_terminal(*size)
    await pilot.pause()
    await pilot.pause()


async def test_resizing_keeps_unfinished_input() -> None:
    seat, app = seat_at()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3", "t", "h", "o")
        lifted = seat.view.hand[2]
        for size in [(120, 40), (200, 60), (60, 20), (80, 24), (120, 40)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert app.game_screen.query_one(HandRow).chosen == lifted
            assert app.game_screen.query_one(Entry).line.value == "ho"
            assert app.focused is app.game_screen.query_one(Entry).line
        await pilot.press("w", "enter")
        assert seat.requests == [Say(text="how")]
        await pilot.press("enter")
        assert seat.requests[-1] == ChooseCard(card=lifted)


async def test_clicks_follow_the_size_of_the_cards() -> None:
    seat, app = seat_at()
    async with app.run_test() as pilot:
        hand = app.game_screen.query_one(HandRow)
        for size in SIZES:
            await resize(pilot, size)
            for place in (0, 4, 9):
                await pilot.click(HandRow, offset=(hand.x_of(place) + hand.card_size.width - 1, 1))
                assert hand.chosen == seat.view.hand[place], size


async def test_clicks_follow_the_size_of_the_deck() -> None:
    _seat, app = seat_at(10, Rules("draft"))
    async with app.run_test() as pilot:
        deck = app.game_screen.query_one(Deck)
        for size in SIZES:
            await resize(pilot, size)
            deck.chosen = None
            (line, column), card = deck.grid.place(deck.highest), deck.grid.size
            await pilot.click(Deck, offset=(1 + column * card.step, deck.top + line * card.lines))
            assert deck.chosen == deck.highest, size


EVERY_SIZE = [Size(*size) for size in ((80, 22), (116, 38), (170, 36), (300, 80))]
"""The least of each scale, and windows that are only high or only broad."""
LONG = tuple("玩" * 8 if seat % 2 else f"Wolfeschlegelst{seat}" for seat in range(10))


def check_layout(app: App[Any]) -> None:
    """Every part lies whole inside the window, and no part over another, but for the chat while somebody types."""
    window = app.screen.region
    parts = []
    for widget in app.screen.query(Widget):
        if widget.children or not widget.is_on_screen:
            continue
        region, _order, clip, *_ = app.screen.find_widget(widget)
        if not (region.area and region.overlaps(clip)):
            continue
        if isinstance(widget.parent, ChatHistory):
            assert window.contains_region(widget.parent.region)
            continue
        assert clip.intersection(region) == region, f"{widget!r} at {region} is cut by {clip}"
        assert window.contains_region(region), f"{widget!r} at {region} stands out of {window}"
        parts.append((widget, region))
    for number, (widget, region) in enumerate(parts):
        for other, beside in parts[:number]:
            assert not region.overlaps(beside), f"{widget!r} {region} lies over {other!r} {beside}"


def hand(seat: FakeSession) -> set[str]:
    return {str(card) for card in seat.view.hand}


def deck_hands_and_names(seat: FakeSession) -> set[str]:
    table = seat.game.table
    return {*table.names, *(str(card) for cards in (table.deck, *table.hands) for card in cards or ())}


def totals(seat: FakeSession) -> set[str]:
    return {str(total) for total in seat.game.table.totals}


@pytest.mark.parametrize(
    ("rules", "until", "keys", "needed"),
    [
        (Rules(limit=400), lambda game: game.table.round == 2 and game.table.turn == 2, ["3", "t", "x"], hand),
        (Rules("draft"), lambda game: game.table.pick == 100, [], deck_hands_and_names),
        (Rules(limit=None, rounds=8), lambda game: game.table.ended is not None, [], totals),
    ],
    ids=["the table", "the draft", "the end"],
)
async def test_everything_fits_for_ten_players_with_long_names(
    rules: Rules, until: Callable[[Game], bool], keys: list[str], needed: Callable[[FakeSession], set[str]]
) -> None:
    i18n.use("fr")
    seat, app = seat_at(10, rules, names=LONG)
    seat.play_until(until)
    app.stay.said.extend(Said(1, LONG[1], "so it is " * number) for number in range(1, 9))
    async with app.run_test(size=EVERY_SIZE[0]) as pilot:
        await pilot.press(*keys)
        for size in EVERY_SIZE:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            while app.screen.size != size or app.screen.find_widget(app.screen).region.size != size:
                await pilot.pause()
            await pilot.pause()
            check_layout(app)
            assert needed(seat) <= set(shown(pilot).replace("∀", " ").split()), size
            chat_covers_players = app.game_screen.talks and scale_of(size) is SMALL
            if size[0] >= 116 and not chat_covers_players:
                assert all(name in shown(pilot) for name in seat.state.names), size


async def test_the_whole_title_stands_in_the_smallest_window_before_the_rules() -> None:
    i18n.use("fr")
    seat, app = seat_at()
    title = "Le coin des joueurs ici"
    assert seat.state.welcome
    seat.update(welcome=replace(seat.state.welcome, title=title))
    async with app.run_test(size=SMALL.least) as pilot:
        line = shown(pilot).splitlines()[0]
        assert title in line and "tour 1/10" in line


async def test_hovering_over_a_card_describes_it_and_lifts_nothing() -> None:
    seat, app = seat_at()
    first, third = seat.view.hand[0], seat.view.hand[2]
    async with app.run_test(size=SMALL.least) as pilot:
        await pilot.press("1")
        await pilot.hover(HandRow, offset=(20, 2))
        assert f"Your turn: {third} " in shown(pilot)
        rows = app.game_screen.query_one(TableRows)
        assert rows.landing == (third, landing(seat.view.table.rows, third).row)
        await pilot.hover(TableRows)
        assert f"Your turn: {first} " in shown(pilot)
        await pilot.press("enter")
        assert seat.requests == [ChooseCard(card=first)]


async def test_keys_win_over_a_resting_mouse() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL.least) as pilot:
        await pilot.hover(HandRow, offset=(20, 2))
        await pilot.press("1")
        assert f"Your turn: {seat.view.hand[0]} " in shown(pilot)


async def test_hovering_over_a_row_shows_its_cost_and_picks_nothing() -> None:
    seat, app = seat_at()
    seat.play_until(row_wanted)
    cost = heads_of(seat.view.table.rows[2])
    async with app.run_test(size=SMALL.least) as pilot:
        await pilot.hover(TableRows, offset=(6, 7))
        assert f"Take row 3 for {cost} head" in shown(pilot)
        await pilot.press("enter")
        assert seat.requests == []
