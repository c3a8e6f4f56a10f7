"""What stays in the terminal when a player has left."""

from types import SimpleNamespace
from typing import Any

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import RoomNews, SeatNews, Settings
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View
from sixqp_tui.presentation.cells import wrap
from sixqp_tui.terminal.farewell import result_lines

NAMES = ("Ann", "Bob", "Émile et Léa", "王小明")
OVER = Table(
    rules=Rules(), names=NAMES, totals=(12, 71, 66, 12), round=1, scores=((12, 71, 66, 12),), ended="limit"
)
SEATS = (SeatNews("Ann", "person", True, True), SeatNews("Bob", "bot", True, level="easy"))
NEWS = RoomNews("lobby", SEATS, 0, Settings(), False, (), None)


def state(view: View, news: RoomNews | None = NEWS) -> SessionState:
    welcome: Any = SimpleNamespace(title="Salon {of} ours")
    return SessionState(welcome=welcome, view=view, news=news)


def test_a_finished_game_shows_the_winners_and_who_went_over_by_how_much() -> None:
    assert tuple(result_lines(state(View(0, OVER)))) == (
        "Salon {of} ours: You win with 12 heads, together with 王小明 · Bob went over 66 heads",
        "   1  Ann (you)       12",
        "   1  王小明          12",
        "   3  Émile et Léa    66",
        "   4  Bob (bot)       71",
    )


def test_an_unfinished_game_shows_its_turn_and_counts_the_piles() -> None:
    table = Table(rules=Rules(), names=NAMES[:2], totals=(3, 4), round=2, turn=5, piles=((55,), ()))
    assert tuple(result_lines(state(View(1, table), None))) == (
        "Salon {of} ours: round 2, turn 5",
        "   1  Bob (you)     4",
        "   2  Ann          10",
    )


def test_lines_break_between_words() -> None:
    assert wrap("one two three", 8) == ("one two", "three")
