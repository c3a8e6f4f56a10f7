"""How others join: the line to type, the room code, the page with its QR code, and ssh."""

from typing import Any, cast

import pytest
from support.fake_session import GUEST, OWNER, USUAL_WAYS, FakeSession
from support.pilots import app_at, at_a_table, press, run, settled, shown, until
from support.screens import INVITATION, JOIN_LINE, PAGE_OPEN, SSH_OPEN, FakeHosting
from textual.pilot import Pilot
from textual.widgets import Digits

from sixqp_protocol.invitation import read
from sixqp_protocol.messages import SeatNews, SetWay, WayNews
from sixqp_tui.presentation.ways_in import with_room_code
from sixqp_tui.tui.invite import InviteScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.stay import Stay
from sixqp_tui.tui.widgets.graphics import qr_code


def invite(pilot: Pilot[Any]) -> InviteScreen:
    assert isinstance(pilot.app.screen, InviteScreen)
    return pilot.app.screen


async def test_a_way_in_is_opened_shown_and_closed_again() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await press(pilot, "w", "s")
        assert SSH_OPEN.line in shown(pilot) and SSH_OPEN.fingerprint in shown(pilot)
        assert PAGE_OPEN.line not in shown(pilot) and "▀" not in shown(pilot)
        await pilot.press("p")
        await until(pilot, lambda: bool(invite(pilot).light))
        await settled(pilot)
        assert PAGE_OPEN.line in shown(pilot) and "▀" in shown(pilot)
        await press(pilot, "escape")
        assert SSH_OPEN.line in shown(pilot) and PAGE_OPEN.line in shown(pilot)
        await press(pilot, "w", "s", "p")
        assert SSH_OPEN.line not in shown(pilot) and "▀" not in shown(pilot)


async def test_a_way_in_that_cannot_be_opened_says_why() -> None:
    session = FakeSession()
    session.answers = False
    async with at_a_table(session, hosting=True) as pilot:
        await pilot.press("i", "p")
        session.becomes(ways=(WayNews("page"),))
        await settled(pilot)
        assert session.requests == [SetWay(way="page", open=True)] and "opening…" in shown(pilot)
        session.becomes(ways=(WayNews("page", problem="taken"),))
        await settled(pilot)
        assert "There's no free port for it on this computer." in shown(pilot) and "opening…" not in shown(pilot)


async def test_the_room_code_is_in_what_leads_to_a_locked_table(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def encode(text: str) -> qr_code.Light:
        drawn.append(text)
        return ((True,) * 25,) * 25

    monkeypatch.setattr(qr_code, "encode", encode)
    session = FakeSession()
    session.becomes(code="k7w3qf")
    async with at_a_table(session, hosting=True) as pilot:
        await press(pilot, "i", "p", "s", "c")
        assert drawn[-1] == with_room_code(PAGE_OPEN.link, "k7w3qf")
        assert "K7W3QF" in shown(pilot) and "The password is the room code." in shown(pilot)
        assert read(pilot.app.clipboard.removeprefix("sixqp join ")).code == "k7w3qf"


async def test_a_guest_cannot_open_ways_in_but_shows_the_open_ones() -> None:
    session = FakeSession(you=1)
    session.becomes(ways=(WayNews("page", 4669),))
    async with run(app_at(Stay(cast("Any", session), join_line=JOIN_LINE))) as pilot:
        await settled(pilot)
        await pilot.press("i", "s", "p")
        await until(pilot, lambda: bool(invite(pilot).light))
        await settled(pilot)
        assert PAGE_OPEN.line in shown(pilot) and "▀" in shown(pilot) and "p page" not in shown(pilot)
        await pilot.press("c")
        assert pilot.app.clipboard == JOIN_LINE
        session.becomes(ways=())
        await settled(pilot)
        assert PAGE_OPEN.line not in shown(pilot) and "▀" not in shown(pilot)


async def test_a_guest_who_does_not_know_the_address_invites_nobody() -> None:
    async with at_a_table(FakeSession(you=1)) as pilot:
        await press(pilot, "i")
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_a_host_sees_who_came_which_way() -> None:
    zoe, max_ = SeatNews("Zoé", "person", True, way="page"), SeatNews("Max", "person", True, way="ssh")
    async with at_a_table(FakeSession((OWNER, GUEST, zoe, max_)), hosting=True) as pilot:
        lines = shown(pilot).splitlines()
        assert [
            next(word in line for line in lines if name in line)
            for name, word in (("Zoé", "phone"), ("Max", "ssh"))
        ]
        await press(pilot, "w", "p", "s")
        assert "here: Zoé" in shown(pilot) and "here: Max" in shown(pilot)


async def test_one_key_brings_back_a_page_that_has_stopped() -> None:
    session = FakeSession()
    async with at_a_table(session, hosting=True) as pilot:
        await pilot.press("w", "p", "escape")
        session.becomes(ways=(WayNews("page", problem="stopped"),))
        await settled(pilot)
        assert PAGE_OPEN.line not in shown(pilot)
        assert "The table: The page for phones has stopped." in shown(pilot)
        await press(pilot, "w")
        assert session.requests[-1] == SetWay(way="page", open=True)
        assert PAGE_OPEN.line in shown(pilot)


async def test_the_longest_address_and_code_fit_beside_the_qr_code() -> None:
    session = FakeSession()
    session.becomes(code="k7w3qf8m")
    async with at_a_table(session, hosting=True, size=(80, 22)) as pilot:
        await pilot.press("i")
        hosting = invite(pilot).stay.hosting
        assert isinstance(hosting, FakeHosting)
        hosting.address, hosting.join_line = "192.168.100.200", "sixqp join 192.168.100.200:14666"
        session.becomes(ways=(WayNews("page", 14669), WayNews("ssh", 14669, USUAL_WAYS["ssh"].fingerprint)))
        await until(pilot, lambda: bool(invite(pilot).light))
        await settled(pilot)
        for line in (hosting.join_line, "K7W3QF8M", "http://192.168.100.200:14669", "ssh -p 14669", "▀"):
            assert line in shown(pilot)
        assert not invite(pilot).query_one(Digits).region.overlaps(invite(pilot).query_one("#qr").region)


def test_the_qr_code_contains_the_link() -> None:
    from segno import make

    light = qr_code.encode(INVITATION)
    code = make(INVITATION.upper(), error="l", boost_error=False, micro=False)
    assert code.mode == "alphanumeric" and int(code.version) <= 4
    assert [[not dark for dark in row] for row in code.matrix_iter(border=4)] == [list(row) for row in light]
    assert qr_code.trim_border(light, 2) == qr_code.encode(INVITATION, quiet=2)


def test_half_blocks_draw_the_squares() -> None:
    light = qr_code.encode(INVITATION)
    halves = qr_code.in_halves(light)
    pairs = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
    for y, row in enumerate(light):
        assert tuple(pairs[cell][y % 2] for cell in halves[y // 2]) == tuple(row)
