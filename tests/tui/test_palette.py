"""The palette: what is possible now, found by its words and run."""

import asyncio
import re
from typing import Any

import pytest
from support.fake_session import FakeSession
from support.lanes import with_soaks
from support.pilots import at_a_table, at_home, playing, press_at_once, settled, shown
from support.screens import FakeWorld
from textual.command import CommandList
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from sixqp_protocol.messages import SeatNews, Start
from sixqp_tui import i18n
from sixqp_tui.tui.forms.preferences import PreferencesForm
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.game.log import LogScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.palette import Palette

SEATS = tuple(SeatNews(name, "person", True, owner=name == "Olga") for name in ("Olga", "Ann"))


async def asked(pilot: Pilot[Any], *words: str) -> list[str]:
    """What the palette lists when this is typed."""
    screen = await opened(pilot)
    await pilot.press(*words)
    return await listed_in(pilot, screen)


async def pasted(pilot: Pilot[Any], word: str) -> list[str]:
    """What the palette lists when this is pasted."""
    screen = await opened(pilot)
    screen.post_message(Paste(word))
    await pilot.pause()
    assert screen.query_one(Input).value == word
    return await listed_in(pilot, screen)


async def opened(pilot: Pilot[Any]) -> Palette:
    """The palette, opened where it is not."""
    if not isinstance(pilot.app.screen, Palette):
        await pilot.press("ctrl+p")
    screen = pilot.app.screen
    assert isinstance(screen, Palette)
    return screen


async def listed_in(pilot: Pilot[Any], screen: Palette) -> list[str]:
    """What the palette lists when it has searched to the end."""
    async with asyncio.timeout(10):
        while any(worker.node is screen and not worker.is_finished for worker in screen.workers):
            await pilot.pause()
    await settled(pilot)
    listed = screen.query_one(CommandList).options
    return [re.sub(" {2,}", "  ", str(option.prompt).splitlines()[0].strip()) for option in listed]


async def run(pilot: Pilot[Any]) -> None:
    """Run the first of the list."""
    await pilot.press("enter")
    async with asyncio.timeout(10):
        while isinstance(pilot.app.screen, Palette):
            await pilot.pause()
    await settled(pilot)


@pytest.mark.slow
async def test_the_palette_lists_only_what_is_possible_with_its_keys() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        listed = await asked(pilot)
        possible = {
            "Start the game with everybody who is seated",
            "Change the settings of this table",
            "Leave the table",
        }
        assert possible <= set(listed)
        assert not any(
            line.startswith(("Take over the selected", "Make the selected bot", "Screenshot")) for line in listed
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "typed", "found"),
    with_soaks([("en", "rules of", "Read the rules of the game"), ("fr", "du jeu", "Lire les règles du jeu")]),
)
async def test_words_find_what_they_say(language: str, typed: str, found: str) -> None:
    i18n.use(language)
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        assert (await pasted(pilot, typed))[0].startswith(found)


@pytest.mark.soak
async def test_a_command_runs_once_however_often_enter_is_pressed() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await asked(pilot, *"everything that")
        await press_at_once(pilot, "enter", "enter", "enter", "enter")
        assert list(map(type, pilot.app.screen_stack)) == [LobbyScreen, GameScreen, LogScreen]


@pytest.mark.soak
async def test_the_nothing_found_entry_may_disappear_before_it_is_highlighted() -> None:
    async with at_home(FakeWorld()) as pilot:
        await asked(pilot, *"zzz")
        commands = pilot.app.screen.query_one(CommandList)
        said = commands.options[0]
        commands.post_message(OptionList.OptionHighlighted(commands, said, 0))
        commands.clear_options()
        await settled(pilot)
        assert isinstance(pilot.app.screen, Palette)


async def test_a_page_key_before_the_list_appears_does_no_harm() -> None:
    async with at_home(FakeWorld()) as pilot:
        await press_at_once(pilot, "ctrl+p", "pageup")
        assert isinstance(pilot.app.screen, Palette)


@pytest.mark.soak
async def test_a_found_command_is_run() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await asked(pilot, *"start the")
        await run(pilot)
        assert session.requests == [Start()]
        await playing(session, pilot)
        await asked(pilot, *"everything that")
        await run(pilot)
        assert isinstance(pilot.app.screen, LogScreen)
        await pilot.press("escape")
        await pasted(pilot, "set language")
        await run(pilot)
        assert isinstance(pilot.app.screen, PreferencesForm)


@pytest.mark.soak
async def test_an_empty_result_is_shown_in_the_language() -> None:
    i18n.use("fr")
    async with at_home(FakeWorld()) as pilot:
        await asked(pilot)
        assert "Que voulez-vous faire" in shown(pilot)
        await asked(pilot, *"zzz")
        assert "Aucune commande disponible ne porte ce nom." in shown(pilot)
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, Palette)


@pytest.mark.soak
async def test_a_starting_game_closes_the_palette() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await pilot.press("ctrl+p")
        await playing(session, pilot)


@pytest.mark.soak
async def test_a_text_input_offers_no_scroll_commands() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        await pilot.press("t")
        listed = await asked(pilot)
        assert "Confirm what you typed" in listed and not any(line.startswith("Scroll") for line in listed)
