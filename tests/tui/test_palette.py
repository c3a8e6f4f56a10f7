"""The palette: what is possible now, found by its words and run."""

from typing import Any

import pytest
from support.fake_session import FakeSession
from support.pilots import at_a_table, at_home, playing, press_at_once, settled, until
from support.screens import FakeWorld
from textual.command import CommandList
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input

from sixqp_protocol.messages import SeatNews, Start
from sixqp_tui.tui.forms import PreferencesForm
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.game.log import LogScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.palette import Commands, Palette

SEATS = tuple(SeatNews(name, "person", True, owner=name == "Olga") for name in ("Olga", "Ann"))


async def listed(pilot: Pilot[Any], words: str = "") -> list[str]:
    """What the palette lists when this is pasted, and it has searched to the end."""
    await pilot.press("ctrl+p")
    screen = pilot.app.screen
    assert isinstance(screen, Palette)
    screen.post_message(Paste(words))
    await pilot.pause()
    assert screen.query_one(Input).value == words
    await until(pilot, lambda: all(worker.is_finished for worker in screen.workers if worker.node is screen))
    await settled(pilot)
    return [str(option.prompt).strip() for option in screen.query_one(CommandList).options]


async def run(pilot: Pilot[Any], words: str) -> None:
    """Run the first of the commands found by these words."""
    await listed(pilot, words)
    await pilot.press("enter")
    await until(pilot, lambda: not isinstance(pilot.app.screen, Palette))
    await settled(pilot)


async def test_the_palette_lists_only_what_is_possible_and_no_picture_of_the_screen() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        lines = await listed(pilot)
        for possible in ("Start the game", "Change the settings of this table", "Leave the table"):
            assert any(line.startswith(possible) for line in lines), possible
        assert not any(line.startswith(("Take over", "Screenshot")) for line in lines)


async def test_a_command_runs_once_however_often_enter_is_pressed() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await listed(pilot, "everything that")
        await press_at_once(pilot, "enter", "enter", "enter", "enter")
        assert list(map(type, pilot.app.screen_stack)) == [LobbyScreen, GameScreen, LogScreen]


async def test_nothing_is_searched_for_once_the_palette_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_home(FakeWorld()) as pilot:
        await listed(pilot)
        palette, searched = pilot.app.screen, list[str]()
        monkeypatch.setattr(Commands, "search", lambda _commands, query: searched.append(query))
        typed = Input.Changed(palette.query_one(Input), "p")
        palette.dismiss()
        palette.post_message(typed)
        await settled(pilot)
        assert searched == []


async def test_a_page_key_before_the_list_appears_does_no_harm() -> None:
    async with at_home(FakeWorld()) as pilot:
        await press_at_once(pilot, "ctrl+p", "pageup")
        assert isinstance(pilot.app.screen, Palette)


async def test_a_found_command_is_run() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await run(pilot, "start the")
        assert session.requests == [Start()]
        await run(pilot, "set language")
        assert isinstance(pilot.app.screen, PreferencesForm)
