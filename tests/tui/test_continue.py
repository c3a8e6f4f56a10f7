"""A table whose computer is gone: what the screen says, which keys it leaves, and what a key does."""

from support.fake_evening import LOST, FakeEvening, guest_at_game, offer
from support.fake_session import FakeSession
from support.pilots import press, run, settled, shown

from sixqp_protocol.messages import ChooseCard, PlayOn
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.dialogs import Question
from sixqp_tui.tui.stay import Stay


def app_at(session: FakeSession, evening: FakeEvening) -> SixqpApp:
    return SixqpApp(Stay(session, evening=evening))


async def test_the_screen_says_who_is_gone_and_who_may_go_on_and_takes_no_card() -> None:
    session, evening = guest_at_game(Connected())
    async with run(app_at(session, evening), (100, 40)) as pilot:
        await settled(pilot)
        assert not pilot.app.check_action("continue", ())
        session.set_status(LOST)
        await settled(pilot)
        assert "Camille's computer doesn't answer. You can continue the table here." in " ".join(
            shown(pilot).split()
        )
        await press(pilot, "right", "enter", "enter")
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
        told = "Camille's computer doesn't answer. Alice can continue the table, "
        told += "and so can everybody else with the program."
        assert told in " ".join(shown(pilot).split())


async def test_a_host_who_closes_the_table_leaves_it_to_the_others() -> None:
    session, evening = guest_at_game(Connected())
    async with run(app_at(session, evening), (100, 40)) as pilot:
        session.set_status(Closed(Farewell.CLOSED))
        await settled(pilot)
        assert "Camille has closed the table. You can continue the table here." in " ".join(shown(pilot).split())
        await pilot.press("g")
        assert evening.asked == ["here"]


async def test_of_two_who_continue_the_player_chooses_one() -> None:
    session, evening = guest_at_game()
    async with run(app_at(session, evening), (100, 40)) as pilot:
        await settled(pilot)
        evening.finds(offer("Bob", 2, "Dana"), offer("Dana", 1))
        await settled(pilot)
        assert "Bob and Dana continue the table: choose one of them." in shown(pilot)
        await press(pilot, "g")
        assert isinstance(pilot.app.screen, Question)
        words = [answer.words for answer in pilot.app.screen.answers]
        assert words[1:3] == ["Bob's table, with Dana, 2 rounds finished", "Dana's table, 1 round finished"]
        await press(pilot, "2")
        assert evening.asked == ["Dana"]


async def test_the_last_player_reads_that_the_table_waits_and_may_play_on_alone() -> None:
    session, evening = guest_at_game(Connected())
    async with run(app_at(session, evening), (100, 40)) as pilot:
        await settled(pilot)
        await pilot.press("n")
        assert PlayOn() not in session.requests
        session.becomes(still=True, milliseconds_left=None)
        await settled(pilot)
        told = " ".join(shown(pilot).split())
        assert "Everybody else is gone. Your table waits; you can play on alone." in told
        await pilot.press("n")
        assert PlayOn() in session.requests
