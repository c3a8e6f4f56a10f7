"""The help: every key of the screen below it, what it does, and whether it is possible now."""

from typing import Any

import pytest
from rich.cells import cell_len
from support.commands import commands, entries, node_classes, purpose
from support.fake_session import FakeSession
from support.pilots import at_a_table, at_home, playing, settled, shown
from support.screens import FakeWorld, found_table
from textual.pilot import Pilot
from textual.widgets import Input

from sixqp_protocol.messages import SeatNews
from sixqp_tui import i18n
from sixqp_tui.tui.commands import WIDGETS_OWN, Command, Text, list_commands, list_gestures
from sixqp_tui.tui.dialogs import Question
from sixqp_tui.tui.forms.form import Field, Form
from sixqp_tui.tui.forms.table_options import HostForm
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.help import KEYS, HelpScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.widgets.common.page import KeyLine
from sixqp_tui.tui.widgets.home.table_list_panel import TablesFound
from sixqp_tui.tui.widgets.lobby_panel import Seats

pytestmark = pytest.mark.slow

SEATS = tuple(SeatNews(name, "person", True, owner=name == "Olga") for name in ("Olga", "Ann"))
ROOM = 80 - 2 - 2 - 2 - 1  # beside margins, mark and scrollbar


def gestures() -> dict[Text, str]:
    return {text: name for each in node_classes() for name, text in each.__dict__.get("GESTURES", {}).items()}


def lines(pilot: Pilot[Any]) -> dict[str, bool]:
    """The sentences of the help that is open, and whether each is marked as possible."""
    assert isinstance(pilot.app.screen, HelpScreen)
    said = str(pilot.app.screen.query_one("#keys").render()).splitlines()
    return {line[2:].rpartition("   ")[2].strip() or line: line.startswith("▸") for line in said}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_key_and_gesture_has_a_description_that_fits_on_a_line(language: str) -> None:
    assert [entry for kind in node_classes() for entry in entries(kind) if not isinstance(entry, Command)] == []
    known = [*(command for kind in node_classes() for command in commands(kind)), *WIDGETS_OWN.values()]
    purposes = list({command.purpose for command in known})
    actions = {command.action.partition("(")[0].rpartition(".")[2] for command in known}
    assert set(gestures().values()) <= actions
    assert len(purposes) > 40 and len(gestures()) > 6
    i18n.use(i18n.SOURCE)
    english = [purpose() for purpose in purposes]
    i18n.use(language)
    assert {text() for text in purposes if cell_len(text()) > ROOM - KEYS} == set()
    assert {text() for text in gestures() if cell_len(text()) > ROOM} == set()
    if language != i18n.SOURCE:
        assert [text for text, before in zip(purposes, english, strict=True) if text() == before] == []


async def test_the_help_of_the_lobby_marks_what_is_possible_now() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        below = pilot.app.screen
        await pilot.press("question_mark")
        told = lines(pilot)
        assert told[purpose(LobbyScreen, "start")] and told[purpose(LobbyScreen, "rename")]
        assert not told[purpose(LobbyScreen, "sit")] and not told[purpose(LobbyScreen, "level")]
        assert told[Seats.GESTURES["point"]()]
        assert "▸ n " in shown(pilot) and "  x del " in shown(pilot)
        await pilot.press("question_mark")
        assert pilot.app.screen is below


async def test_the_help_of_the_table_names_hidden_keys_and_follows_the_game() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press("2", "question_mark")
        assert "←→ 1-9 0 " in shown(pilot)
        assert lines(pilot)[purpose(TablePane, "lay")] and not lines(pilot)[purpose(GameScreen, "resume")]
        session.becomes(paused=True)
        await settled(pilot)
        assert not lines(pilot)[purpose(TablePane, "lay")] and lines(pilot)[purpose(GameScreen, "resume")]


async def test_the_help_of_a_question_lists_its_answers() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await pilot.press("q", "question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        assert "▸ k             leave and keep the table open" in shown(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Question)


@pytest.mark.soak
async def test_a_form_and_home_have_their_own_help() -> None:
    async with at_home(FakeWorld(tables=(found_table("a", "Salon"),))) as pilot:
        await pilot.press("question_mark")
        assert lines(pilot)[purpose(TablesFound, "select")] and lines(pilot)[TablesFound.GESTURES["select"]()]
        await pilot.press("escape", "h", "down", "down", "question_mark")
        told = lines(pilot)
        assert told[purpose(HostForm, "give")] and told[Field.GESTURES["step"]()]
        assert purpose(Form, "give") not in told


async def test_a_typed_question_mark_is_text() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        await pilot.press("t", "question_mark", "o")
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert pilot.app.screen.query_one(Input).value == "?o"


async def test_the_key_line_offers_only_what_is_possible() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        for key, screen in (("f1", "F1 rules"), ("question_mark", "? help")):
            await pilot.press(key)
            await settled(pilot)
            assert screen not in shown(pilot).splitlines()[-1]
            assert "Esc close" in shown(pilot).splitlines()[-1]
            await pilot.press("escape")
        possible = {each.action for each in list_commands(pilot.app.screen) if each.possible}
        found = {text for text, _possible in list_gestures(pilot.app.screen)}
        assert found >= {Seats.GESTURES["point"], KeyLine.GESTURES["help"]}
        assert "start" in possible and "sit" not in possible


@pytest.mark.soak
async def test_a_click_on_a_line_of_the_help_runs_its_command() -> None:
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
