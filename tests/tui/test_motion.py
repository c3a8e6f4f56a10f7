"""The film on the screen: what a key does while the table moves, and that nothing runs when it does not."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from support.decisions import choose_card
from support.fake_session import FakeSession, row_wanted
from support.game_screen import GameApp, seat_at
from support.pilots import shown
from textual.events import Key
from textual.keys import key_to_character
from textual.pilot import Pilot

from sixqp_protocol.facts import RowTaken
from sixqp_protocol.messages import ChooseCard, Say
from sixqp_tui.engine.table import CardsWanted
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.animation.timeline import TICKS
from sixqp_tui.tui.game.log import LogScreen
from sixqp_tui.tui.widgets.game.hand import HandRow
from sixqp_tui.tui.widgets.game.rows import CardsToPlace, TableRows
from sixqp_tui.tui.widgets.game.side_panel import FlyingHeads, Players

SMALL = (80, 24)
STILL: dict[str, Any] = {"preferences": Preferences(pace="slow"), "ticks": {**TICKS, "slow": 1000.0}}
"""A frame stands until the test asks for the next."""


def clean_turn(**how: Any) -> tuple[FakeSession, GameApp]:
    """A seat at a game whose first turn, everybody laying the highest card but seat 0, asks nobody for a row."""
    for seed in range(200):
        seat, app = seat_at(seed=str(seed), **{**STILL, **how})
        for other in range(1, len(seat.state.names)):
            seat.decide(other, ChooseCard(card=(seat.game.table.hands[other] or ())[-1]))
        if isinstance(choose_card(seat.game, 0, seat.view.hand[-1])[1].pending, CardsWanted):
            return seat, app
    raise AssertionError("every game asks for a row")


def revealed(seat: FakeSession) -> None:
    """Seat 0 lays the highest card, the last of the turn."""
    seat.happen(*choose_card(seat.game, 0, seat.view.hand[-1]))


@asynccontextmanager
async def moving(**how: Any) -> AsyncIterator[tuple[FakeSession, GameApp, Pilot[Any]]]:
    """The cards of a turn are on their way."""
    seat, app = clean_turn(**how)
    async with app.run_test(size=SMALL) as pilot:
        revealed(seat)
        await pilot.pause()
        yield seat, app, pilot


async def until_shows(app: GameApp, pilot: Any, wanted: Callable[[Any], bool]) -> None:
    """Go on to the next frame until one is so."""
    while not wanted(app.game_screen.timeline.frame):
        assert app.game_screen.timeline.frame, "it was never so"
        app.game_screen.advance()
        await pilot.pause()


def moves(app: GameApp) -> bool:
    return app.game_screen.moves


async def test_the_cards_turn_over_move_and_come_to_rest() -> None:
    seat, app = clean_turn()
    async with app.run_test(size=SMALL) as pilot:
        assert not moves(app)
        revealed(seat)
        await pilot.pause()
        waiting, rows = app.game_screen.query_one(CardsToPlace), app.game_screen.query_one(TableRows)
        assert waiting.backs and len(waiting.plays) == 4 and moves(app)
        assert "The cards are turned over" in shown(pilot)
        await until_shows(app, pilot, lambda frame: frame.walk)
        assert not waiting.backs and len(waiting.plays) == 3 and waiting.left == 1
        lowest = app.game_screen.timeline.transcript.view.table.to_place[0][1]
        assert rows.walk.card == lowest and str(lowest) in app.game_screen.pane.prompt.caption.sentence
        await until_shows(app, pilot, lambda frame: frame is None)
        assert (rows.walk, rows.lit, waiting.left, moves(app)) == (None, None, 0, False)
        assert rows.rows == seat.view.table.rows
        assert "Your turn: choose a card" in shown(pilot)


async def test_a_taken_row_is_described_and_counted() -> None:
    seat, app = seat_at(**STILL)
    seat.play_until(row_wanted)
    card = seat.view.table.to_place[0][1]
    async with app.run_test(size=SMALL) as pilot:
        assert f"Your {card} is too low. Choose a row" in shown(pilot)
        await pilot.press("3", "enter")
        await pilot.pause()
        frame = app.game_screen.timeline.frame
        assert frame and isinstance(frame.fact, RowTaken) and app.game_screen.query_one(TableRows).lit == 2
        assert f"Your {card} is too low: you take row 3, " in shown(pilot)
        before = app.game_screen.query_one(Players).players[0].heads
        await until_shows(app, pilot, lambda frame: frame.flight)
        assert app.game_screen.query_one(FlyingHeads).display
        await until_shows(app, pilot, lambda frame: frame.counted and frame.walk and not frame.walk.left)
        assert app.game_screen.query_one(Players).players[0].heads > before


async def test_a_digit_skips_and_lifts_a_card() -> None:
    async with moving() as (seat, app, pilot):
        await pilot.press("2")
        assert app.game_screen.timeline.frame is None and not moves(app)
        assert app.game_screen.query_one(HandRow).chosen == seat.view.hand[1] and seat.requests == []


@pytest.mark.parametrize("key", ["escape", "r"])
async def test_other_keys_skip_the_animation_and_do_nothing_else(key: str) -> None:
    async with moving() as (seat, app, pilot):
        await pilot.press(key)
        assert app.game_screen.timeline.frame is None
        assert seat.requests == [] and app.asked == []


async def test_keys_that_neither_type_nor_move_skip_nothing() -> None:
    async with moving() as (_seat, app, pilot):
        before = app.game_screen.timeline.frame
        for key in ("left_shift", "shift+left_shift", "caps_lock", "raise_volume"):
            app.post_message(Key(key, None))
            await pilot.pause()
            assert before is not None and app.game_screen.timeline.frame is before, key


async def test_a_click_skips_the_animation_and_requests_nothing() -> None:
    async with moving() as (seat, app, pilot):
        await pilot.click(TableRows, offset=(6, 1))
        await pilot.pause()
        assert app.game_screen.timeline.frame is None and seat.requests == []
        assert "Your turn" in shown(pilot)


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_a_skipping_key_never_closes_the_scores(key: str) -> None:
    seat, app = seat_at(**STILL)
    seat.play_until(lambda game: game.table.turn == 10)
    async with app.run_test(size=SMALL) as pilot:
        seat.play_until(lambda game: game.table.round == 2)
        await pilot.pause()
        assert app.game_screen.timeline.frame
        for _ in range(2):
            app.post_message(Key(key, key_to_character(key)))
        await pilot.pause()
        assert "END OF ROUND 1" in shown(pilot)
        app.now += 1
        await pilot.press("enter")
        await pilot.pause()
        assert "Your turn" in shown(pilot)


async def test_nothing_moves_below_another_screen() -> None:
    seat, app = clean_turn()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("l")
        revealed(seat)
        await pilot.pause()
        assert isinstance(app.screen, LogScreen)
        assert app.game_screen.timeline.frame is None and not moves(app)


async def test_typing_chat_skips_nothing() -> None:
    seat, app = clean_turn()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("t")
        revealed(seat)
        await pilot.pause()
        await pilot.press("1", "a", "enter")
        assert seat.requests == [Say(text="1a")] and app.game_screen.timeline.frame


async def test_pace_off_shows_everything_at_once() -> None:
    async with moving(preferences=Preferences(pace="off")) as (_seat, app, pilot):
        assert app.game_screen.timeline.frame is None and "Your turn" in shown(pilot)


async def test_the_timer_advances_the_frames() -> None:
    seat, app = clean_turn(ticks={**TICKS, "slow": 0.0001})
    async with app.run_test(size=SMALL) as pilot:
        revealed(seat)
        while app.game_screen.timeline.frame or "Your turn" not in shown(pilot):
            await pilot.pause()
        assert not moves(app)


async def test_an_animation_takes_at_most_half_of_the_decision_time() -> None:
    async with moving() as (seat, app, pilot):
        seat.becomes(milliseconds_left=31_000)
        await pilot.pause()
        app.game_screen.advance()
        assert app.game_screen.timeline.frame
        seat.becomes(milliseconds_left=29_000)
        await pilot.pause()
        app.game_screen.advance()
        await pilot.pause()
        assert app.game_screen.timeline.frame is None and not moves(app)
        assert "Your turn: choose a card" in shown(pilot)
