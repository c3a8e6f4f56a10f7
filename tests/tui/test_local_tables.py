"""From the first screen to a table of this process."""

import pytest
from support.lanes import with_soaks
from support.pilots import at_home, settled, shown
from support.screens import FakeWorld

from sixqp_tui.i18n import home as home_words
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.widgets.common.entry import Entry

pytestmark = pytest.mark.slow


async def test_one_key_begins_a_game_alone() -> None:
    world = FakeWorld()
    async with at_home(world) as pilot:
        assert home_words.describe_way("alone") in shown(pilot)
        await pilot.press("p")
        await settled(pilot)
        assert world.asked == [("alone",)]
        assert isinstance(pilot.app.screen, LobbyScreen)


@pytest.mark.soak
@pytest.mark.parametrize("key", with_soaks("ka"))
async def test_refused_input_can_be_corrected(key: str) -> None:
    world = FakeWorld(refusal="No.")
    async with at_home(world) as pilot:
        await pilot.press(key, *"xy", "enter")
        await settled(pilot)
        world.refusal = None
        await pilot.press(key)
        assert pilot.app.screen.query_one(Entry).line.value == "xy"
        await pilot.press("end", "backspace", "enter")
        await settled(pilot)
        assert "x" in world.asked[-1]
