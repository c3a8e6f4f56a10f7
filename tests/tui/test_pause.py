"""The pause between two rounds on the screen: who is ready, for how long, and which key counts for it."""

from typing import Any

import pytest
from support.decisions import choose_card
from support.game_screen import seat_at
from support.lanes import with_soaks
from support.pilots import shown
from textual.pilot import Pilot

from sixqp_protocol.facts import StoodIn
from sixqp_protocol.messages import ChooseCard, NextRound, Ready
from sixqp_tui.engine.game import Game

pytestmark = pytest.mark.slow

SMALL = (80, 24)
LARGE = (120, 40)


def round_over(game: Game) -> bool:
    return game.table.between_rounds


async def show_pause(seat: Any, pilot: Pilot[Any]) -> None:
    """The first round ends, and the room tells of the pause."""
    seat.play_until(round_over)
    seat.becomes(milliseconds_left=41_000)
    await pilot.pause()


@pytest.mark.parametrize("key", with_soaks(["space", "enter"]))
async def test_a_key_says_ready_and_the_scores_stay_until_the_next_round(key: str) -> None:
    seat, app = seat_at(pause=60)
    async with app.run_test(size=SMALL) as pilot:
        await show_pause(seat, pilot)
        assert "ROUND 1 IS OVER" in shown(pilot) and "41 s" in shown(pilot)
        app.now += 1
        await pilot.press(key)
        await pilot.pause()
        assert seat.requests == [Ready()] and "Round 2 waits for Alice and Dana" in shown(pilot)
        app.now += 1
        await pilot.press(key)
        assert seat.requests == [Ready()] and app.game_screen.switcher.current == "scores"
        seat.happen(*seat.game.next_round())
        await pilot.pause()
        assert "Your turn" in shown(pilot)


@pytest.mark.soak
async def test_an_early_or_repeated_enter_does_not_say_ready() -> None:
    seat, app = seat_at(pause=60)
    async with app.run_test(size=SMALL) as pilot:
        await show_pause(seat, pilot)
        for _ in range(40):
            await pilot.press("enter")
            app.now += 0.05
        assert seat.requests == []
        app.now += 1
        await pilot.press("enter")
        assert seat.requests == [Ready()]


@pytest.mark.soak
async def test_a_key_shows_the_scores_again_after_they_were_closed() -> None:
    seat, app = seat_at(pause=60)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("tab")
        assert "SCORES SO FAR · ROUND 1 IN PROGRESS" in shown(pilot)
        await pilot.press("tab")
        assert "Your turn" in shown(pilot)
        await show_pause(seat, pilot)
        await pilot.press("escape")
        assert app.game_screen.switcher.current == "table" and "Space: ready" in shown(pilot)
        await pilot.press("tab")
        assert "ROUND 1 IS OVER" in shown(pilot)
        await pilot.press("escape", "space")
        assert seat.requests == [Ready()]


async def test_only_the_owner_can_go_on_at_once() -> None:
    for owner in (True, False):
        seat, app = seat_at(pause=None, owner=owner)
        async with app.run_test(size=SMALL) as pilot:
            await show_pause(seat, pilot)
            assert (" n next" in shown(pilot)) == owner
            await pilot.press("n")
            await pilot.pause()
            assert seat.requests == [NextRound()] * owner
            assert app.game_screen.switcher.current == ("table" if owner else "scores")


async def test_without_a_pause_a_running_clock_closes_the_scores() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        seat.play_until(lambda game: game.table.round == 2)
        seat.becomes(milliseconds_left=60_000)
        await pilot.pause()
        assert app.game_screen.switcher.current == "scores"
        app.now += 31
        app.game_screen.watch_the_clock()
        await pilot.pause()
        assert app.game_screen.switcher.current == "table"


async def test_a_stand_ins_card_is_shown_until_the_next_own_decision() -> None:
    seat, app = seat_at(players=2)
    async with app.run_test(size=SMALL) as pilot:
        card = seat.view.hand[-1]
        batch, game = choose_card(seat.game.after((StoodIn(0),)), 0, card)
        seat.becomes(milliseconds_left=0)
        seat.happen((StoodIn(0), *batch), game)
        await pilot.pause()
        assert f"A stand-in played {card} for you · Waiting for Alice" in shown(pilot)
        seat.others_decide()
        await pilot.pause()
        assert f"A stand-in played {card} for you · your turn" in shown(pilot)
        seat.request(ChooseCard(card=seat.view.hand[-1]))
        await pilot.pause()
        assert "A stand-in played" not in shown(pilot).splitlines()[13]


async def test_beside_a_stand_ins_card_two_and_more_players_are_named_if_the_line_has_room() -> None:
    seat, app = seat_at()
    async with app.run_test(size=LARGE) as pilot:
        batch, game = choose_card(seat.game.after((StoodIn(0),)), 0, seat.view.hand[-1])
        seat.becomes(milliseconds_left=0)
        seat.happen((StoodIn(0), *batch), game)
        await pilot.pause()
        assert "for you · Waiting for Alice and 2 others" in shown(pilot)
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert "for you                  " in shown(pilot) and "Waiting for" not in shown(pilot)
