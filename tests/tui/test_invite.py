"""How a room full of people is shown the way to a table: large letters, a QR code, a line to copy."""

from typing import Any

import pytest
from support.fake_session import FakeSession
from support.pilots import at_a_table, run, settled, shown
from support.screens import INVITATION, JOIN_LINE
from textual.pilot import Pilot
from textual.widgets import Static

from sixqp_protocol.invitation import read
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.invite import InviteScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.openings import AtTable
from sixqp_tui.tui.widgets.graphics import large_text, qr_code
from sixqp_tui.tui.widgets.graphics.large_text import DOT_SIZES, DotSize

LARGE = (120, 40)


async def opened(pilot: Pilot[Any]) -> InviteScreen:
    """The screen, with its code made."""
    await pilot.press("i")
    while not (isinstance(pilot.app.screen, InviteScreen) and pilot.app.screen.light):
        await pilot.pause()
    await settled(pilot)
    return pilot.app.screen


def part(screen: InviteScreen, where: str) -> list[str]:
    """The lines that stand there; nothing where that is not shown."""
    widget = screen.query_one(where, Static)
    return str(widget.visual).splitlines() if widget.display else []


@pytest.mark.soak
async def test_letters_and_qr_fit_a_large_screen() -> None:
    async with at_a_table(FakeSession(), hosting=True, size=LARGE) as pilot:
        screen = await opened(pilot)
        assert part(screen, "#letters") and part(screen, "#code")
        assert "sixqp://" not in shown(pilot), "nobody reads it out"


@pytest.mark.soak
async def test_on_a_small_screen_space_turns_the_page() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        screen = await opened(pilot)
        letters = part(screen, "#letters")
        assert len(letters) >= 11 and not part(screen, "#code")
        await pilot.press("space")
        assert part(screen, "#code") and not part(screen, "#letters")
        await pilot.press("space")
        assert part(screen, "#letters") == letters


@pytest.mark.soak
async def test_w_toggles_the_room_code_in_the_invitation() -> None:
    session = FakeSession()
    session.becomes(code="k7w3qf")
    async with at_a_table(session, hosting=True, size=LARGE) as pilot:
        screen = await opened(pilot)
        without, letters = screen.light, part(screen, "#letters")
        assert "The code isn't in it" in shown(pilot)
        await pilot.press("k")
        while screen.light == without:
            await pilot.pause()
        await settled(pilot)
        assert read(screen.invitation or "").code == "k7w3qf" and "The code is in it" in shown(pilot)
        assert part(screen, "#letters") != letters
        await pilot.press("k")
        await settled(pilot)
        assert screen.invitation == INVITATION and part(screen, "#letters") == letters


@pytest.mark.soak
async def test_escape_returns_to_the_lobby() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await opened(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)


@pytest.mark.slow
async def test_a_guest_is_not_offered_an_unknown_invitation() -> None:
    async with at_a_table(FakeSession(you=1)) as pilot:
        await pilot.press("i")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert "invite" not in {
            each.binding.action for each in pilot.app.screen.active_bindings.values() if each.enabled
        }


@pytest.mark.slow
async def test_a_guest_shows_only_the_join_line() -> None:
    app = SixqpApp(AtTable(FakeSession(you=1), join_line=JOIN_LINE))
    async with run(app, LARGE) as pilot:
        await settled(pilot)
        await pilot.press("i")
        await settled(pilot)
        assert isinstance(app.screen, InviteScreen)
        assert part(app.screen, "#letters") and not part(app.screen, "#code")
        await pilot.press("c")
        assert app.clipboard == JOIN_LINE


async def test_the_invitation_can_be_copied() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await opened(pilot)
        await pilot.press("c")
        assert pilot.app.clipboard == f"sixqp join {INVITATION}"


@pytest.mark.soak
async def test_everything_stays_within_the_window() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        screen = await opened(pilot)
        for size in ((80, 24), (81, 25), (100, 30), (120, 40), (200, 60)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            for _page in range(2):
                lines = part(screen, "#letters") + part(screen, "#code")
                assert lines and max(map(len, lines)) <= size[0] and len(lines) <= size[1] - 2, size
                await pilot.press("space")


@pytest.mark.slow
def test_the_qr_code_contains_the_invitation() -> None:
    from segno import make

    light = qr_code.encode(INVITATION)
    code = make(INVITATION.upper(), error="l", boost_error=False, micro=False)
    assert code.mode == "alphanumeric" and int(code.version) <= 4
    assert [[not dark for dark in row] for row in code.matrix_iter(border=4)] == [list(row) for row in light]
    assert qr_code.trim_border(light, 2) == qr_code.encode(INVITATION, quiet=2)


@pytest.mark.slow
def test_half_blocks_draw_the_squares() -> None:
    light = qr_code.encode(INVITATION)
    halves = qr_code.in_halves(light)
    pairs = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
    for y, row in enumerate(light):
        assert tuple(pairs[cell][y % 2] for cell in halves[y // 2]) == tuple(row)


def test_a_line_is_written_as_large_as_it_fits() -> None:
    words = ["sixqp join", "192.168.1.20"]
    inks = ["".join(large_text.draw_words(words, across, 60)).count("█") for across in (50, 80, 120, 200, 300)]
    assert inks == sorted(inks) and inks[0] > 100 and inks[-1] > 8 * inks[0]
    assert large_text.draw_words(words, 20, 60) == [] == large_text.draw_words(words, 200, 4)
    assert large_text.draw_words(["sixqp join", "münchen"], 300, 60) == []


@pytest.mark.slow
def test_an_address_breaks_after_a_dot_or_before_a_colon() -> None:
    lines = large_text.break_lines(["192.168.100.200:4667"], 80, DotSize(2, 1))
    assert lines == ["192.168.", "100.200", ":4667"] or lines == ["192.168.", "100.200:4667"]
    assert all(large_text.line_width(line, DotSize(2, 1)) <= 80 for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("scale", DOT_SIZES)
def test_a_word_is_as_wide_as_computed(scale: DotSize) -> None:
    lines = large_text.draw_line(JOIN_LINE, scale)
    assert {len(line) for line in lines} == {large_text.line_width(JOIN_LINE, scale)}
    assert len(lines) == large_text.ROWS * scale.down
