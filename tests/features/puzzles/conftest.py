"""Puzzles to try with: some of those that come with the program."""

import pytest

from sixqp_tui.features.puzzles.collection import shipped
from sixqp_tui.features.puzzles.puzzle import Puzzle


@pytest.fixture(scope="session")
def puzzles() -> tuple[Puzzle, ...]:
    return shipped().puzzles
