"""Leaving a table: what is asked, what the table is told, how the app ends; and the end of a table."""

import asyncio

import pytest
from support.fake_session import BOT, GUEST, OWNER, FakeSession
from support.lanes import with_soaks
from support.pilots import (
    app_at,
    at_a_table,
    at_a_table_from_home,
    at_home,
    playing,
    press_at_once,
    run,
    settled,
    shown,
)
from support.screens import JOIN_LINE, FakeWorld

from sixqp_protocol.messages import CloseTable, Leave
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.status import ConnectionProblem
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.tui.dialogs import Question
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.home import HomeScreen
from sixqp_tui.tui.openings import AtTable, Ended, Left

pytestmark = pytest.mark.slow

SEATS = (OWNER, GUEST, BOT)


async def test_a_guest_leaves_the_lobby_at_once() -> None:
    session = FakeSession(SEATS, you=1)
    async with at_a_table(session) as pilot:
        await pilot.press("q")
        await settled(pilot)
        assert session.requests == [Leave()]
        assert pilot.app.return_value == Left()


@pytest.mark.parametrize("key", with_soaks(["q", "ctrl+c"]))
async def test_leaving_a_running_game_must_be_confirmed(key: str) -> None:
    session = FakeSession(SEATS, you=1)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press(key)
        assert isinstance(pilot.app.screen, Question)
        assert pilot.app.screen.sentence == lobby_words.ask_leave_game()
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, GameScreen)
        assert session.requests == []
        await pilot.press(key, "l")
        await settled(pilot)
        assert session.requests == [Leave()]
        assert pilot.app.return_value == Left()


@pytest.mark.parametrize("key", with_soaks(["enter", "escape"]))
async def test_a_repeated_answer_does_not_close_the_game(key: str) -> None:
    session = FakeSession(SEATS, you=1)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press("q")
        await press_at_once(pilot, key, key, key)
        assert isinstance(pilot.app.screen, GameScreen)


async def test_a_key_after_exit_opens_nothing() -> None:
    async with at_home(FakeWorld()) as pilot:
        pilot.app.exit(Left())
        await press_at_once(pilot, "f1", "ctrl+p", "question_mark")
    assert pilot.app.return_value == Left()


async def test_a_watcher_leaves_a_running_game_at_once() -> None:
    session = FakeSession(SEATS, you=None)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press("q")
        await settled(pilot)
        assert pilot.app.return_value == Left()


async def test_the_host_is_told_who_is_there_and_may_keep_the_table_open() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session, hosting=True) as pilot:
        await pilot.press("q")
        assert isinstance(pilot.app.screen, Question)
        assert pilot.app.screen.sentence == lobby_words.ask_hosting(1)
        await pilot.press("k")
        await settled(pilot)
        assert session.requests == [Leave()]
        assert pilot.app.return_value == Left(JOIN_LINE)


async def test_the_host_closes_the_table_for_everybody() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session, hosting=True) as pilot:
        await pilot.press("q", "c")
        await settled(pilot)
        assert session.requests == [CloseTable()]
        assert pilot.app.return_value == Left(closed="t")


async def test_a_question_can_be_answered_by_mouse() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session, hosting=True) as pilot:
        await pilot.press("q")
        await pilot.click("OptionList", offset=(5, 2))
        await settled(pilot)
        assert session.requests == [CloseTable()]


async def test_a_question_is_not_asked_twice() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session, hosting=True) as pilot:
        await pilot.press("ctrl+q", "ctrl+q")
        assert [type(screen) for screen in pilot.app.screen_stack].count(Question) == 1


async def test_a_table_that_does_not_confirm_is_left_at_the_second_request() -> None:
    session = FakeSession(SEATS, you=1)
    session.answers = False
    async with at_a_table(session) as pilot:
        await pilot.press("q", "q")
        await settled(pilot)
        assert session.requests == [Leave()]
        assert pilot.app.return_value == Left()


@pytest.mark.parametrize(("reason", "code"), [(Farewell.CLOSED, 0), (ConnectionProblem.OTHER_CERTIFICATE, 1)])
async def test_the_end_of_a_table_is_shown_and_ends_the_app(
    reason: Farewell | ConnectionProblem, code: int
) -> None:
    session = FakeSession(SEATS, you=1)
    async with at_a_table(session) as pilot:
        session.close(reason)
        await settled(pilot)
        assert isinstance(pilot.app.screen, Question)
        assert pilot.app.screen.sentence == why_closed(reason)
        await pilot.press("enter")
        await settled(pilot)
        assert pilot.app.return_value == Ended(why_closed(reason), code)


async def test_a_session_closed_before_the_app_opened_is_reported() -> None:
    session = FakeSession(SEATS, you=1)
    session.close(Farewell.FULL)
    async with at_a_table(session) as pilot:
        assert isinstance(pilot.app.screen, Question)


@pytest.mark.soak
@pytest.mark.parametrize("asked", with_soaks(["q", "t x"]))
async def test_the_end_of_a_table_returns_to_home_if_the_player_came_from_there(asked: str) -> None:
    session = FakeSession(SEATS, you=0 if asked == "q" else 1)
    async with at_a_table_from_home(session) as pilot:
        if asked != "q":
            await pilot.press(*asked.split())
        session.close(Farewell.CLOSED)
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        assert len(pilot.app.screen_stack) == 1
        assert pilot.app.return_value is None


async def test_a_player_who_leaves_a_table_returns_home_and_may_quit() -> None:
    session = FakeSession(SEATS, you=1)
    async with at_a_table_from_home(session) as pilot:
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press("q")
        assert pilot.app.return_value == Left()


def test_every_reason_has_its_own_sentence() -> None:
    assert [reason for reason in (*Farewell, *ConnectionProblem) if why_closed(reason) == why_closed(None)] == []


@pytest.mark.soak
async def test_a_seat_that_was_opened_elsewhere_can_be_taken_back() -> None:
    session = FakeSession(SEATS, you=1)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        session.close(Farewell.ELSEWHERE)
        await settled(pilot)
        assert isinstance(pilot.app.screen, Question)
        assert pilot.app.screen.sentence == why_closed(Farewell.ELSEWHERE)
        await pilot.press("enter")
        await settled(pilot)
        assert session.returns == 1
        assert isinstance(pilot.app.screen, GameScreen) and not pilot.app.screen.has_class("-lost")


async def test_a_player_whose_seat_was_opened_elsewhere_can_sit_down_anew() -> None:
    session, anew = FakeSession(SEATS, you=1), asyncio.Event()

    async def sit_anew() -> None:
        anew.set()

    async with run(app_at(AtTable(session, sit_anew=sit_anew))) as pilot:
        await settled(pilot)
        session.close(Farewell.ELSEWHERE)
        await settled(pilot)
        await pilot.press("n")
        async with asyncio.timeout(20):
            await anew.wait()
        assert session.returns == 0 and not isinstance(pilot.app.screen, Question)


async def test_a_player_reads_that_another_program_has_their_seat() -> None:
    note = "Another sixqp on this computer has your seat."
    async with run(
        app_at(AtTable(FakeSession(SEATS, you=None), late=True, note=note)), notifications=True
    ) as pilot:
        await settled(pilot)
        assert note in " ".join(shown(pilot).replace("│", " ").split())


async def test_a_seat_that_was_opened_elsewhere_can_be_left_there() -> None:
    session = FakeSession(SEATS, you=1)
    async with at_a_table(session) as pilot:
        session.close(Farewell.ELSEWHERE)
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert session.requests == []
        assert pilot.app.return_value == Ended(why_closed(Farewell.ELSEWHERE), 1)


@pytest.mark.soak
async def test_a_host_who_moved_to_a_phone_is_told_so_and_how_to_come_back() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session, hosting=True) as pilot:
        await pilot.press("w", "enter", "h", "escape")
        session.close(Farewell.ELSEWHERE)
        await settled(pilot)
        assert isinstance(pilot.app.screen, Question)
        assert pilot.app.screen.sentence == lobby_words.moved_to_phone()
        await pilot.press("escape")
        await settled(pilot)
        assert pilot.app.return_value == Left(JOIN_LINE)


@pytest.mark.soak
async def test_an_owner_who_rejoined_from_the_list_may_close_the_table_too() -> None:
    session = FakeSession(SEATS)
    async with at_a_table_from_home(session) as pilot:
        await playing(session, pilot)
        await pilot.press("q", "c")
        await settled(pilot)
        assert session.requests == [CloseTable()]
        assert isinstance(pilot.app.screen, HomeScreen)
