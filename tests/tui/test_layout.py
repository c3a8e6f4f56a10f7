"""The look at every size: nothing is cut, and no part lies over another."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from support.fake_session import row_wanted
from support.game_screen import GameApp, seat_at
from support.lanes import with_soaks
from support.pilots import shown
from textual.app import App
from textual.pilot import Pilot
from textual.widget import Widget

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Said
from sixqp_tui import i18n
from sixqp_tui.tui.scale import MEDIUM, SMALL, scale_of
from sixqp_tui.tui.widgets.common.chat import ChatHistory
from sixqp_tui.tui.widgets.game.hand import HandRow
from sixqp_tui.tui.widgets.game.rows import CardsToPlace, TableRows

pytestmark = pytest.mark.slow

SIZES = [(80, 22), (100, 50), (116, 36), (150, 48), (170, 36)]
"""The least of each scale, and windows that are only high or only broad."""
LONG = tuple("玩" * 8 if seat % 2 else f"Wolfeschlegelst{seat}" for seat in range(10))
DEAR = ((55, 66, 77, 88, 99), (100, 101, 102, 103, 104), (11, 22, 33, 44, 90), (70, 80, 60, 50, 40))


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


def talked(app: GameApp) -> None:
    app.said.extend(Said(1, LONG[1], "so it is " * number) for number in range(1, 9))


async def at_every_size(pilot: Pilot[Any]) -> AsyncIterator[tuple[int, int]]:
    """One window, resized again and again."""
    for size in SIZES:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        while pilot.app.screen.size != size or pilot.app.screen.find_widget(pilot.app.screen).region.size != size:
            await pilot.pause()
        await pilot.pause()
        yield size


@pytest.mark.parametrize(("players", "language"), with_soaks([(10, "fr"), (2, "en")]))
async def test_the_table_fits(players: int, language: str) -> None:
    i18n.use(language)
    seat, app = seat_at(players, Rules(limit=400), names=LONG)
    seat.play_until(lambda game: game.table.round == 2 and game.table.turn == 2)
    talked(app)
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.press("3", "t", "x")
        async for _size in at_every_size(pilot):
            check_layout(app)
            text, scale = shown(pilot), scale_of(app.size)
            assert {str(card) for card in seat.view.hand} <= set(text.split())
            assert app.game_screen.query_one(TableRows).size.height == 4 * scale.table.lines
            assert scale is SMALL or all(name in text for name in seat.state.names)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "typing"), [(2, ""), (10, "tx")])
async def test_the_cards_to_place_fit_beside_the_hand(players: int, typing: str) -> None:
    i18n.use("fr")
    seat, app = seat_at(players, names=LONG)
    seat.play_until(row_wanted)
    talked(app)
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.press("2", *typing)
        async for size in at_every_size(pilot):
            check_layout(app)
            placing = [name for name, _card, _own in app.game_screen.query_one(CardsToPlace).plays]
            text = shown(pilot)
            assert size[0] == 80 or all(name in text for name in placing)
            assert {str(card) for card in seat.view.hand} <= set(text.split()), "the choice depends on the hand"


@pytest.mark.soak
async def test_costly_rows_and_a_hand_of_three_digit_cards_fit() -> None:
    _seat, app = seat_at()
    async with app.run_test(size=SIZES[0]) as pilot:
        async for _size in at_every_size(pilot):
            app.game_screen.query_one(TableRows).rows = DEAR
            app.game_screen.query_one(HandRow).hand = tuple(range(95, 105))
            app.game_screen.query_one(HandRow).lifted = 104
            await pilot.pause()
            text = shown(pilot)
            corners = 1 if scale_of(app.size) in (SMALL, MEDIUM) else 2
            assert text.count("6 !") == 4 and "27∀" in text
            assert all(text.count(str(card)) == 2 * corners for card in range(100, 105))


@pytest.mark.soak
@pytest.mark.parametrize("players", with_soaks([10, 5]))
async def test_the_draft_fits(players: int) -> None:
    seat, app = seat_at(players, Rules("draft"), names=LONG)
    seat.play_until(lambda game: game.table.pick == players * 10)
    talked(app)
    async with app.run_test(size=SIZES[0]) as pilot:
        async for _size in at_every_size(pilot):
            check_layout(app)
            text = shown(pilot)
            numbers = text.replace("∀", " ").split()
            assert all(str(card) in numbers for hand in seat.game.table.hands for card in hand or ())
            assert all(str(card) in numbers for card in seat.game.table.deck)
            assert all(name in text for name in seat.state.names)


@pytest.mark.soak
async def test_the_scores_fit() -> None:
    seat, app = seat_at(10, Rules(limit=None, rounds=8), names=LONG)
    seat.play_until(lambda game: game.table.ended is not None)
    talked(app)
    async with app.run_test(size=SIZES[0]) as pilot:
        async for size in at_every_size(pilot):
            check_layout(app)
            text = shown(pilot)
            assert all(str(total) in text for total in seat.game.table.totals)
            assert size[0] < 116 or all(name in text for name in seat.state.names)
