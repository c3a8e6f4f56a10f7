"""The first screen offers to continue a table whose game was not finished."""

import pytest
from support.fake_session import FakeSession
from support.pilots import at_home, playing, settled, shown
from support.screens import FakeWorld, found_table

from sixqp_tui.hosting.resume import ResumableTable
from sixqp_tui.tui.home import HomeScreen
from sixqp_tui.tui.lobby import LobbyScreen

pytestmark = pytest.mark.slow

KEPT = ResumableTable("1a2b3c4d", "Friday [b]night", "Olga", 3)


async def test_the_offer_is_a_menu_line_that_opens_the_table() -> None:
    world = FakeWorld(tables=(found_table("a", "Salon"),), unfinished=KEPT)
    async with at_home(world) as pilot:
        await settled(pilot)
        assert "g   continue Friday [b]" in shown(pilot)
        assert "Salon" in shown(pilot)
        await pilot.press("g")
        await settled(pilot)
        assert world.asked == [("resume", "1a2b3c4d")]
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_without_an_unfinished_game_nothing_is_offered() -> None:
    world = FakeWorld()
    async with at_home(world) as pilot:
        await settled(pilot)
        assert "g   " not in shown(pilot)
        await pilot.press("g")
        await settled(pilot)
        assert world.asked == []


async def test_a_way_back_is_offered_to_a_player_with_a_seat() -> None:
    playing = found_table("a", "Salon", 4, 4, "playing")
    async with at_home(FakeWorld(tables=(playing,), seats=("a",))) as pilot:
        await settled(pilot)
        assert "Enter: go back to your seat at Salon." in shown(pilot)


@pytest.mark.soak
async def test_a_table_closed_here_is_unlisted_and_offered_for_resuming_at_once() -> None:
    session = FakeSession()
    world = FakeWorld(session, tables=(found_table("t", "A table"), found_table("b", "Salon")))
    async with at_home(world) as pilot:
        while not isinstance(pilot.app.screen, LobbyScreen):
            await pilot.press("enter")
        await playing(session, pilot)
        world.unfinished = KEPT
        await pilot.press("q", "c")
        await settled(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        assert world.closed == ["t"]
        assert pilot.app.screen.resumable == KEPT and "continue" in shown(pilot)
        assert [table.id for table in pilot.app.screen.panel.tables_found.tables] == ["b"]
