"""A table whose computer is gone: what the screen says, which keys it leaves, and what a key does."""

import pytest
from support.fake_evening import LOST, FakeEvening, guest_at_game, offer
from support.fake_session import FakeSession
from support.pilots import run, settled, shown

from sixqp_protocol.messages import ChooseCard, PlayOn
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.dialogs import Question
from sixqp_tui.tui.openings import AtTable

pytestmark = pytest.mark.slow


def app_at(session: FakeSession, evening: FakeEvening) -> SixqpApp:
    return SixqpApp(AtTable(session, evening=evening))


async def test_the_screen_says_who_is_gone_and_who_may_go_on_and_takes_no_card() -> None:
    session, evening = guest_at_game(Connected())
    async with run(app_at(session, evening), (100, 40)) as pilot:
        await settled(pilot)
        assert not pilot.app.check_action("continue", ())
        session.set_status(LOST)
        await settled(pilot)
        assert "Camille's computer doesn't answer. Press g to go on here." in " ".join(shown(pilot).split())
        await pilot.press("right", "enter", "enter")
        await settled(pilot)
        assert not any(isinstance(request, ChooseCard) for request in session.requests)
        assert pilot.app.check_action("continue", ())
        await pilot.press("g")
        assert evening.asked == ["here"]
        session.set_status(Connected())
        await settled(pilot)
        assert "doesn't answer" not in shown(pilot) and not pilot.app.check_action("continue", ())


async def test_in_the_smallest_window_the_sentence_takes_two_lines() -> None:
    session, evening = guest_at_game()
    session.becomes(you=3)
    async with run(app_at(session, evening), (80, 22)) as pilot:
        await settled(pilot)
        told = "Camille's computer doesn't answer. Alice, press g to go on there; anybody else can, too."
        assert told in " ".join(shown(pilot).split())


async def test_a_host_who_closes_the_table_leaves_it_to_the_others() -> None:
    session, evening = guest_at_game(Connected())
    async with run(app_at(session, evening), (100, 40)) as pilot:
        session.set_status(Closed(Farewell.CLOSED))
        await settled(pilot)
        assert "Camille has closed the table. Press g to go on here." in " ".join(shown(pilot).split())
        await pilot.press("g")
        assert evening.asked == ["here"]


async def test_of_two_who_continue_the_player_chooses_one() -> None:
    session, evening = guest_at_game()
    async with run(app_at(session, evening), (100, 40)) as pilot:
        await settled(pilot)
        evening.finds(offer("Bob", 2, "Dana"), offer("Dana", 1))
        await settled(pilot)
        assert "Bob and Dana continue the table." in shown(pilot) and "Press g to choose." in shown(pilot)
        await pilot.press("g")
        await settled(pilot)
        assert isinstance(pilot.app.screen, Question)
        words = [answer.words for answer in pilot.app.screen.answers]
        assert words[1:3] == ["Bob's table, with Dana, 2 rounds finished", "Dana's table, 1 round finished"]
        await pilot.press("2")
        await settled(pilot)
        assert evening.asked == ["Dana"]


async def test_whose_table_answers_reads_that_somebody_continues_it_and_stays() -> None:
    session, evening = guest_at_game(Connected())
    async with run(app_at(session, evening), (100, 40)) as pilot:
        await settled(pilot)
        evening.finds(offer("Bob", 1, "Dana"))
        await settled(pilot)
        assert "Bob continues the table with Dana. Press g to go there." in " ".join(shown(pilot).split())
        assert "doesn't answer" not in shown(pilot) and evening.asked == []


async def test_the_last_player_reads_that_the_table_waits_and_may_play_on_alone() -> None:
    session, evening = guest_at_game(Connected())
    async with run(app_at(session, evening), (100, 40)) as pilot:
        await settled(pilot)
        await pilot.press("n")
        assert PlayOn() not in session.requests
        session.becomes(still=True, milliseconds_left=None)
        await settled(pilot)
        told = " ".join(shown(pilot).split())
        assert "Everybody else is gone. Your table waits. Press n to play on alone." in told
        await pilot.press("n")
        assert PlayOn() in session.requests
