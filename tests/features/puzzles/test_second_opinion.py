"""A second and simple implementation finds the same answers, whichever of equal rows is taken."""

from typing import get_args

import pytest
from support.slow_rollouts import EqualRows, leads

from sixqp_tui.features.puzzles.puzzle import Puzzle

MIXED = 20
"""Every so manieth puzzle is solved again."""
DEALS = 150


@pytest.mark.slow
@pytest.mark.parametrize("equal_rows", get_args(EqualRows))
def test_the_answer_costs_least_by_a_second_implementation_too(
    puzzles: tuple[Puzzle, ...], equal_rows: EqualRows
) -> None:
    for puzzle in puzzles[::MIXED]:
        view = puzzle.position.view()
        best = view.hand[puzzle.more.index(0)]
        assert min(leads(view, best, equal_rows, DEALS).values()) > 0, puzzle.id
