"""What stays in the terminal when a player has left."""

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import RoomNews, SeatNews, Settings
from sixqp_protocol.text import cells
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import facts as facts_words
from sixqp_tui.presentation.spans import wrap
from sixqp_tui.terminal.farewell import result_lines

NAMES = ("Ann", "Bob", "Émile et Léa", "王小明")
OVER = Table(
    rules=Rules(), names=NAMES, totals=(12, 71, 66, 12), round=1, scores=((12, 71, 66, 12),), ended="limit"
)
SEATS = (SeatNews("Ann", "person", True, True), SeatNews("Bob", "bot", True, level="easy"))
NEWS = RoomNews("lobby", SEATS, 0, Settings(), 0, False, (), None)


def test_a_finished_game_shows_the_winners_and_who_went_over_by_how_much() -> None:
    assert result_lines("Salon", View(0, OVER), NEWS, 80) == (
        "Salon: You and 王小明 win together with 12 heads · Bob: 71, 5 over 66",
        "   1  Ann (you)       12",
        "   1  王小明          12",
        "   3  Émile et Léa    66",
        "   4  Bob (bot)       71",
    )


def test_an_unfinished_game_shows_its_turn_and_counts_the_piles() -> None:
    table = Table(rules=Rules(), names=NAMES[:2], totals=(3, 4), round=2, turn=5, piles=((55,), ()))
    assert result_lines("Salon", View(1, table), None, 80) == (
        "Salon: round 2, turn 5 of 10",
        "   1  Bob (you)     4",
        "   2  Ann          10",
    )


def test_no_line_is_wider_than_the_terminal() -> None:
    for width in range(15, 60):
        lines = result_lines("Le coin des joueurs", View(0, OVER), NEWS, width)
        assert max(map(cells, lines)) <= width


def test_nothing_is_shown_before_the_first_game() -> None:
    assert result_lines("Salon", View(0), NEWS, 80) == ()


def test_lines_break_between_words() -> None:
    assert wrap("one two three", 8) == ("one two", "three")


def test_a_player_is_told_how_far_they_went_over_the_limit() -> None:
    assert facts_words.why_over(OVER, 1) == "You: 71, 5 over 66"
    reached = Table(
        rules=Rules(limit_rule="reach"), names=NAMES[:2], totals=(66, 3), round=1, scores=((66, 3),), ended="limit"
    )
    assert facts_words.verdict(reached, 1) == "You win with 3 heads · Ann: 66, the limit"
