"""Keeping the games that end in this process: in threads, so that no table and no screen waits for the disk."""

import asyncio
import logging
import time
from collections.abc import Callable

from sixqp_tui.client.game_recorder import MakeRecord
from sixqp_tui.engine.open_hands import HandsUnknown
from sixqp_tui.features.history.record import GameRecord, ImpossibleGame, UnreadableRecord
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread
from sixqp_tui.joining.failure import game_not_kept
from sixqp_tui.store import paths
from sixqp_tui.store.preferences import FILE_NAME, keeps_history

SAVE_TIMEOUT = 10.0
"""Seconds that the end of a program waits for the disk: many times what a slow one takes for a game."""

_log = logging.getLogger(__name__)
_refusals: list[OSError] = []


def unkept_game() -> str:
    """A sentence about the last game that this process could not keep; "" where it kept all."""
    return game_not_kept(_refusals[-1]) if _refusals else ""


def save_game(record: GameRecord) -> None:
    """Keep this game on the disk; what that needs is loaded then, and not before a table's first hand."""
    from sixqp_tui.features.history import games

    games.save_game(record)


class GameKeeper:
    """Keeps games as this user prefers it; `save` is where to."""

    def __init__(self, save: Callable[[GameRecord], object] = save_game) -> None:
        self._save = save
        self._saving: set[asyncio.Task[None]] = set()

    def keep(self, make_record: MakeRecord) -> None:
        """Keep the game that this makes the record of, and return at once."""
        task = asyncio.create_task(self._keep(make_record))
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    async def close(self) -> None:
        """Wait until all games are kept."""
        if self._saving:
            await asyncio.wait(tuple(self._saving), timeout=SAVE_TIMEOUT)

    async def _keep(self, make_record: MakeRecord) -> None:
        def save() -> None:
            if keeps_history(paths.config_path() / FILE_NAME):
                self._save(make_record())

        try:
            await run_in_daemon_thread(save)
        except OSError as error:
            _refusals.append(error)
            _log.warning("a game could not be kept: %s", error)
        except (HandsUnknown, ImpossibleGame, UnreadableRecord) as error:
            _log.warning("a game is not kept, for it is not whole: %s", error)


def seconds_since_1970() -> int:
    return int(time.time())
