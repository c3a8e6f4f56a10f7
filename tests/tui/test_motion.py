"""The film on the screen: what a key does while the table moves, and that nothing runs when it does not."""

from collections.abc import Callable
from typing import Any

import pytest
from support.decisions import choose_card
from textual.screen import Screen

from sixqp_protocol.facts import RowTaken, Rules
from sixqp_protocol.messages import ChooseCard, React, Say
from sixqp_tui.client.events import Facts, News
from sixqp_tui.engine.table import CardsWanted, RowWanted
from sixqp_tui.tui.animation.timeline import TICKS
from sixqp_tui.tui.evening import EveningScreen
from sixqp_tui.tui.game.log import LogScreen
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen
from sixqp_tui.tui.widgets.game.cards_to_place import CardsToPlace
from sixqp_tui.tui.widgets.game.hand import HandRow
from sixqp_tui.tui.widgets.game.rows import TableRows
from sixqp_tui.tui.widgets.game.side_panel import Players

pytestmark = pytest.mark.slow

SMALL = (80, 24)
STILL = {"pace": "slow", "ticks": {**TICKS, "slow": 1000.0}}
"""A frame stands until the test asks for the next."""


def clean_turn(seat_at: Any, **how: Any) -> Any:
    """A seat at a game whose first turn, everybody laying the highest card but seat 0, asks nobody for a row."""
    for seed in range(200):
        seat = seat_at(seed=str(seed), **{**STILL, **how})
        game = seat.table_game
        for other in range(1, len(seat.names)):
            _, game = choose_card(game, other, game.table.hands[other][-1])
        if isinstance(choose_card(game, 0, game.table.hands[0][-1])[1].pending, CardsWanted):
            for other in range(1, len(seat.names)):
                seat.happen(*choose_card(seat.table_game, other, seat.table_game.table.hands[other][-1]))
            return seat
    raise AssertionError("every game asks for a row")


def revealed(seat: Any) -> None:
    """Seat 0 lays the highest card, the last of the turn."""
    seat.happen(*choose_card(seat.table_game, 0, seat.view.hand[-1]))


async def until_shows(seat: Any, pilot: Any, wanted: Callable[[Any], bool]) -> None:
    """Go on to the next frame until one is so."""
    while not wanted(seat.screen.timeline.frame):
        assert seat.screen.timeline.frame, "it was never so"
        seat.screen.player.advance()
        await pilot.pause()


def moves(seat: Any) -> bool:
    running: bool = seat.screen.player.running
    return running


async def test_the_cards_turn_over_walk_and_come_to_rest(seat_at: Any, window: Any) -> None:
    seat = clean_turn(seat_at)
    async with seat.app.run_test(size=SMALL) as pilot:
        assert not moves(seat)
        revealed(seat)
        await pilot.pause()
        waiting, rows = seat.screen.query_one(CardsToPlace), seat.screen.query_one(TableRows)
        assert waiting.backs and len(waiting.plays) == 4 and moves(seat)
        assert "The cards are turned over" in window(seat.app)
        await until_shows(seat, pilot, lambda frame: frame.walk)
        assert not waiting.backs and len(waiting.plays) == 3 and waiting.left == 1
        lowest = seat.screen.timeline.transcript.view.table.to_place[0][1]
        assert rows.walk.card == lowest and str(lowest) in seat.screen.pane.prompt.caption.sentence
        await until_shows(seat, pilot, lambda frame: frame is None)
        assert (rows.walk, rows.lit, waiting.left, moves(seat)) == (None, None, 0, False)
        assert rows.rows == seat.view.table.rows
        assert "Your turn: lift a card" in window(seat.app)


async def test_a_taken_row_is_told_in_words_and_counted(seat_at: Any, window: Any) -> None:
    seat = seat_at(**STILL)
    seat.play_until(lambda game: isinstance(game.pending, RowWanted) and game.pending.seat == 0)
    card = seat.table_game.pending.card
    async with seat.app.run_test(size=SMALL) as pilot:
        assert f"Your {card} is too low. Choose a row" in window(seat.app)
        await pilot.press("3", "enter")
        await pilot.pause()
        fact = seat.screen.timeline.frame.fact
        assert isinstance(fact, RowTaken) and seat.screen.query_one(TableRows).lit == 2
        assert f"Your {card} is too low: you take row 3, " in window(seat.app)
        before = seat.screen.query_one(Players).players[0].heads
        await until_shows(seat, pilot, lambda frame: frame.flight)
        assert "+" in window(seat.app).splitlines()[7][51:]
        await until_shows(seat, pilot, lambda frame: frame.counted and frame.walk and not frame.walk.left)
        assert seat.screen.query_one(Players).players[0].heads > before


async def test_a_digit_skips_and_lifts(seat_at: Any, window: Any) -> None:
    seat = clean_turn(seat_at)
    async with seat.app.run_test(size=SMALL) as pilot:
        revealed(seat)
        await pilot.pause()
        await pilot.press("2")
        assert seat.screen.timeline.frame is None and not moves(seat)
        assert seat.screen.query_one(HandRow).lifted == seat.view.hand[1]
        assert seat.requests == []
        await pilot.press("enter")
        assert seat.requests == [ChooseCard(card=seat.facts[-2].card)]


@pytest.mark.parametrize("key", ["enter", "escape", "space", "backspace", "r", "b"])
async def test_other_keys_skip_the_animation_and_do_nothing_else(seat_at: Any, key: str) -> None:
    seat = clean_turn(seat_at)
    async with seat.app.run_test(size=SMALL) as pilot:
        revealed(seat)
        await pilot.pause()
        await pilot.press(key)
        assert seat.screen.timeline.frame is None
        assert seat.requests == [] and seat.app.asked == []


async def test_whoever_wants_to_leave_is_asked_at_once(seat_at: Any) -> None:
    seat = clean_turn(seat_at)
    async with seat.app.run_test(size=SMALL) as pilot:
        revealed(seat)
        await pilot.pause()
        await pilot.press("q")
        assert seat.screen.timeline.frame is None
        assert seat.app.asked == ["leave"]


async def test_a_click_skips_the_animation_and_asks_for_nothing(seat_at: Any, window: Any) -> None:
    seat = clean_turn(seat_at)
    async with seat.app.run_test(size=SMALL) as pilot:
        revealed(seat)
        await pilot.pause()
        await pilot.click(TableRows, offset=(6, 1))
        await pilot.pause()
        assert seat.screen.timeline.frame is None and seat.requests == []
        assert "Your turn" in window(seat.app)


@pytest.mark.parametrize("key", ["enter", "escape", "space"])
async def test_a_key_that_skips_never_turns_the_scores_away(seat_at: Any, window: Any, key: str) -> None:
    seat = seat_at(**STILL)
    seat.play_until(lambda game: game.table.turn == 10)
    async with seat.app.run_test(size=SMALL) as pilot:
        seat.play_until(lambda game: game.table.round == 2)
        await pilot.pause()
        assert seat.screen.timeline.frame
        seat.app.simulate_key(key)
        seat.app.simulate_key(key)
        await pilot.pause()
        assert "ROUND 1 IS OVER" in window(seat.app)
        seat.now += 1
        await pilot.press("enter")
        await pilot.pause()
        assert "Your turn" in window(seat.app)


async def test_the_table_stays_in_sight_after_the_last_card(seat_at: Any, window: Any) -> None:
    seat = seat_at(**STILL, rules=Rules(limit=None, rounds=1))
    seat.play_until(lambda game: game.table.turn == 10)
    async with seat.app.run_test(size=SMALL) as pilot:
        seat.play_until(lambda game: game.pending is None)
        await pilot.pause()
        await until_shows(seat, pilot, lambda frame: type(frame.fact).__name__ == "RoundEnded")
        assert "Round 1 ends" in window(seat.app) and "10/10" in window(seat.app)
        await until_shows(seat, pilot, lambda frame: frame is None)
        assert "GAME OVER" in window(seat.app)


async def test_what_is_asked_by_now_is_marked_while_the_film_runs(seat_at: Any, window: Any) -> None:
    seat = clean_turn(seat_at)
    seat.milliseconds_left = 42_000
    async with seat.app.run_test(size=SMALL) as pilot:
        revealed(seat)
        seat.others_decide(leaving=1)
        seat.hear(News(seat.news))
        await pilot.pause()
        assert seat.screen.timeline.frame and " 42 s" in window(seat.app)
        marks = [player.mark for player in seat.screen.query_one(Players).players]
        assert marks == ["deciding", "chosen", "chosen", "deciding"]


async def test_history_is_shown_without_a_film(seat_at: Any, window: Any) -> None:
    seat = clean_turn(seat_at)
    async with seat.app.run_test(size=SMALL) as pilot:
        batch, seat.table_game = choose_card(seat.table_game, 0, seat.view.hand[-1])
        seat.facts += batch
        seat.hear(Facts(1, 0, (), False))
        await pilot.pause()
        assert seat.screen.timeline.frame is None and "Your turn" in window(seat.app)


async def test_nothing_moves_below_another_screen(seat_at: Any) -> None:
    seat = clean_turn(seat_at)
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("l")
        revealed(seat)
        await pilot.pause()
        assert isinstance(seat.app.screen, LogScreen)
        assert seat.screen.timeline.frame is None and not moves(seat)


async def test_what_is_typed_to_the_others_skips_nothing(seat_at: Any) -> None:
    seat = clean_turn(seat_at)
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("t")
        revealed(seat)
        await pilot.pause()
        await pilot.press("1", "a", "enter")
        assert seat.requests == [Say(text="1a")] and seat.screen.timeline.frame


async def test_the_pace_off_shows_everything_at_once(seat_at: Any, window: Any) -> None:
    seat = clean_turn(seat_at)
    seat.pace = "off"
    async with seat.app.run_test(size=SMALL) as pilot:
        revealed(seat)
        await pilot.pause()
        assert seat.screen.timeline.frame is None and "Your turn" in window(seat.app)


async def test_the_clock_brings_the_frames(seat_at: Any, window: Any) -> None:
    seat = clean_turn(seat_at, ticks={**TICKS, "slow": 0.0001})
    async with seat.app.run_test(size=SMALL) as pilot:
        revealed(seat)
        while seat.screen.timeline.frame or "Your turn" not in window(seat.app):
            await pilot.pause()
        assert not moves(seat)


async def test_a_film_takes_no_more_than_half_of_the_time_for_a_decision(seat_at: Any, window: Any) -> None:
    seat = clean_turn(seat_at)
    async with seat.app.run_test(size=SMALL) as pilot:
        revealed(seat)
        await pilot.pause()
        seat.milliseconds_left = 31_000
        seat.hear(News(seat.news))
        await pilot.pause()
        seat.screen.player.advance()
        assert seat.screen.timeline.frame
        seat.milliseconds_left = 29_000
        seat.hear(News(seat.news))
        await pilot.pause()
        seat.screen.player.advance()
        await pilot.pause()
        assert seat.screen.timeline.frame is None and not moves(seat)
        assert "Your turn: lift a card" in window(seat.app)


@pytest.mark.parametrize(("key", "opened"), [("c", SeenCardsScreen), ("e", EveningScreen)])
async def test_a_key_that_only_shows_something_skips_and_shows_it(
    seat_at: Any, key: str, opened: type[Screen[None]]
) -> None:
    seat = clean_turn(seat_at)
    async with seat.app.run_test(size=SMALL) as pilot:
        revealed(seat)
        await pilot.pause()
        await pilot.press(key)
        assert isinstance(seat.app.screen, opened) and seat.screen.timeline.frame is None


async def test_a_reaction_can_be_shown_while_cards_move(seat_at: Any) -> None:
    seat = clean_turn(seat_at)
    async with seat.app.run_test(size=SMALL) as pilot:
        revealed(seat)
        await pilot.pause()
        await pilot.press("!", "2")
        assert seat.requests == [React(reaction="ouch")]
