"""The history as its screens show it, and how a screen waits for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from sqlite3 import Error
from threading import Event
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sixqp_tui.features.history import files, games
from sixqp_tui.features.history.game_list import KeptGames
from sixqp_tui.features.history.persons import joined_persons, own_keys
from sixqp_tui.features.history.statistics import Scores, Selection, count_scores, own_ids_waiting
from sixqp_tui.features.history.summary import evenings
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread
from sixqp_tui.joining.failure import Failure, os_errors_as_failures

if TYPE_CHECKING:
    from sixqp_tui.features.history.game_index import GameIndex, IndexNotes, OnProgress
    from sixqp_tui.features.history.record import GameRecord

Result = TypeVar("Result")
DAY = 24 * 3600
"""Seconds."""


class OldGames(NamedTuple):
    """`newest` and `oldest` are when they ended, in seconds since 1970; `size` is in bytes."""

    ids: tuple[str, ...]
    size: int
    newest: int = 0
    oldest: int = 0


class History:
    """Every method blocks and raises Failure or OSError; call it through `wait_for`."""

    def list_games(self, limit: int | None, on_progress: OnProgress) -> KeptGames:
        found, total, notes = games.list_games(limit, on_progress=on_progress)
        return KeptGames(found, total, evenings(found, joined_persons()), own_keys(), notes)

    def count_scores(
        self, person: str | None, selection: Selection, on_progress: OnProgress
    ) -> tuple[Scores, IndexNotes]:
        """By default for this user."""

        def count(index: GameIndex) -> Scores:
            return count_scores(index, joined_persons(), own_keys(), person, on_progress, selection)

        return games.consult(count, on_progress)

    def find_old(self, days: int) -> OldGames:
        before, folder = int(time.time()) - days * DAY, files.games_path()
        old = [game for game in games.list_games().games if game.ended < before]
        if not old:
            return OldGames((), 0)
        size = sum(files.path_of(folder, game.id).stat().st_size for game in old)
        return OldGames(tuple(game.id for game in old), size, old[0].ended, old[-1].ended)

    def delete(self, ids: tuple[str, ...]) -> None:
        games.delete_games(ids)

    def load(self, game: str) -> GameRecord:
        return games.find_recorded_game(game)


def games_to_review() -> tuple[str, ...]:
    """The ids of this user's unreviewed games, newest first. It blocks. Raises Failure."""
    try:
        with os_errors_as_failures():
            return games.consult(lambda index: own_ids_waiting(index, joined_persons(), own_keys()))[0]
    except Error as error:
        raise Failure(str(error)) from None


class _Stopped(Exception):
    """The caller no longer waits."""


async def wait_for(work: Callable[[OnProgress], Result], on_progress: OnProgress = lambda done, of: None) -> Result:
    """Run `work` in a thread, and report its progress in the event loop.

    Raises Failure. When the caller is cancelled, the work ends at its next report, and its results so far stay.
    """
    loop, stopped = asyncio.get_running_loop(), Event()

    def report(done: int, of: int) -> None:
        if stopped.is_set():
            raise _Stopped
        loop.call_soon_threadsafe(on_progress, done, of)

    def run() -> Result:
        try:
            with os_errors_as_failures():
                return work(report)
        except Error as error:
            raise Failure(str(error)) from None

    try:
        return await run_in_daemon_thread(run)
    finally:
        stopped.set()
