"""The scores, the pause between rounds, and the end of a game."""

from typing import Any

import pytest
from msgspec.structs import replace
from support.game_screen import seat_at
from support.pilots import press, run, settled, shown
from textual.pilot import Pilot

from sixqp_protocol.facts import GameEnded, Rules
from sixqp_protocol.messages import NextRound, Ready, Said, Start
from sixqp_tui.engine.game import Game
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.tui.widgets.game.curve import Curve


async def test_the_scores_of_a_round_are_shown_until_dismissed() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        seat.play_until(lambda game: game.table.round == 2)
        await pilot.pause()
        text = shown(pilot)
        assert "END OF ROUND 1" in text and "continue" in text.splitlines()[-1]
        assert "lobby" not in text and "rematch" not in text
        app.now += 1
        await press(pilot, "enter")
        assert "Your turn" in shown(pilot)
        await pilot.press("enter")
        assert seat.requests == []


async def test_a_latecomer_is_not_shown_old_scores() -> None:
    seat, app = seat_at()
    seat.play_until(lambda game: game.table.round == 2)
    async with run(app) as pilot:
        assert "Your turn" in shown(pilot)


async def test_at_the_end_the_owner_starts_a_rematch_or_goes_to_the_lobby() -> None:
    seat, app = seat_at(rules=Rules(limit=None, rounds=1))
    async with run(app) as pilot:
        seat.play_until(lambda game: game.pending is None)
        await pilot.pause()
        best = min(seat.game.table.totals)
        winner = seat.state.names[seat.game.table.totals.index(best)]
        assert winner in shown(pilot) and f"{best} heads in 1 round" in shown(pilot)
        await pilot.press("r", "b")
        assert seat.requests == [Start()] and app.asked == ["lobby"]


async def test_an_abandoned_game_says_so() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        seat.becomes(milliseconds_left=60000)
        await pilot.pause()
        assert " 60 s" in shown(pilot)
        ended = (GameEnded("abandoned"),)
        seat.happen(ended, seat.game.after(ended))
        await pilot.pause()
        assert " 60 s" not in shown(pilot)
        assert "GAME OVER" in shown(pilot) and "The game was given up" in shown(pilot)


async def test_the_end_shows_what_is_said_since_the_last_turn_and_no_older_chat() -> None:
    seat, app = seat_at(rules=Rules(limit=None, rounds=1))
    app.stay.said.append(Said(1, "Alice", "in the lobby"))
    async with run(app) as pilot:
        seat.tell(Said(1, "Alice", "in the first turn"))
        await pilot.pause()
        seat.play_until(lambda game: game.pending is None)
        seat.tell(Said(1, "Alice", "well played"))
        await pilot.pause()
        assert "Alice: well played" in shown(pilot)
        assert "in the lobby" not in shown(pilot) and "in the first turn" not in shown(pilot)


async def test_a_guest_asks_only_once_for_another_game() -> None:
    seat, app = seat_at(4, Rules(limit=20), owner=False)
    async with run(app) as pilot:
        seat.play_until(lambda game: game.table.ended is not None)
        await pilot.pause()
        await pilot.press("r")
        assert seat.requests == [Ready()]
        seat.becomes(ready=(0, 1))
        await pilot.pause()
        assert "Alice and you want another game." in shown(pilot)
        await pilot.press("r")
        assert seat.requests == [Ready()]


def round_over(game: Game) -> bool:
    return game.table.between_rounds


async def show_pause(seat: Any, pilot: Pilot[Any]) -> None:
    """The first round ends, and the room tells of the pause."""
    seat.play_until(round_over)
    seat.becomes(milliseconds_left=41_000)
    await pilot.pause()


@pytest.mark.parametrize("key", ["space", "enter"])
async def test_a_key_says_ready_and_the_scores_stay_until_the_next_round(key: str) -> None:
    seat, app = seat_at(pause=60)
    async with run(app) as pilot:
        await show_pause(seat, pilot)
        assert "END OF ROUND 1" in shown(pilot) and "41 s" in shown(pilot)
        app.now += 1
        await press(pilot, key)
        assert seat.requests == [Ready()] and "Round 2 waits for Alice and Dana" in shown(pilot)
        app.now += 1
        await pilot.press(key)
        assert seat.requests == [Ready()] and app.game_screen.parts.current == "scores"
        seat.happen(*seat.game.next_round())
        await pilot.pause()
        assert "Your turn" in shown(pilot)


async def test_an_early_or_repeated_enter_does_not_say_ready() -> None:
    seat, app = seat_at(pause=60)
    async with run(app) as pilot:
        await show_pause(seat, pilot)
        for _ in range(40):
            await pilot.press("enter")
            app.now += 0.05
        assert seat.requests == []
        app.now += 1
        await pilot.press("enter")
        assert seat.requests == [Ready()]


async def test_only_the_owner_can_go_on_at_once() -> None:
    for owner in (True, False):
        seat, app = seat_at(pause=None, owner=owner)
        async with run(app) as pilot:
            await show_pause(seat, pilot)
            assert (" n next" in shown(pilot)) == owner
            await press(pilot, "n")
            assert seat.requests == [NextRound()] * owner
            assert app.game_screen.parts.current == ("table" if owner else "scores")


async def test_without_a_pause_a_running_clock_closes_the_scores() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        seat.play_until(lambda game: game.table.round == 2)
        seat.becomes(milliseconds_left=60_000)
        await pilot.pause()
        assert app.game_screen.parts.current == "scores"
        app.now += 31
        app.game_screen.watch_the_clock()
        await pilot.pause()
        assert app.game_screen.parts.current == "table"


CLOSE = (14, 15, 14, 13, 14, 15, 14, 12, 14, 15)
APART = (2, 19, 7, 30, 0, 12, 26, 4, 33, 21)


@pytest.mark.parametrize("scores", [(APART, CLOSE), (CLOSE, CLOSE)])
async def test_each_path_ends_with_its_own_total_sign_and_name(scores: tuple[tuple[int, ...], ...]) -> None:
    seat, app = seat_at(10)
    async with run(app, (120, 40)) as pilot:
        await press(pilot, "tab")
        curve = app.game_screen.query_one("#scores").query_one(Curve)
        totals = tuple(map(sum, zip(*scores, strict=True)))
        curve.table = replace(curve.table, scores=scores, totals=totals)
        app.game_screen.pane.add_class("-plotted")
        await settled(pilot)
        for at, total in enumerate(totals):
            label = f" {total} {seat_sign(at)} {seat.state.names[at]}"
            assert shown(pilot).count(label) == 1, label
