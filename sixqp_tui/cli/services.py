"""What the screens of the features may ask of the world; slow imports wait until they are needed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure
from sixqp_tui.tui.services import (
    AtPuzzles,
    CannotExport,
    CannotReview,
    CannotSearch,
    PuzzleSearch,
    ReviewJob,
    SearchStep,
    Services,
)

if TYPE_CHECKING:
    from sixqp_tui.analysis.result import Review
    from sixqp_tui.features.coach.coach import Coach
    from sixqp_tui.features.history.game_history import GameHistory
    from sixqp_tui.features.history.record import GameRecord
    from sixqp_tui.features.lessons.lesson_course import LessonCourse
    from sixqp_tui.features.puzzles.own_puzzle_search import OwnPuzzleSearch
    from sixqp_tui.features.puzzles.puzzle import Strength, Theme


def services(name: str, offers_lessons: bool = False) -> Services:
    return Services(
        lessons=partial(_lessons, name),
        offers_lessons=offers_lessons,
        open_puzzles=_open_puzzles,
        search_puzzles=search_puzzles,
        history=_history,
        review=begin_review,
        export=write_report,
        open_coach=_open_coach,
    )


def _open_coach(stack: AsyncExitStack) -> Coach:
    from sixqp_tui.features.coach.seat_coach import open_coach

    return open_coach(stack)


def _lessons(name: str, tell: Callable[[str], None]) -> LessonCourse:
    from sixqp_tui.features.lessons.open_course import open_course

    return open_course(name, tell)


async def _open_puzzles() -> AtPuzzles:
    from sixqp_tui.features.puzzles.open_series import open_series

    opened = await asyncio.to_thread(open_series)
    return AtPuzzles(opened.series, lambda: opened.trouble)


class _OwnPuzzles:
    def __init__(self, search: OwnPuzzleSearch, theme: Theme | None, strength: Strength | None) -> None:
        self._search, self._theme, self._strength = search, theme, strength

    def examine(self) -> Generator[SearchStep, None, None]:
        yield from self._search.examine()

    def open(self) -> AtPuzzles:
        """What was found. Raises CannotSearch."""
        try:
            opened = self._search.open(self._theme, self._strength)
        except Failure as failure:
            raise CannotSearch(str(failure)) from None
        return AtPuzzles(opened.series, lambda: opened.trouble)


def search_puzzles(theme: Theme | None = None, strength: Strength | None = None) -> PuzzleSearch:
    """The search for puzzles of this theme and strength in the player's own games. Raises CannotSearch."""
    from sixqp_tui.features.puzzles.own_puzzle_search import OwnPuzzleSearch

    try:
        return _OwnPuzzles(OwnPuzzleSearch(), theme, strength)
    except Failure as failure:
        raise CannotSearch(str(failure)) from None


def _history() -> GameHistory:
    from sixqp_tui.features.history.screen_services import game_history

    return game_history()


def begin_review(record: GameRecord, deals: int | None = None, jobs: int | None = None) -> ReviewJob:
    """The review of this game, for a screen. It blocks. Raises CannotReview."""
    from sixqp_tui.analysis.moments import UnfinishedGame
    from sixqp_tui.engine.reducer import ImpossibleFact
    from sixqp_tui.features.review import screen_words as review_words
    from sixqp_tui.features.review.review import DEALS
    from sixqp_tui.features.review.review_run import ReviewRun

    try:
        return ReviewRun(record, deals or DEALS, jobs)
    except UnfinishedGame:
        raise CannotReview(_("This game isn't over yet. You can review it when it ends.")) from None
    except ImpossibleFact:
        raise CannotReview(review_words.hands_unknown()) from None


def write_report(record: GameRecord, review: Review) -> str:
    """Write this game with its review into the folder of the command; the path. Raises CannotExport."""
    from sixqp_tui.features.review.html_export import export_beside

    try:
        return export_beside(record, review)
    except Failure as failure:
        raise CannotExport(str(failure)) from None
