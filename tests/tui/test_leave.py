"""Leaving a table: what is asked, what the table is told, how the app ends; and the end of a table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from support.fake_evening import FakeEvening
from support.fake_session import BOT, GUEST, OWNER, FakeSession
from support.pilots import app_at, at_a_table, at_home, playing, press, press_at_once, run, settled, shown
from support.screens import JOIN_LINE, FakeWorld, found_table
from textual.pilot import Pilot

from sixqp_protocol.messages import AnyRequest, CloseTable, Leave
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.status import ConnectionProblem
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.tui.dialogs import Question
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.game.timeline_screen import GameParts
from sixqp_tui.tui.home import HomeScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.openings import Ended, Left
from sixqp_tui.tui.stay import Stay

SEATS = (OWNER, GUEST, BOT)


@asynccontextmanager
async def at_a_table_from_home(session: FakeSession) -> AsyncIterator[Pilot[Any]]:
    """The app, opened at home, its player gone to a table from there."""
    async with at_home(FakeWorld(session, (found_table("a", "A table"),))) as pilot:
        while not isinstance(pilot.app.screen, LobbyScreen):
            await pilot.press("enter")
        yield pilot


async def test_a_part_of_the_game_that_comes_after_the_player_has_left_is_not_shown() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        parts = pilot.app.screen.query_one(GameParts)
        await parts.query_children("#draft").remove()
        pilot.app.exit()
        await parts.complete()
        assert not parts.query("#draft")


LEAVING: dict[str, tuple[int, list[str], AnyRequest, Left]] = {
    "a guest leaves the lobby at once": (1, ["q"], Leave(), Left()),
    "the host keeps the table open": (0, ["q", "k"], Leave(), Left(JOIN_LINE)),
    "the host closes the table for everybody": (0, ["q", "c"], CloseTable(), Left(closed="t")),
}


@pytest.mark.parametrize(("you", "pressed", "request_", "outcome"), LEAVING.values(), ids=LEAVING)
async def test_leaving_the_lobby(you: int, pressed: list[str], request_: AnyRequest, outcome: Left) -> None:
    session = FakeSession(SEATS, you)
    async with at_a_table(session, hosting=you == 0) as pilot:
        await press(pilot, *pressed)
        assert session.requests == [request_] and pilot.app.return_value == outcome


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
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
        await press(pilot, key, "l")
        assert session.requests == [Leave()]
        assert pilot.app.return_value == Left()


@pytest.mark.parametrize("key", ["enter", "escape"])
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


async def test_the_host_is_told_who_is_there_and_may_answer_by_mouse() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session, hosting=True) as pilot:
        await pilot.press("q")
        assert isinstance(pilot.app.screen, Question)
        assert pilot.app.screen.sentence == lobby_words.ask_hosting(1)
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
        await press(pilot, "q", "q")
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
        await press(pilot, "enter")
        assert pilot.app.return_value == Ended(why_closed(reason), code)


async def test_a_session_closed_before_the_app_opened_is_reported() -> None:
    session = FakeSession(SEATS, you=1)
    session.close(Farewell.FULL)
    async with at_a_table(session) as pilot:
        assert isinstance(pilot.app.screen, Question)


@pytest.mark.parametrize("asked", ["q", "t x"])
async def test_the_end_of_a_table_returns_to_home_if_the_player_came_from_there(asked: str) -> None:
    session = FakeSession(SEATS, you=0 if asked == "q" else 1)
    async with at_a_table_from_home(session) as pilot:
        if asked != "q":
            await pilot.press(*asked.split())
        session.close(Farewell.CLOSED)
        await settled(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, HomeScreen)
        assert len(pilot.app.screen_stack) == 1
        assert pilot.app.return_value is None


async def test_a_player_who_leaves_a_table_returns_home_and_may_quit() -> None:
    session = FakeSession(SEATS, you=1)
    async with at_a_table_from_home(session) as pilot:
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press("q")
        assert pilot.app.return_value == Left()


def test_every_reason_has_its_own_sentence() -> None:
    assert [reason for reason in (*Farewell, *ConnectionProblem) if why_closed(reason) == why_closed(None)] == []


async def test_a_seat_that_was_opened_elsewhere_can_be_taken_back() -> None:
    session = FakeSession(SEATS, you=1)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        session.close(Farewell.ELSEWHERE)
        await settled(pilot)
        assert isinstance(pilot.app.screen, Question)
        assert pilot.app.screen.sentence == why_closed(Farewell.ELSEWHERE)
        await press(pilot, "enter")
        assert session.returns == 1
        assert isinstance(pilot.app.screen, GameScreen) and not pilot.app.screen.has_class("-lost")


async def test_a_player_whose_seat_was_opened_elsewhere_can_sit_down_anew() -> None:
    session = FakeSession(SEATS, you=1)
    evening = FakeEvening(session)
    async with run(app_at(Stay(session, evening=evening))) as pilot:
        await settled(pilot)
        session.close(Farewell.ELSEWHERE)
        await settled(pilot)
        await press(pilot, "n")
        assert evening.asked == ["anew"] and not isinstance(pilot.app.screen, Question)


async def test_a_player_reads_that_another_program_has_their_seat() -> None:
    note = "Another sixqp on this computer has your seat."
    async with run(app_at(Stay(FakeSession(SEATS, you=None), late=True, note=note)), notifications=True) as pilot:
        await settled(pilot)
        assert note in " ".join(shown(pilot).replace("│", " ").split())
