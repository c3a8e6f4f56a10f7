"""What the command line hands to the screens of the features, as callables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sixqp_tui.tui.openings import AtTable, Home

if TYPE_CHECKING:
    from sixqp_tui.analysis.result import Review
    from sixqp_tui.client.recorded_session import RecordedSession
    from sixqp_tui.features.coach.coach import Coach
    from sixqp_tui.features.history.game_history import GameHistory
    from sixqp_tui.features.history.record import GameRecord
    from sixqp_tui.features.lessons.lesson_course import LessonCourse
    from sixqp_tui.features.puzzles.series import PuzzleSeries


class CannotReview(Exception):
    """A game is not reviewed; the only argument is a sentence for the player."""


class CannotExport(Exception):
    """A game was not written to a file; the only argument is a sentence for the player."""


class ReviewJob(Protocol):
    """A review that is being made. What it does blocks: see `sixqp_tui.features.review.review_run`."""

    @property
    def tasks(self) -> int:
        """How many parts of the game there are to look into."""

    @property
    def review(self) -> Review:
        """What has been found out by now."""

    def examine(self) -> Generator[int, None, None]:
        """Do what is left to do; yields how many of `tasks` are done. Who closes it stops, and may go on later."""


class CannotSearch(Exception):
    """There are no puzzles of the player's own games; the only argument is a sentence for the player."""


class SearchStep(Protocol):
    """How far a search for puzzles is."""

    @property
    def done(self) -> int:
        """How much of `tasks` is done."""

    @property
    def tasks(self) -> int:
        """How much there is to do."""

    @property
    def game(self) -> int:
        """Which game is looked through, from 1."""

    @property
    def games(self) -> int:
        """How many there are to look through."""

    @property
    def puzzles(self) -> int:
        """How many puzzles there are by now."""


class PuzzleSearch(Protocol):
    """A search for puzzles in the player's own games. What it does blocks."""

    def examine(self) -> Generator[SearchStep, None, None]:
        """Look through what was not looked through yet. Who closes it stops, and may go on later."""

    def open(self) -> AtPuzzles:
        """What has been found by now. Raises CannotSearch where it is nothing."""


class Services(NamedTuple):
    """What the features may ask of the world. Nothing is imported for any of it before it is called.

    `lessons` opens the lessons where the player left off, and hands on what is wrong with the file that keeps that;
    `offers_lessons`: they start for the first time.
    `open_puzzles` gives the puzzles of today, None where there are none. `search_puzzles` begins to look for those
    in the player's own games, or raises CannotSearch; it blocks, and is called in a thread.
    `history` is the games that were played to their end; None where nobody can look into them.

    `review` begins to review a game that is over, or raises CannotReview; `export` writes a game with its review to
    a file to give away and returns its path, or raises CannotExport. Both block, and are called in a thread. None:
    who plays on another's machine, as guests by ssh do, has neither. `open_coach` is a coach for a game alone.
    """

    open_puzzles: Callable[[], Awaitable[AtPuzzles]] | None = None
    search_puzzles: Callable[[], PuzzleSearch] | None = None
    lessons: Callable[[Callable[[str], None]], LessonCourse] | None = None
    offers_lessons: bool = False
    history: Callable[[], GameHistory] | None = None
    review: Callable[[GameRecord], ReviewJob] | None = None
    export: Callable[[GameRecord, Review], str] | None = None
    open_coach: Callable[[AsyncExitStack], Coach] | None = None


class AtReplay(NamedTuple):
    """The app opens with a game that is over, where its session is; it ends when its reader has seen enough."""

    session: RecordedSession


class AtPuzzles(NamedTuple):
    """The app opens with a series of puzzles; `trouble` says why their answers are not kept, or nothing."""

    series: PuzzleSeries
    trouble: Callable[[], str] = str


class AtOwnPuzzles(NamedTuple):
    """The app opens with the search for puzzles in the player's own games, which `start` begins."""

    start: Callable[[], PuzzleSearch]


class AtLessons(NamedTuple):
    """The app opens with lessons, and ends when their learner has enough."""

    course: LessonCourse


class AtReview(NamedTuple):
    """The app opens with the review of a game that is over, which `start` begins; it ends when that was read.

    `seat` is whose decisions are shown first, None for those of the first person; `every`: all of them.
    """

    record: GameRecord
    start: Callable[[GameRecord], ReviewJob]
    seat: int | None = None
    every: bool = False


Opening = Home | AtTable | AtReplay | AtReview | AtLessons | AtPuzzles | AtOwnPuzzles
