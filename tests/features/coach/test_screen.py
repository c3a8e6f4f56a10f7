"""The coach beside who plays alone, on the screen and in lines of text."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from features.coach.scenes import AtOnce, Broken, seat_with
from support.memory_link import CuttableMemoryLink
from support.pilots import keys, press, run, settled, shown
from support.plain import Answering, first_choice
from support.tables import OWNER, a_room, a_session, running, settings

from sixqp_protocol.messages import SeatNews
from sixqp_tui.analysis.judgement import judge
from sixqp_tui.features.coach.advice import cannot_answer
from sixqp_tui.features.coach.lines import CoachedLines
from sixqp_tui.host.network.server import Server
from sixqp_tui.hosting.journalled_room import run_bot_seat
from sixqp_tui.joining.player import Player
from sixqp_tui.plain.console import Console
from sixqp_tui.plain.console_session import Inbox, Notice, run_console_session
from sixqp_tui.plain.line_player import Context, End
from sixqp_tui.tui.game.log import LogScreen
from sixqp_tui.tui.tables import Tables
from sixqp_tui.tui.widgets.game.hand import HandFigures, HandRow


async def test_a_key_weighs_the_cards_below_the_hand_until_one_is_laid() -> None:
    coach = AtOnce()
    seat, app = seat_with(coach)
    async with run(app, (80, 22)) as pilot:
        await settled(pilot)
        figures, hand = app.game_screen.query_one(HandFigures), app.game_screen.query_one(HandRow)
        assert "weigh" in keys(pilot) and not figures.display and not coach.asked, (
            "nothing is said unless asked for"
        )
        for pressed, shown_now in (("b", True), ("b", False), ("b", True)):
            await press(pilot, pressed)
            assert figures.display == shown_now
        assert len(figures.figures) == len(seat.view.hand)
        assert figures.region.y == hand.region.bottom, "the hand is not covered"
        await press(pilot, "2", "enter")
        assert not figures.display and "weigh" not in keys(pilot)


async def test_only_a_costly_turn_shows_a_coach_line() -> None:
    coach = AtOnce()
    seat, app = seat_with(coach)
    async with run(app, (120, 40)) as pilot:
        seat.play_turn()
        await settled(pilot)
        assert not coach.asked, "nobody has asked yet"
        await press(pilot, "b")
        coach.asked.clear()
        while not (coach.asked and judge(coach.asked[-1], 60).cost):
            assert "Coach" not in shown(pilot)
            seat.play_turn()
            await settled(pilot)
        made = coach.asked[-1].made
        assert f"Coach: played {made}, best was" in shown(pilot)
        await press(pilot, "l")
        assert isinstance(app.screen, LogScreen) and f"Coach: played {made}, best was" in shown(pilot)


async def test_a_failing_coach_is_reported_once_and_the_game_continues() -> None:
    coach = Broken()
    seat, app = seat_with(coach)
    async with run(app, notifications=True) as pilot:
        await pilot.press("b")
        for _turn in range(3):
            seat.play_turn()
            await settled(pilot)
        log = [line.sentence for line in app.game_screen.pane.model.log]
        assert len(coach.asked) == 3 and log.count(cannot_answer()) == 1


async def test_the_coach_is_not_offered_with_another_person_at_the_table() -> None:
    coach = AtOnce()
    seat, app = seat_with(coach)
    seat.becomes(seats=(*seat.news.seats, SeatNews("Bob", "person", True)))
    async with run(app) as pilot:
        await pilot.press("b")
        seat.play_turn()
        await settled(pilot)
        assert not coach.asked and "weigh" not in keys(pilot)


async def test_home_seats_the_coach_in_a_solo_game(own_home: Path) -> None:
    async with AsyncExitStack() as stack:
        assert (await Tables(Player("Zoé"), stack).play_alone()).make_screen


class Asking:
    """Starts a game, asks the coach about the first card, and leaves when the game is over."""

    def __init__(self) -> None:
        self._once = {"are seated": "start", "choose a card": "coach", "Another game": "quit"}

    def __call__(self, line: str) -> str | End | None:
        said = next((key for key in self._once if key in line), None)
        return self._once.pop(said) if said else first_choice(line)


@pytest.mark.parametrize("coach", [AtOnce(), Broken()])
async def test_a_coach_speaks_once_asked_and_a_failing_one_stops_no_game(coach: AtOnce) -> None:
    server = Server(a_room(settings(rounds=1), bots=2), seat_bot=run_bot_seat)
    olga = a_session(CuttableMemoryLink(server), "Olga", OWNER)
    inbox = Inbox()
    output = Answering(inbox, Asking())
    async with running(olga):
        await olga.wait_until_seated(20)
        coached = CoachedLines(olga, coach, lambda line: inbox.put_nowait(Notice((line,))))
        await run_console_session(olga, Console(None, output), inbox, Context(alone=True, coach=coached))
        coached.close()
    text = output.getvalue()
    broken = isinstance(coach, Broken)
    assert ("\nCoach: " in text) is not broken
    assert text.count(cannot_answer()) == 2 * broken, "once to the question, once for all turns"
    assert "The game is over" in text
    await server.close()
