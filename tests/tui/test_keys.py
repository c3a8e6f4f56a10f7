"""The keys: what the line at the foot and the panel show, and what a key or a click does."""

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from support.fake_session import FakeSession
from support.game_screen import seat_at
from support.pilots import at_a_table, keys, playing, press, run, settled, shown
from textual.binding import Binding
from textual.dom import DOMNode
from textual.events import MouseDown, MouseUp
from textual.pilot import Pilot
from textual.widgets import Input
from tui.scenes import STATES

import sixqp_tui.features
import sixqp_tui.tui
from sixqp_protocol.messages import ChooseCard, SeatNews
from sixqp_tui import i18n
from sixqp_tui.tui.game.draft_pane import Deck
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.game.log import LogScreen
from sixqp_tui.tui.keys import UNSHIFTED, KeyLine, Keys, without_shift
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.widgets.game.hand import HandRow

SEATS = tuple(SeatNews(name, "person", True, owner=name == "Olga") for name in ("Olga", "Ann"))


def last_line(pilot: Pilot[Any]) -> str:
    return shown(pilot).splitlines()[-1]


@pytest.mark.parametrize("state", ["table_lifted", "row_picked", "table_laid", "lobby_guest", "scores_pause"])
async def test_all_keys_of_the_moment_fit_in_the_narrowest_window_in_french(state: str) -> None:
    i18n.use("fr")
    async with STATES[state]() as pilot:
        shown_keys = pilot.app.screen.query_one(KeyLine).shown
        assert all(label in last_line(pilot) for _sign, label, _key in shown_keys)


async def test_the_line_follows_the_game() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        assert "⏎ start" in last_line(pilot) and "sit down" not in last_line(pilot)
        await playing(session, pilot)
        assert last_line(pilot).strip() == "←→ choose  t chat  ! react  q quit  ? keys"
        await press(pilot, "2")
        assert "⏎ play" in last_line(pilot)
        session.becomes(paused=True)
        await settled(pilot)
        assert "⏎ play" not in last_line(pilot) and "p resume" in last_line(pilot)


async def test_the_last_keys_stay_where_not_all_fit() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        line = pilot.app.screen.query_one(KeyLine)
        line.shown = (*(("x", "words that take room", "x"),) * 9, *line.shown[-2:])
        await settled(pilot)
        assert last_line(pilot).strip().endswith("words that take room  q quit  ? keys")


async def test_a_click_presses_the_key() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.click(KeyLine, offset=(last_line(pilot).index("? keys") + 2, 0))
        await settled(pilot)
        assert pilot.app.screen.query(Keys)


async def test_the_panel_lists_what_is_possible_and_leaves_the_keys_alone() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await press(pilot, "question_mark")
        assert "Start the game with everybody" in shown(pilot) and "Take over" not in shown(pilot)
        await playing(session, pilot)
        await press(pilot, "question_mark", "2")
        assert "Play the chosen card" in shown(pilot)
        assert "See which cards" in shown(pilot), "a key that the line has no room for"
        await press(pilot, "question_mark")
        assert not pilot.app.screen.query(Keys)


async def test_a_typed_question_mark_is_text() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        await pilot.press("t", "question_mark", "o", "L")
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert pilot.app.screen.query_one(Input).value == "?oL"
        assert {"give", "close"} <= keys(pilot)


async def test_letters_work_in_upper_case() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        for key in ("L", "shift+l", "shift+L"):
            await pilot.press(key)
            assert isinstance(pilot.app.screen, LogScreen)
            await pilot.press("escape")


async def test_digits_need_no_shift_on_a_french_keyboard() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        for place, key in enumerate(UNSHIFTED):
            await pilot.press(key if place else f"shift+{key}")
            assert app.game_screen.query_one(HandRow).chosen == seat.view.hand[place]


def press_button(pilot: Pilot[Any], button: int, x: int, y: int) -> None:
    for kind in (MouseDown, MouseUp):
        pilot.app.post_message(kind(None, x, y, 0, 0, button, False, False, False))


async def test_only_the_first_button_plays() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        region = app.game_screen.query_one(HandRow).region
        for button in (2, 2, 3, 3):
            press_button(pilot, button, region.x + 8, region.y + 3)
            await settled(pilot)
        assert app.game_screen.query_one(HandRow).chosen is None and seat.requests == []
        for _ in range(2):
            press_button(pilot, 1, region.x + 8, region.y + 3)
            await settled(pilot)
        assert [type(each) for each in seat.requests] == [ChooseCard]


def test_shift_changes_no_key_that_moves() -> None:
    moving = ("shift+left", "shift+tab", "shift+enter", "shift+f1", "left_shift", "ctrl+p", "escape")
    assert [without_shift(key) for key in moving] == list(moving)


async def test_digits_type_the_number_of_a_card_in_the_draft() -> None:
    async with STATES["draft_ten"]() as pilot:
        deck = pilot.app.screen.query_one(Deck)
        for key, card in (("2", None), ("7", 27), ("4", 27), ("è", 27), ("1", 27), ("underscore", 18), ("9", 9)):
            await pilot.press(key)
            assert deck.chosen == card, key


def node_classes() -> Iterator[type[DOMNode]]:
    """All screens and widgets of the product."""
    for package in (sixqp_tui.tui, sixqp_tui.features):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if sys.platform == "win32" and found.name == "sixqp_tui.tui.driver":
                continue
            for value in vars(importlib.import_module(found.name)).values():  # noqa: TID251 (every module)
                if isinstance(value, type) and issubclass(value, DOMNode) and value.__module__ == found.name:
                    yield value


def bindings() -> list[Binding]:
    return [entry for kind in node_classes() for entry in vars(kind).get("BINDINGS", ())]


def test_every_key_has_a_label_and_a_purpose_in_every_language() -> None:
    labels = {each.description for each in bindings() if each.show}
    purposes = {each.tooltip for each in bindings() if each.tooltip}
    assert len(labels) > 30 and len(purposes) > 40
    assert [each for each in bindings() if each.show and not (each.description and each.tooltip)] == []
    english = {each: i18n.translate(each) for each in labels | purposes}
    i18n.use("fr")
    assert {word for each, word in english.items() if i18n.translate(each) == word} == {
        "coach",
        "page",
        "scores",
        "ssh",
    }


async def test_the_longest_prompts_of_a_table_fit_beside_its_clock_in_french() -> None:
    i18n.use("fr")
    for state, key in (("table_lifted", "0"), ("table_sixth", "3"), ("table_low", "1"), ("row_picked", "4")):
        async with STATES[state]() as pilot:
            screen = pilot.app.screen
            assert isinstance(screen, GameScreen) and isinstance(screen.session, FakeSession)
            screen.session.becomes(milliseconds_left=42_000)
            await press(pilot, key)
            asked = screen.pane.prompt.text
            assert any(asked in line and "42 s" in line for line in shown(pilot).splitlines()), asked
