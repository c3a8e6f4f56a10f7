"""The look at every size: nothing is cut, and no part lies over another."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from support.strips import laid_out, visible_widgets
from textual.app import App
from textual.pilot import Pilot

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Said
from sixqp_tui import i18n
from sixqp_tui.engine.table import RowWanted
from sixqp_tui.tui.scale import SMALL, scale_of
from sixqp_tui.tui.widgets.common.chat import ChatHistory
from sixqp_tui.tui.widgets.game.hand import HandRow
from sixqp_tui.tui.widgets.game.rows import CardsToPlace, TableRows

pytestmark = pytest.mark.slow

SIZES = [(80, 22), (80, 24), (100, 50), (116, 36), (149, 47), (150, 48), (170, 36), (300, 90)]
LONG = tuple("玩" * 8 if seat % 2 else f"Wolfeschlegelst{seat}" for seat in range(10))
DEAR = ((55, 66, 77, 88, 99), (100, 101, 102, 103, 104), (11, 22, 33, 44, 90), (70, 80, 60, 50, 40))


def check_layout(app: App[None]) -> None:
    """Every part lies whole inside the window, and no part over another, but for the chat while somebody types."""
    window = app.screen.region
    parts = []
    for widget, (region, clip) in visible_widgets(app).items():
        if widget.children or not region.area or widget is app.screen:
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


def long_names(seat: Any) -> None:
    """The names at this game are as long as a name may be."""
    seat.names = LONG[: len(seat.names)]
    seat.facts[0] = replace(seat.facts[0], names=seat.names)
    seat.table_game = type(seat.table_game)("felt").after(tuple(seat.facts))


def row_wanted_of_me(game: Any) -> bool:
    """Whether seat 0 is to choose a row."""
    return isinstance(game.pending, RowWanted) and game.pending.seat == 0


def talked(seat: Any) -> None:
    seat.said.extend(Said(1, LONG[1], "so it is " * number) for number in range(1, 9))


async def at_every_size(pilot: Pilot[Any]) -> AsyncIterator[tuple[int, int]]:
    """One window, resized again and again."""
    for size in SIZES:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        while pilot.app.screen.size != size or laid_out(pilot.app) != size:
            await pilot.pause()
        await pilot.pause()
        yield size


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Whatever a test speaks, the next one hears English."""
    yield
    i18n.use("en")


@pytest.mark.parametrize(("players", "language"), [(2, "en"), (6, "fr"), (10, "fr")])
async def test_the_table_fits(seat_at: Any, window: Any, players: int, language: str) -> None:
    i18n.use(language)
    seat = seat_at(players, Rules(limit=400))
    long_names(seat)
    seat.play_until(lambda game: game.table.round == 2 and game.table.turn == 2)
    talked(seat)
    async with seat.app.run_test(size=SIZES[0]) as pilot:
        await pilot.press("3", "t", "x")
        async for _size in at_every_size(pilot):
            check_layout(seat.app)
            text, scale = window(seat.app), scale_of(seat.app.size)
            assert {str(card) for card in seat.view.hand} <= set(text.split())
            assert seat.screen.query_one(TableRows).size.height == 4 * scale.table.lines
            assert scale is SMALL or all(name in text for name in seat.names)


@pytest.mark.parametrize(("players", "typing"), [(2, ""), (10, ""), (10, "tx")])
async def test_the_cards_to_place_fit_beside_the_hand(seat_at: Any, window: Any, players: int, typing: str) -> None:
    i18n.use("fr")
    seat = seat_at(players)
    long_names(seat)
    seat.play_until(row_wanted_of_me)
    talked(seat)
    async with seat.app.run_test(size=SIZES[0]) as pilot:
        await pilot.press("2", *typing)
        async for size in at_every_size(pilot):
            check_layout(seat.app)
            placing = [name for name, _card, _own in seat.screen.query_one(CardsToPlace).plays]
            text = window(seat.app)
            assert size[0] == 80 or all(name in text for name in placing)
            assert {str(card) for card in seat.view.hand} <= set(text.split()), "the choice depends on the hand"


async def test_dear_rows_and_a_hand_of_three_digits_fit(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SIZES[0]) as pilot:
        async for _size in at_every_size(pilot):
            seat.screen.query_one(TableRows).rows = DEAR
            seat.screen.query_one(HandRow).hand = tuple(range(95, 105))
            seat.screen.query_one(HandRow).lifted = 104
            await pilot.pause()
            text = window(seat.app)
            corners = 1 if scale_of(seat.app.size) is SMALL else 2
            assert text.count("6 !") == 4 and "27∀" in text
            assert all(text.count(str(card)) == 2 * corners for card in range(100, 105))


@pytest.mark.parametrize("players", [2, 5, 6, 10])
async def test_the_draft_fits(seat_at: Any, window: Any, players: int) -> None:
    seat = seat_at(players, Rules("draft"))
    long_names(seat)
    seat.play_until(lambda game: game.table.pick == players * 10)
    talked(seat)
    async with seat.app.run_test(size=SIZES[0]) as pilot:
        async for _size in at_every_size(pilot):
            check_layout(seat.app)
            text = window(seat.app)
            numbers = text.replace("∀", " ").split()
            assert all(str(card) in numbers for hand in seat.table_game.table.hands for card in hand)
            assert all(str(card) in numbers for card in seat.table_game.table.deck)
            assert all(name in text for name in seat.names)


@pytest.mark.parametrize("players", [2, 10])
async def test_the_scores_fit(seat_at: Any, window: Any, players: int) -> None:
    seat = seat_at(players, Rules(limit=None, rounds=8))
    long_names(seat)
    seat.play_until(lambda game: game.table.ended is not None)
    talked(seat)
    async with seat.app.run_test(size=SIZES[0]) as pilot:
        async for size in at_every_size(pilot):
            check_layout(seat.app)
            text = window(seat.app)
            assert all(str(total) in text for total in seat.table_game.table.totals)
            assert size[0] < 116 or all(name in text for name in seat.names)
