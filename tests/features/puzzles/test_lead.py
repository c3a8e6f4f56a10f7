"""A lead is measured over deals that are the same for every card, and known no better than it is."""

import pytest

from sixqp_tui.features.puzzles.puzzle import Puzzle
from sixqp_tui.features.puzzles.search import CONFIRMING, Lead, Measurement


def test_a_lead_is_clear_only_beyond_three_standard_errors() -> None:
    assert Lead(5, (0, 21), 21.0, 2.0, CONFIRMING).clear
    assert not Lead(5, (0, 20), 20.9, 2.0, CONFIRMING).clear


def test_few_deals_give_up_what_one_standard_error_more_would_not_make_clear_in_the_end() -> None:
    quarter = CONFIRMING // 4
    assert Lead(5, (0, 15), 15.9, 2.0, quarter).hopeless
    assert not Lead(5, (0, 16), 16.1, 2.0, quarter).hopeless


def test_more_deals_continue_from_fewer_and_another_purpose_differs(puzzles: tuple[Puzzle, ...]) -> None:
    view = puzzles[0].position.view()
    measured = Measurement(view)
    few = measured.lead(20)
    assert measured.lead(60) == Measurement(view).lead(60) != few
    assert Measurement(view, "other").lead(60).more != measured.lead(60).more
    assert len(few.more) == len(view.hand)
    assert min(few.more) == 0


@pytest.mark.slow
def test_a_puzzle_is_solved_again_with_fewer_deals(puzzles: tuple[Puzzle, ...]) -> None:
    for puzzle in puzzles[:3]:
        view = puzzle.position.view()
        assert Measurement(view, "again").lead(400).best == view.hand[puzzle.more.index(0)]
