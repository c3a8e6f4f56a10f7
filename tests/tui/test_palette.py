"""The palette: what is possible now, found by its words and run."""

import asyncio
import re
from typing import Any

import pytest
from support.fake_session import FakeSession
from support.lanes import with_soaks
from support.pilots import app_of, at_a_table, at_home, playing, press_at_once, settled, shown
from support.screens import FakeWorld, found_table
from textual.command import CommandList
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from sixqp_protocol.messages import SeatNews, Start
from sixqp_tui import i18n
from sixqp_tui.tui.command_palette import CommandScreen, without_accents
from sixqp_tui.tui.forms.preferences import PreferencesForm
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.game.log import LogScreen
from sixqp_tui.tui.lobby import LobbyScreen

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


async def opened(pilot: Pilot[Any]) -> CommandScreen:
    """The palette, opened where it is not."""
    if not isinstance(pilot.app.screen, CommandScreen):
        await pilot.press("ctrl+p")
    screen = pilot.app.screen
    assert isinstance(screen, CommandScreen)
    return screen


async def listed_in(pilot: Pilot[Any], screen: CommandScreen) -> list[str]:
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
        while isinstance(pilot.app.screen, CommandScreen):
            await pilot.pause()
    await settled(pilot)


@pytest.mark.slow
async def test_the_palette_lists_only_possible_commands_with_their_keys() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        listed = await asked(pilot)
        assert {"Start  ⏎", "Bot  b", "Setup  s", "Name  n", "Rules  F1", "All keys  ?", "Leave  q"} <= set(listed)
        assert not any(line.startswith(("Sit down", "Level", "Lay")) for line in listed)
        rings = "Bell: rings for your turn, and for a row of 10 heads"
        assert {"Theme: light", "Pace: fast", rings, "Language: Français"} <= set(listed)
        assert "Theme: green felt" not in listed
        assert "Start the game with everybody who is seated" in shown(pilot)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "found"),
    with_soaks(
        [
            (
                "en",
                {"pref": "Preferences  o", "rules": "Rules  F1"},
            ),
            (
                "fr",
                {"prefe": "Préférences  o", "regles": "Règles  F1", "theme : clair": "Thème : clair"},
            ),
        ]
    ),
)
async def test_a_word_finds_its_command(language: str, found: dict[str, str]) -> None:
    i18n.use(language)
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        first = {}
        for typed in found:
            first[typed] = (await pasted(pilot, typed))[0]
            await pilot.press("escape")
        assert first == found


@pytest.mark.soak
async def test_a_command_runs_once_however_often_enter_is_pressed() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await asked(pilot, *"log")
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
        assert isinstance(pilot.app.screen, CommandScreen)


async def test_a_page_key_before_the_list_appears_does_no_harm() -> None:
    async with at_home(FakeWorld()) as pilot:
        await press_at_once(pilot, "ctrl+p", "pageup")
        assert isinstance(pilot.app.screen, CommandScreen)


@pytest.mark.soak
async def test_a_found_command_is_run() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await asked(pilot, *"start")
        await run(pilot)
        assert session.requests == [Start()]
        await playing(session, pilot)
        await asked(pilot, *"log")
        await run(pilot)
        assert isinstance(pilot.app.screen, LogScreen)
        await pilot.press("escape")
        await pasted(pilot, "preferences")
        await run(pilot)
        assert isinstance(pilot.app.screen, PreferencesForm)


@pytest.mark.soak
async def test_a_preference_can_be_changed() -> None:
    async with at_home(FakeWorld(tables=(found_table("a", "Salon"),))) as pilot:
        assert await pasted(pilot, "tables again") == ["Refresh  r"], "a word of its sentence"
        await pilot.press("escape")
        assert await pasted(pilot, "theme: lig") == ["Theme: light"]
        await run(pilot)
        assert app_of(pilot).preferences.current.theme == "light"
        assert (await pasted(pilot, "francais"))[0] == "Language: Français"
        await run(pilot)
        assert app_of(pilot).preferences.current.language == "fr"


@pytest.mark.soak
async def test_an_empty_result_is_shown_in_the_language() -> None:
    i18n.use("fr")
    async with at_home(FakeWorld()) as pilot:
        await asked(pilot)
        assert "Que voulez-vous faire" in shown(pilot)
        await asked(pilot, *"zzz")
        assert "Aucune commande disponible ne porte ce nom." in shown(pilot)
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, CommandScreen)


@pytest.mark.soak
async def test_a_starting_game_closes_the_palette() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await pilot.press("ctrl+p")
        await playing(session, pilot)


@pytest.mark.slow
def test_accents_are_removed_letter_for_letter() -> None:
    assert without_accents("Préférences à ça œuvre") == "Preferences a ca œuvre"
    assert len(without_accents("Préférences")) == len("Préférences")


@pytest.mark.soak
async def test_a_text_input_offers_no_scroll_commands() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        await pilot.press("t")
        listed = await asked(pilot)
        assert "Done  ⏎" in listed and not any(line.startswith("Scroll") for line in listed)
