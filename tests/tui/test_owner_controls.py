"""The owner at the table: the clock, a bot for who is away, somebody removed; and a watcher who sits down."""

import pytest
from msgspec.structs import replace
from support.fake_session import BOT, GUEST, OWNER, FakeSession
from support.lanes import with_soaks
from support.pilots import at_a_table, keys, playing, settled, shown

from sixqp_protocol.messages import SetRules, SetSeat, TakeSeat
from sixqp_tui.i18n import table as table_words
from sixqp_tui.tui.dialogs import Question

pytestmark = pytest.mark.slow

AWAY = replace(GUEST, name="Bob", here=False)
SEATS = (OWNER, GUEST, AWAY, BOT)


@pytest.mark.parametrize(("key", "timer"), with_soaks([("1", 15), ("6", None)]))
async def test_the_owner_sets_the_clock_during_the_game(key: str, timer: int | None) -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press("h", "c", key)
        await settled(pilot)
        assert session.requests == [SetRules(settings=replace(session.news.settings, timer=timer))]


async def test_a_bot_plays_only_for_an_absent_player() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press("h", "b")
        await settled(pilot)
        assert isinstance(pilot.app.screen, Question)
        assert [answer.words for answer in pilot.app.screen.answers[1:]] == ["Bob"]
        await pilot.press("1")
        await settled(pilot)
        assert session.requests == [SetSeat(seat=2, to="bot")]


@pytest.mark.soak
async def test_a_player_who_returns_during_the_question_keeps_the_seat() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press("h", "b")
        session.becomes(seats=(OWNER, GUEST, replace(AWAY, here=True), BOT))
        await settled(pilot)
        await pilot.press("1")
        await settled(pilot)
        assert session.requests == []


async def test_removing_must_be_confirmed() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press("h", "x", "1")
        await settled(pilot)
        assert session.requests == []
        await pilot.press("x")
        await settled(pilot)
        assert session.requests == [SetSeat(seat=1, to="kick")]


@pytest.mark.soak
async def test_escape_changes_nothing() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        for path in (("h",), ("h", "c"), ("h", "b"), ("h", "x"), ("h", "x", "1")):
            await pilot.press(*path, "escape")
            await settled(pilot)
        assert session.requests == []


async def test_a_guest_has_no_owner_controls() -> None:
    session = FakeSession(SEATS, you=1)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        assert not {"preside", "sit", "pause", "resume"} & keys(pilot)


@pytest.mark.soak
async def test_a_watcher_takes_the_seat_of_a_bot() -> None:
    session = FakeSession(SEATS, you=None)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        assert "sit" in keys(pilot)
        await pilot.press("s")
        assert "Whose seat would you like to take over?" in shown(pilot)
        await pilot.press("1")
        await settled(pilot)
        assert session.requests == [TakeSeat(seat=3)]


async def test_a_table_whose_hosts_disk_is_full_says_so_and_goes_on() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        session.becomes(saved=False)
        await settled(pilot)
        assert table_words.saving(False)[:24] in shown(pilot)
        session.becomes(saved=True)
        await settled(pilot)
        assert table_words.saving(True) in shown(pilot)
