"""Without colours the table is still a table: cards, places, the ghost, the lit row, the cursor."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from support.pilots import app_of, settled, shown
from support.scenes import EVERY
from support.strips import strips
from textual.color import Color
from textual.pilot import Pilot
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.widgets import Input

from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui import preferences_controller
from sixqp_tui.tui.scale import CARD_SMALL
from sixqp_tui.tui.theme import roles
from sixqp_tui.tui.theme.line_filters import NoColorFilter
from sixqp_tui.tui.theme.palettes import BARE
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas


@pytest.fixture(autouse=True)
def without_colours(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A terminal that is asked for no colours; the next test sees felt again."""
    monkeypatch.setenv("NO_COLOR", "1")
    yield
    roles.set_palette(roles.FELT_PALETTE)


def lines(pilot: Pilot[Any]) -> list[Strip]:
    return strips(pilot.app)


def reversed_texts(pilot: Pilot[Any]) -> set[str]:
    return {one.text.strip() for line in lines(pilot) for one in line if one.style and one.style.reverse}


def underlined_texts(pilot: Pilot[Any]) -> set[str]:
    return {one.text.strip() for line in lines(pilot) for one in line if one.style and one.style.underline}


@pytest.mark.slow
async def test_cards_places_the_lifted_card_and_the_keys_can_be_told_apart() -> None:
    async with EVERY["table, lifted"]() as pilot:
        assert {"29", "49", "79"} <= reversed_texts(pilot)
        assert "29   [    ] [    ] [    ] [    ] [ 6  ]" in shown(pilot)
        assert "[6 ! ]" in shown(pilot)
        above, below = (next(line for line in lines(pilot) if line.text.strip() == "79"), lines(pilot)[15])
        assert above.text.index("79") == lines(pilot)[14].text.index("79")
        assert " 79 " not in below.text
        assert "79" in underlined_texts(pilot), "the ghost of the lifted card"
        app_of(pilot).preferences.use(Preferences(ascii=True))
        await settled(pilot)
        assert "Enter play" in shown(pilot)
        assert "∀" not in shown(pilot)


@pytest.mark.soak
async def test_a_laid_card_leaves_an_underlined_place() -> None:
    async with EVERY["table, played"]() as pilot:
        laid = pilot.app.screen.session.view.laid  # type: ignore[attr-defined]
        assert str(laid) in underlined_texts(pilot)
        assert str(laid) not in reversed_texts(pilot)


@pytest.mark.soak
async def test_the_lit_row_is_underlined() -> None:
    async with EVERY["row"]() as pilot:
        lit = [line.text for line in lines(pilot) if any(one.style and one.style.underline for one in line)]
        assert [line[:3] for line in lit] == ["▌2 ", "▌  "]


@pytest.mark.slow
async def test_the_card_under_the_cursor_is_bracketed_and_not_reversed() -> None:
    async with EVERY["draft"]() as pilot:
        card = str(pilot.app.screen.query_one("Deck").cursor)  # type: ignore[attr-defined]
        assert re.search(rf"\[ *{card}\]", shown(pilot))
        assert card not in reversed_texts(pilot)
        assert len(reversed_texts(pilot)) > 20


@pytest.mark.soak
async def test_the_selected_chair_and_the_selected_table_are_underlined() -> None:
    async with EVERY["lobby"]() as pilot:
        assert "Olga" in underlined_texts(pilot)
    async with EVERY["home"]() as pilot:
        assert any("Salon" in one for one in underlined_texts(pilot))


@pytest.mark.soak
async def test_a_lost_connection_leaves_the_places_unchanged() -> None:
    async with EVERY["table, line lost"]() as pilot:
        assert "[    ] [    ]" in shown(pilot)


@pytest.mark.soak
async def test_the_text_cursor_is_reversed() -> None:
    async with EVERY["table, chat"]() as pilot:
        assert isinstance(pilot.app.focused, Input)
        pilot.app.focused.cursor_blink = False
        await settled(pilot)
        typed = next(line for line in lines(pilot) if "hi" in line.text)
        assert any(one.style and one.style.reverse for one in typed)


@pytest.mark.slow
def test_meaningful_blocks_and_inks_have_different_colours() -> None:
    shown = (*roles.BLOCKS, roles.TAKEN.block, roles.GOLD, roles.RED)
    assert len({BARE.colours[role] for role in shown}) == len(shown)


def test_a_face_down_card_and_a_taken_row_do_not_look_like_cards() -> None:
    roles.set_palette(BARE)
    canvas = Canvas(14, 3)
    card.paint_back(canvas, 0, 0, CARD_SMALL)
    card.paint_taken(canvas, 7, 0, 45, CARD_SMALL)
    line, below = (
        Strip(NoColorFilter(BARE).apply(list(strip), Color(0, 0, 0)))
        for strip in canvas.render_strips(14, 3, VisualStyle(), None)[::2]  # type: ignore[arg-type]
    )
    assert line.text == "[ 6  ] [ 45 ] "
    assert [one.text for one in line if one.style and one.style.underline] == ["[ ", "45", " ]"]
    assert below.text.strip() == ""


@pytest.mark.slow
def test_an_empty_no_color_variable_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    class Truecolour:
        color_system = "truecolor"

    class App:
        console = Truecolour()

    assert preferences_controller.color_depth(App()) == "none"  # type: ignore[arg-type]
    monkeypatch.setenv("NO_COLOR", "")
    assert preferences_controller.color_depth(App()) == "many"  # type: ignore[arg-type]
