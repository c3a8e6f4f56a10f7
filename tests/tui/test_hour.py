"""The first screen and the lobby stay right while tables and guests come and go, in any order."""

from random import Random

import pytest
from support.fake_session import OPEN, OWNER, FakeSession
from support.pilots import at_a_table, at_home, settled
from support.screens import FakeWorld, found_table

from sixqp_protocol.messages import SeatNews
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.tui.home import HomeScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.widgets.lobby_panel import Seats

pytestmark = pytest.mark.slow

STEPS = 25


def table(rng: Random, number: int) -> FoundTable:
    """A table as it is at some moment."""
    return found_table(
        str(number),
        f"Table {number % 3}",
        rng.randrange(11),
        10,
        rng.choice(("lobby", "playing")),
        rng.choice(("classic", "tactic", "draft")),
        stale=rng.random() < 0.2,
    )


@pytest.mark.soak
async def test_the_list_shows_current_tables_and_keeps_the_selection() -> None:
    rng, world = Random(7), FakeWorld()
    async with at_home(world) as pilot:
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        for _ in range(STEPS):
            before = home.panel.tables_found.pointed
            now = tuple(table(rng, number) for number in range(12) if rng.random() < 0.4)
            world.found(*now)
            while home.panel.tables_found.tables != now:
                await pilot.pause()
            lines = [str(option.prompt) for option in home.panel.tables_found.options]
            assert [line.split()[:2] for line in lines] == [each.title.split() for each in now]
            assert home.panel.tables_found.display is bool(now) is not home.panel.looking.display
            pointed = home.panel.tables_found.pointed
            if before and before.id in {each.id for each in now}:
                assert pointed is not None and pointed.id == before.id
            else:
                assert pointed == (now[0] if now else None)
            if rng.random() < 0.5:
                await pilot.press(rng.choice(("up", "down")))


@pytest.mark.soak
async def test_the_lobby_shows_who_is_there() -> None:
    rng, session = Random(7), FakeSession((OWNER, *(OPEN,) * 9))
    async with at_a_table(session, hosting=True) as pilot:
        for step in range(STEPS):
            chairs = [OWNER, *(guest(rng, number) for number in range(1, rng.randrange(2, 10)))]
            session.becomes(seats=tuple(chairs))
            await settled(pilot)
            lobby = pilot.app.screen
            assert isinstance(lobby, LobbyScreen)
            seats = lobby.query_one(Seats)
            text = "\n".join(seats.render().lines())
            names = [chair.name for chair in chairs if chair.occupant != "open"]
            assert all(name in text for name in names), step
            assert seats.pointed < len(chairs)
            await pilot.press(rng.choice(("up", "down")))


def guest(rng: Random, number: int) -> SeatNews:
    """A chair as it is at some moment."""
    kind = rng.choice(("open", "person", "bot", "expected"))
    return {
        "open": OPEN,
        "person": SeatNews(f"Guest {number}", "person", rng.random() < 0.8),
        "bot": SeatNews(f"Hal {number}", "bot", True, level="hard"),
        "expected": SeatNews(f"Dana {number}", "expected", False),
    }[kind]
