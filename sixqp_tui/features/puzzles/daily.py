"""The five puzzles of a day: the same for everybody who has the same set."""

from collections.abc import Sequence

from sixqp_tui.engine.shuffle import SeededRandom
from sixqp_tui.features.puzzles.puzzle import Puzzle

A_DAY = 5


def daily_puzzles(puzzles: Sequence[Puzzle], day: int) -> tuple[Puzzle, ...]:
    """The puzzles of this day, counted from any beginning, the easiest first.

    Nothing comes twice before nearly all have come: the days take their puzzles from a shuffled set, which is
    shuffled anew when it is used up.
    """
    days = max(1, len(puzzles) // A_DAY)
    shuffle, at = divmod(day, days)
    order = SeededRandom(str(shuffle), "daily puzzles").shuffled(tuple(range(len(puzzles))))
    chosen = (puzzles[number] for number in order[A_DAY * at : A_DAY * (at + 1)])
    return tuple(sorted(chosen, key=lambda puzzle: (puzzle.strength, puzzle.id)))
