"""Ways in for guests without the program: switched on and off in one place, and told to the room."""

from typing import Any

import pytest
from support.pilots import at_a_table, settled, shown
from support.screens import PAGE_OPEN, SSH_OPEN, FakeSession, FakeWays
from textual.pilot import Pilot

from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.ways_in import WaysInScreen
from sixqp_tui.tui.widgets.graphics import qr_code

pytestmark = pytest.mark.slow


def ways_of(pilot: Pilot[Any]) -> FakeWays:
    """The ways into the table that was opened."""
    screen = pilot.app.screen
    assert isinstance(screen, WaysInScreen) and isinstance(screen.ways, FakeWays)
    return screen.ways


async def test_a_way_in_is_opened_shown_and_closed_again() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await pilot.press("w", "down")
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


async def test_a_way_in_that_cannot_be_opened_says_why() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await pilot.press("w")
        ways_of(pilot).refusal = "Port 4668 is taken."
        await pilot.press("enter")
        await settled(pilot)
        assert "Port 4668 is taken." in shown(pilot) and "closed" in shown(pilot)


async def test_the_code_of_a_locked_table_is_in_a_pages_qr_code_only_when_its_host_says_so(
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


async def test_the_host_reads_the_code_with_which_a_phone_takes_the_hosts_seat() -> None:
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


async def test_only_whoever_opened_the_table_opens_ways_in() -> None:
    async with at_a_table(FakeSession(you=1)) as pilot:
        await pilot.press("w")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
