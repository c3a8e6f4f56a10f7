"""The history as its screens show it, and how a screen waits for it."""

import asyncio
from collections.abc import Callable
from threading import Event
from typing import TypeVar

from sixqp_protocol.facts import Variant
from sixqp_tui.features.history import games
from sixqp_tui.features.history.game_index import OnProgress
from sixqp_tui.features.history.game_list import ListedGames
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.history.scores import Scores, count_scores
from sixqp_tui.features.history.summary import evenings
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread
from sixqp_tui.joining.failure import os_errors_as_failures

Result = TypeVar("Result")


class History:
    """Every method blocks and raises Failure or OSError; call it through `wait_for`."""

    def list_games(self, on_progress: OnProgress) -> ListedGames:
        found, unreadable = games.read_games(on_progress)
        return ListedGames(found, tuple(evenings(found)), games.own_identities(), unreadable)

    def count_scores(self, variant: Variant | None, on_progress: OnProgress) -> Scores:
        return count_scores(games.read_games(on_progress).games, games.own_identities(), variant)

    def delete(self, game: str) -> None:
        games.delete_games((game,))

    def load(self, game: str) -> GameRecord:
        return games.find_recorded_game(game)


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
        with os_errors_as_failures():
            return work(report)

    try:
        return await run_in_daemon_thread(run)
    finally:
        stopped.set()
