"""Ways in for guests without the program: switched on and off in one place, and told to the room."""

from typing import Any, cast

import pytest
from support.fake_session import GUEST, OWNER, FakeSession
from support.pilots import app_at, at_a_table, run, settled, shown
from support.screens import JOIN_LINE, PAGE_OPEN, SSH_OPEN, FakeWays
from textual.pilot import Pilot

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import OpenWay, SeatNews
from sixqp_tui.engine.game import Game
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.openings import AtTable
from sixqp_tui.tui.ways_in import WaysInScreen
from sixqp_tui.tui.widgets.graphics import qr_code


def ways_of(pilot: Pilot[Any]) -> FakeWays:
    """The ways into the table that was opened."""
    screen = pilot.app.screen
    assert isinstance(screen, WaysInScreen) and screen.context.hosting
    ways = screen.context.hosting.ways
    assert isinstance(ways, FakeWays)
    return ways


@pytest.mark.slow
async def test_a_way_in_is_opened_shown_and_closed_again() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await pilot.press("w", "down")
        ways_of(pilot).opened["ssh"] = SSH_OPEN
        await settled(pilot)
        assert "closed" in shown(pilot) and SSH_OPEN.line not in shown(pilot)
        await pilot.press("enter")
        while not (isinstance(pilot.app.screen, WaysInScreen) and pilot.app.screen.light):
            await pilot.pause()
        await settled(pilot)
        assert SSH_OPEN.line in shown(pilot) and SSH_OPEN.fingerprint in shown(pilot) and "▀" in shown(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen) and SSH_OPEN.line in shown(pilot)
        await pilot.press("w", "down", "enter")
        await settled(pilot)
        assert not any(way.open for way in ways_of(pilot).listed()) and SSH_OPEN.line not in shown(pilot)


@pytest.mark.slow
async def test_a_way_in_that_cannot_be_opened_says_why() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await pilot.press("w")
        ways_of(pilot).refusal = "Port 4668 is taken."
        await pilot.press("enter")
        await settled(pilot)
        assert "Port 4668 is taken." in shown(pilot) and "closed" in shown(pilot)


@pytest.mark.soak
async def test_the_room_code_is_in_a_pages_qr_code_only_if_the_host_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[str] = []

    def encode(text: str) -> qr_code.Light:
        drawn.append(text)
        return ((True,) * 25,) * 25

    monkeypatch.setattr(qr_code, "encode", encode)
    session = FakeSession()
    session.becomes(code="k7w3qf")
    borne = "The QR code contains the room code: anyone who can see it can join."
    async with at_a_table(session, hosting=True) as pilot:
        for keys, link in ((("w", "enter"), ""), ("k", "/#k7w3qf"), ("k", "")):
            await pilot.press(*keys)
            await settled(pilot)
            assert drawn[-1] == PAGE_OPEN.link + link
            assert (borne in shown(pilot)) == bool(link) and "k7w3qf" not in shown(pilot)
        await pilot.press("down", "enter", "k")
        await settled(pilot)
        assert drawn[-1] == SSH_OPEN.link


@pytest.mark.soak
async def test_the_host_sees_the_code_for_taking_the_hosts_seat_by_phone() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await pilot.press("w", "h")
        await settled(pilot)
        assert "042 917" not in shown(pilot)
        await pilot.press("enter")
        await settled(pilot)
        await pilot.press("h")
        await settled(pilot)
        assert "042 917" in shown(pilot)
        await pilot.press("down")
        await settled(pilot)
        assert "042 917" not in shown(pilot)


@pytest.mark.soak
async def test_a_guest_cannot_open_ways_in_but_shows_the_open_ones() -> None:
    session = FakeSession(you=1)
    async with run(app_at(AtTable(cast("Any", session), join_line=JOIN_LINE))) as pilot:
        await settled(pilot)
        await pilot.press("w")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen) and PAGE_OPEN.line not in shown(pilot)
        session.becomes(ways=(OpenWay("page", 4669), OpenWay("ssh", 4668)))
        await settled(pilot)
        assert PAGE_OPEN.line in shown(pilot) and SSH_OPEN.line in shown(pilot)
        await pilot.press("w", "enter")
        while not (isinstance(pilot.app.screen, WaysInScreen) and pilot.app.screen.light):
            await pilot.pause()
        await settled(pilot)
        assert PAGE_OPEN.line in shown(pilot) and "▀" in shown(pilot) and "open or close" not in shown(pilot)
        session.becomes(ways=())
        await settled(pilot)
        assert PAGE_OPEN.line not in shown(pilot) and "▀" not in shown(pilot) and "closed" in shown(pilot)


@pytest.mark.soak
async def test_a_host_sees_who_came_which_way() -> None:
    zoe, max_ = SeatNews("Zoé", "person", True, way="page"), SeatNews("Max", "person", True, way="ssh")
    async with at_a_table(FakeSession((OWNER, GUEST, zoe, max_)), hosting=True) as pilot:
        lines = shown(pilot).splitlines()
        assert [
            next(word in line for line in lines if name in line)
            for name, word in (("Zoé", "phone"), ("Max", "ssh"))
        ]
        await pilot.press("w", "enter")
        await settled(pilot)
        assert "here: Zoé" in shown(pilot) and "here: Max" in shown(pilot)


async def test_a_host_sees_a_dead_gateway_restarting_instead_of_its_address() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await pilot.press("w", "enter")
        await settled(pilot)
        ways = ways_of(pilot)
        ways.dead.add("page")
        ways.on_change(None)
        await settled(pilot)
        assert PAGE_OPEN.line not in shown(pilot) and "starting again" in shown(pilot) and "▀" not in shown(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert PAGE_OPEN.line not in shown(pilot) and "page for phones: starting again…" in shown(pilot)
        ways.dead.clear()
        ways.on_change("The page is back.")
        await settled(pilot)
        assert PAGE_OPEN.line in shown(pilot) and "The table: The page is back." in shown(pilot)


@pytest.mark.soak
async def test_ways_in_can_be_opened_during_a_game_too() -> None:
    session = FakeSession((OWNER, GUEST))
    async with at_a_table(session, hosting=True) as pilot:
        session.becomes(phase="playing")
        session.happen(Game.start(Rules(), ("Olga", "Ann"), "ways in")[0])
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen)
        await pilot.press("w", "enter")
        await settled(pilot)
        assert PAGE_OPEN.line in shown(pilot)
        ways_of(pilot).on_change("The page is back.")
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen) and "The table: The page is back." in shown(pilot)
