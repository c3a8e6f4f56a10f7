"""The app around a table: which screen is in front, notifications, and the host's controls."""

import asyncio
import sys
from typing import Any

import pytest
from msgspec.structs import replace
from support.fake_session import BOT, GUEST, OWNER, FakeSession
from support.pilots import app_at, at_a_table, keys, playing, press, run, settled, shown, until
from support.screens import FakeWorld, at_table
from textual.pilot import Pilot

from sixqp_protocol.facts import GameEnded
from sixqp_protocol.messages import SetRules, SetSeat, TakeSeat
from sixqp_tui.i18n import lobby as lobby_words, table as table_words
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.dialogs import Question
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.openings import Home
from sixqp_tui.tui.stay import Stay
from sixqp_tui.tui.widgets.common.page import Notice

AWAY = replace(GUEST, name="Bob", here=False)
SEATS = (OWNER, GUEST, AWAY, BOT)
NEWS = (
    "A new version of sixqp is out. It is faster, smaller and friendlier. Install it when this evening is over, "
    "since your guests may be used to this one."
)


async def test_the_game_comes_to_the_front_over_the_rules() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await pilot.press("f1")
        await playing(session, pilot)


async def test_the_end_of_a_game_stays_until_its_player_goes_on_and_the_chat_comes_along() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        session.hears("Ann", "before")
        await playing(session, pilot)
        session.hears("Ann", "meanwhile")
        session.happen([GameEnded("abandoned")])
        session.becomes(phase="lobby")
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen)
        await press(pilot, "b")
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert lobby_words.last_game(session.view.table) in shown(pilot)
        assert "Ann: before" in shown(pilot) and "Ann: meanwhile" in shown(pilot)


async def test_a_damaged_file_is_reported_on_the_first_screen() -> None:
    app = SixqpApp(Home(), tables=FakeWorld(damage="“tables.json” is damaged."))
    async with run(app, notifications=True) as pilot:
        await until(pilot, lambda: "tables.json" in shown(pilot))


async def notified(pilot: Pilot[Any]) -> None:
    """A long notification is on the screen."""
    pilot.app.notify(NEWS, timeout=60)
    await settled(pilot)
    assert "A new version" in shown(pilot)


async def test_a_notification_hides_neither_the_hand_nor_what_is_typed() -> None:
    session, typed = FakeSession.at_game(3), "what we want to tell the others"
    async with run(app_at(at_table(session)), notifications=True) as pilot:
        await settled(pilot)
        await notified(pilot)
        assert "this one." in shown(pilot) and "choose a card" in shown(pilot)
        assert {str(card) for card in session.view.hand} <= set(shown(pilot).split())
        await pilot.press("t", *typed)
        pilot.app.screen.query_one(Notice).show("a refusal")
        await settled(pilot)
        assert typed in shown(pilot) and "a refusal" in shown(pilot)


async def test_a_notification_does_not_hide_the_field_of_a_form() -> None:
    async with run(app_at(Home()), notifications=True) as pilot:
        await notified(pilot)
        await press(pilot, "h")
        pilot.app.screen.query_one("#lock").focus()
        await settled(pilot)
        assert "Open to" in shown(pilot), "one from before the form would cover its last line"
        await notified(pilot)
        assert "Open to" in shown(pilot)
        pilot.app.screen.query_one("#title").focus()
        await press(pilot, *"Salon")
        assert "A new version" in shown(pilot) and "Salon" in shown(pilot)


MANY = 40
"""Timers: more than the default executor of any machine has threads."""


@pytest.mark.skipif(sys.platform != "win32", reason="Only on Windows a timer takes a thread.")
async def test_many_timers_leave_threads_for_other_work_and_are_stopped_at_once() -> None:
    app = SixqpApp(Stay(FakeSession()))
    async with asyncio.timeout(20), app.run_test() as pilot:
        timers = [app.set_timer(1000.0, app.bell) for _ in range(MANY)]
        await pilot.pause()
        assert await asyncio.to_thread(int, "7") == 7
        for timer in timers:
            timer.stop()


async def test_the_owner_sets_the_clock_seats_a_stand_in_and_removes_a_player_during_the_game() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press("h")
        assert isinstance(pilot.app.screen, Question)
        offered = [answer.words for answer in pilot.app.screen.answers if "play for" in answer.words]
        assert len(offered) == 1 and "Bob" in offered[0], "a stand-in plays only for an absent player"
        await press(pilot, "1", "h", "4", "h", "2")
        clock = SetRules(settings=replace(session.news.settings, timer=15))
        assert session.requests == [SetSeat(seat=2, to="bot"), clock], "removing must be confirmed"
        await press(pilot, "x")
        assert session.requests[2:] == [SetSeat(seat=1, to="kick")]


async def test_a_player_who_returns_during_the_question_keeps_the_seat() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press("h")
        session.becomes(seats=(OWNER, GUEST, replace(AWAY, here=True), BOT))
        await settled(pilot)
        await press(pilot, "1")
        assert session.requests == []


async def test_a_guest_has_no_owner_controls() -> None:
    session = FakeSession(SEATS, you=1)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await press(pilot, "h", "p")
        assert isinstance(pilot.app.screen, GameScreen) and session.requests == []


async def test_a_watcher_takes_the_seat_of_a_bot() -> None:
    session = FakeSession(SEATS, you=None)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        assert "sit" in keys(pilot)
        await press(pilot, "s", "1")
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
