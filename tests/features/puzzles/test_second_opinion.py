"""A second and simple implementation finds the same answers, whichever of equal rows is taken.

`tests/bench/second_opinion.py` solves all puzzles so.
"""

from typing import get_args

import pytest
from support.lanes import with_soaks
from support.slow_rollouts import EqualRows, leads

from sixqp_tui.features.puzzles.puzzle import Puzzle

SAMPLE = 5
"""Puzzles that are solved again: some of those with few cards, which take least time."""
DEALS = 60


@pytest.mark.soak
@pytest.mark.parametrize("equal_rows", with_soaks(get_args(EqualRows)))
def test_a_second_implementation_finds_the_same_best_card(
    puzzles: tuple[Puzzle, ...], equal_rows: EqualRows
) -> None:
    short = [puzzle for puzzle in puzzles if len(puzzle.more) == 3]
    for puzzle in short[:: len(short) // SAMPLE][:SAMPLE]:
        view = puzzle.position.view()
        best = view.hand[puzzle.more.index(0)]
        assert min(leads(view, best, equal_rows, DEALS).values()) > 0, puzzle.id
