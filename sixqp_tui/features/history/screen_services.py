"""The games of this user for the screens: what is slow in a thread, what goes wrong as one sentence."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from sixqp_tui.features.history import game_files, games
from sixqp_tui.features.history.evenings import evenings
from sixqp_tui.features.history.game_history import CannotShow, CountedScores, GameHistory, OldGames, OnProgress
from sixqp_tui.features.history.game_list import KeptGames
from sixqp_tui.features.history.persons import joined_persons, own_keys
from sixqp_tui.features.history.statistics import Scores, Selection, count_scores
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread
from sixqp_tui.joining.failure import Failure, os_errors_as_failures

if TYPE_CHECKING:
    from sixqp_tui.features.history.game_index import GameIndex
    from sixqp_tui.features.history.record import GameRecord

Result = TypeVar("Result")
DAY = 24 * 3600
"""Seconds."""


class _Stopped(Exception):
    """Nobody waits any more."""


def game_history() -> GameHistory:
    return GameHistory(_list_games, _count_scores, _export, _find_old, _delete, _load)


async def _list_games(limit: int | None, on_progress: OnProgress) -> KeptGames:
    def read(tell: OnProgress) -> KeptGames:
        found, total, notes = games.list_games(limit, on_progress=tell)
        return KeptGames(found, total, evenings(found, joined_persons()), own_keys(), notes)

    return await _stoppable(read, on_progress)


async def _count_scores(person: str | None, selection: Selection, on_progress: OnProgress) -> CountedScores:
    def count_all(tell: OnProgress) -> CountedScores:
        def counted(index: GameIndex) -> Scores:
            return count_scores(index, joined_persons(), own_keys(), person, tell, selection)

        return CountedScores(*games.consult(counted, tell))

    return await _stoppable(count_all, on_progress)


async def _export(game: str) -> str:
    def export() -> str:
        from sixqp_tui.features.history.recorded_game import find_recorded_game
        from sixqp_tui.features.review.html_export import export_beside
        from sixqp_tui.features.review.review import DEALS
        from sixqp_tui.features.review.review_run import kept_review

        record = find_recorded_game(game)
        return export_beside(record, kept_review(record, DEALS))

    return await _in_thread(export)


async def _load(game: str) -> GameRecord:
    from sixqp_tui.features.history.recorded_game import find_recorded_game

    return await _in_thread(lambda: find_recorded_game(game))


async def _find_old(days: int) -> OldGames:
    def find() -> OldGames:
        before, folder = int(time.time()) - days * DAY, game_files.games_path()
        old = [game for game in games.list_games().games if game.ended < before]
        size = sum(game_files.path_of(folder, game.id).stat().st_size for game in old)
        return OldGames(
            tuple(game.id for game in old), size, old[0].ended if old else 0, old[-1].ended if old else 0
        )

    return await _in_thread(find)


async def _delete(ids: tuple[str, ...]) -> None:
    await _in_thread(lambda: games.delete_games(ids))


async def _stoppable(work: Callable[[OnProgress], Result], on_progress: OnProgress) -> Result:
    """What the work returns; it ends at its next report when nobody waits any more. Raises CannotShow."""
    loop, stopped = asyncio.get_running_loop(), Event()

    def tell(done: int, of: int) -> None:
        if stopped.is_set():
            raise _Stopped
        loop.call_soon_threadsafe(on_progress, done, of)

    try:
        return await _in_thread(lambda: work(tell))
    finally:
        stopped.set()


async def _in_thread(work: Callable[[], Result]) -> Result:
    """What the work returns. Raises CannotShow."""

    def run() -> Result:
        from sqlite3 import Error

        try:
            with os_errors_as_failures():
                return work()
        except Error as error:
            raise Failure(str(error)) from None

    try:
        return await run_in_daemon_thread(run)
    except Failure as failure:
        raise CannotShow(str(failure)) from None
