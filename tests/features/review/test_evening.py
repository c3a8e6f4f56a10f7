"""The reviews of an evening add up by person, not by seat."""

import pytest
from support import reviews
from support.games import recorded

from sixqp_tui.features.history.record import Player
from sixqp_tui.features.review.command import evening_text
from sixqp_tui.features.review.evening import sum_up
from sixqp_tui.joining.failure import Failure

ZOE, BOB, HAL = Player("Zoé", "aa" * 16), Player("Bob", "bb" * 16), Player("Hal", level="easy")


def test_somebody_who_changes_seats_between_games_has_one_sum_and_two_bots_of_a_level_have_two() -> None:
    found = reviews.review("draft")
    one = recorded("draft", 3, who=(ZOE, BOB, HAL))
    two = recorded("draft", 3, number=2, who=(HAL, Player("Mo", level="easy"), Player("Zoe", "cc" * 16)))
    evening = sum_up([(one, found), (two, found)], {"cc" * 16: "aa" * 16})
    assert evening.names == ("Zoe", "Bob", "Hal", "Mo")
    first, second, third = (seat.balance for seat in found.seats)
    sums = [seat.balance for seat in evening.review.seats]
    assert sums == [first + third, second, third + first, second]
    assert len(evening.review.seats[0].rounds) == 4
    assert (evening.review.tasks, evening.review.whole) == (2 * found.tasks, True)
    assert evening.drafted


def test_the_text_tells_one_player_and_refuses_a_name_that_nobody_has() -> None:
    evening = sum_up([(recorded("draft", 3, who=(ZOE, BOB, HAL)), reviews.review("draft"))], {})
    text = list(evening_text(evening, "zoé"))
    assert text[2] == "Zoé" and "Bob" not in text
    assert any("full rows" in line and "low cards" in line for line in text)
    tasks = evening.review.tasks
    stopped = sum_up([(recorded("draft", 3, who=(ZOE, BOB, HAL)), reviews.review("draft"))], {}, tasks + 7)
    sentence = f"Stopped: {tasks} of {tasks + 7} parts of the games were reviewed."
    assert any(line.startswith(sentence) for line in evening_text(stopped, "zoé")), "stopped between two games"
    with pytest.raises(Failure, match="Hal"):
        list(evening_text(evening, "Nobody"))
