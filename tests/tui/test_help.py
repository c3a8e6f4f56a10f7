"""The help: every key of the screen below it, what it does, and whether it is possible now."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len
from support.pilots import at_a_table, at_home, playing, settled, shown
from support.screens import FakeListed, FakeSession, FakeWorld
from support.systems import OF_OTHER_SYSTEMS
from textual.binding import Binding
from textual.dom import DOMNode
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

import sixqp_tui.tui
from sixqp_protocol.messages import SeatNews
from sixqp_tui import i18n
from sixqp_tui.i18n.keys import gesture, sentence
from sixqp_tui.tui.dialogs.question import Question
from sixqp_tui.tui.help import KEYS, HelpScreen
from sixqp_tui.tui.key_help import MOVES, code_of, commands, gestures
from sixqp_tui.tui.lobby import LobbyScreen

SEATS = tuple(SeatNews(name, "person", True, owner=name == "Olga") for name in ("Olga", "Ann"))
ROOM = 80 - 2 - 2 - 2 - 1  # beside margins, mark and scrollbar


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Whatever a test speaks, the next one hears English."""
    yield
    i18n.use("en")


def classes() -> Iterator[type[DOMNode]]:
    for found in pkgutil.walk_packages(sixqp_tui.tui.__path__, "sixqp_tui.tui."):
        if found.name in OF_OTHER_SYSTEMS:
            continue
        for value in vars(importlib.import_module(found.name)).values():  # noqa: TID251 (every module)
            if isinstance(value, type) and issubclass(value, DOMNode) and value.__module__ == found.name:
                yield value


def bindings() -> list[tuple[str, Binding]]:
    return [
        (each.__name__, binding)
        for each in classes()
        for binding in Binding.make_bindings(each.__dict__.get("BINDINGS", ()))
    ]


def lines(pilot: Pilot[Any]) -> dict[str, bool]:
    """The sentences of the help that is open, and whether each is marked as possible."""
    assert isinstance(pilot.app.screen, HelpScreen)
    said = str(pilot.app.screen.query_one("#keys").render()).splitlines()
    return {line[2:].rpartition("   ")[2].strip() or line: line.startswith("▸") for line in said}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_key_and_gesture_has_its_sentence_which_fits_on_a_line(language: str) -> None:
    i18n.use(language)
    assert [(owner, binding) for owner, binding in bindings() if not code_of(binding)] == []
    codes = {code_of(binding) for _owner, binding in bindings()} | set(MOVES.values())
    clicks = {code: of for each in classes() for code, of in each.__dict__.get("GESTURES", {}).items()}
    assert set(clicks.values()) <= codes
    assert len(codes) > 40 and len(clicks) > 6
    assert {code for code in codes if cell_len(sentence(code)) > ROOM - KEYS} == set()
    assert {code for code in clicks if cell_len(gesture(code)) > ROOM} == set()
    if language != i18n.SOURCE:
        said = {code: sentence(code) for code in codes}
        i18n.use(i18n.SOURCE)
        assert {code for code in codes if said[code] == sentence(code)} == set()


def keys_of(screen: Screen[object]) -> list[tuple[str, tuple[str, ...], bool]]:
    return [(each.code, each.signs, each.possible) for each in commands(screen)]


async def test_the_keys_are_the_same_in_every_language() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        for _ in range(2):
            i18n.use("en")
            english = keys_of(pilot.app.screen)
            await pilot.app.run_action("prefer('language', 'fr')")
            await settled(pilot)
            assert keys_of(pilot.app.screen) == english
            await playing(session, pilot)


async def test_the_help_of_the_lobby_marks_what_is_possible_now() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        below = pilot.app.screen
        await pilot.press("question_mark")
        told = lines(pilot)
        assert told[sentence("start")] and told[sentence("name")]
        assert not told[sentence("sit down")] and not told[sentence("level")]
        assert told[gesture("click a chair")]
        assert "▸ n " in shown(pilot) and "  x del " in shown(pilot)
        await pilot.press("question_mark")
        assert pilot.app.screen is below


async def test_the_help_of_the_table_names_hidden_keys_and_follows_the_game() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press("2", "question_mark")
        assert "←→ 1-9 0 " in shown(pilot)
        assert lines(pilot)[sentence("lay")] and not lines(pilot)[sentence("resume")]
        session.becomes(paused=True)
        await settled(pilot)
        assert not lines(pilot)[sentence("lay")] and lines(pilot)[sentence("resume")]


async def test_the_help_of_a_question_has_its_answers() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await pilot.press("q", "question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        assert "▸ k             leave and keep the table open" in shown(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Question)


async def test_the_help_of_a_form_and_of_home() -> None:
    async with at_home(FakeWorld(tables=(FakeListed("a", "Salon"),))) as pilot:
        await pilot.press("question_mark")
        assert lines(pilot)[sentence("join")] and lines(pilot)[gesture("click a table")]
        await pilot.press("escape", "h", "down", "down", "question_mark")
        told = lines(pilot)
        assert told[sentence("open the table")] and told[gesture("click a value")]
        assert sentence("apply") not in told


async def test_a_question_mark_that_is_typed_is_text() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        await pilot.press("t", "question_mark", "o")
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert pilot.app.screen.query_one(Input).value == "?o"


async def test_the_help_follows_the_language() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        await pilot.press("question_mark")
        await pilot.app.run_action("prefer('language', 'fr')")
        await settled(pilot)
        assert "SUR CET ÉCRAN" in shown(pilot) and "possible maintenant" in shown(pilot)


async def test_the_key_line_offers_only_what_is_possible() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        for key, screen in (("f1", "F1 rules"), ("question_mark", "? help")):
            await pilot.press(key)
            await settled(pilot)
            assert screen not in shown(pilot).splitlines()[-1]
            assert "Esc close" in shown(pilot).splitlines()[-1]
            await pilot.press("escape")
        possible = {each.code for each in commands(pilot.app.screen) if each.possible}
        assert gestures(pilot.app.screen).keys() >= {"click a chair", "click a key"}
        assert "start" in possible and "sit down" not in possible


async def test_a_click_on_a_line_of_the_help_does_what_it_tells() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press("question_mark")
        lines_shown = shown(pilot).splitlines()
        y = next(y for y, line in enumerate(lines_shown) if "quick reaction" in line)
        await pilot.click(offset=(30, y))
        await settled(pilot)
        assert not isinstance(pilot.app.screen, HelpScreen)
        assert "1 Well played!   2 Ouch!" in shown(pilot)
