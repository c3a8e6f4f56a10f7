"""From the first screen to a table of this process."""

from typing import Any

import pytest
from support.pilots import at_home, settled, shown
from support.screens import FakeWorld
from textual.pilot import Pilot

from sixqp_tui.i18n import home as home_words
from sixqp_tui.tui.home import HomeScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.widgets.common.entry import Entry

pytestmark = pytest.mark.slow


def foot(pilot: Pilot[Any]) -> str:
    """The sentence at the foot of the first screen."""
    assert isinstance(pilot.app.screen, HomeScreen)
    return str(pilot.app.screen.foot.visual)


async def test_one_key_begins_a_game_alone() -> None:
    world = FakeWorld()
    async with at_home(world) as pilot:
        assert home_words.describe_way("alone") in shown(pilot)
        await pilot.press("p")
        await settled(pilot)
        assert world.asked == [("alone",)]
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_the_names_of_the_file_may_be_changed_before_a_game_around_one_keyboard() -> None:
    world = FakeWorld()
    async with at_home(world) as pilot:
        await pilot.press("k", *", Zoe", "enter")
        await settled(pilot)
        assert world.asked == [("around", "Ann, Bob, Zoe")]


@pytest.mark.parametrize(("key", "given"), [("k", "Ann, Bob"), ("a", "")])
async def test_what_was_typed_and_refused_can_be_mended(key: str, given: str) -> None:
    world = FakeWorld(refusal="No.")
    async with at_home(world) as pilot:
        await pilot.press(key, *"xy", "enter")
        await settled(pilot)
        world.refusal = None
        await pilot.press(key)
        assert pilot.app.screen.query_one(Entry).line.value == f"{given}xy"
        await pilot.press("backspace", "enter")
        await settled(pilot)
        assert f"{given}x" in world.asked[-1]


@pytest.mark.parametrize("pressed", [("p",), ("k", "enter")])
async def test_what_keeps_a_game_from_beginning_is_told(pressed: tuple[str, ...]) -> None:
    async with at_home(FakeWorld(refusal="Somebody is named twice.")) as pilot:
        await pilot.press(*pressed)
        await settled(pilot)
        assert "Somebody is named twice." in foot(pilot)
