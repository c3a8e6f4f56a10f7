"""Saves every game that ends in this process, in threads, so that no table and no screen waits for the disk."""

import logging

from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.engine.open_hands import HandsUnknown
from sixqp_tui.features.history.games import save_game
from sixqp_tui.features.history.persons import own_unshown_key
from sixqp_tui.features.history.record import ImpossibleGame, UnreadableRecord, record_game
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread
from sixqp_tui.joining.failure import game_not_kept
from sixqp_tui.store import paths
from sixqp_tui.store.preferences import FILE_NAME, keeps_history

_log = logging.getLogger(__name__)
_errors: list[OSError] = []


def describe_unsaved_game() -> str:
    """A sentence, or "" where this process could save all games."""
    return game_not_kept(_errors[-1]) if _errors else ""


async def save_finished_game(game: FinishedGame) -> None:
    def save() -> None:
        if keeps_history(paths.config_path() / FILE_NAME):
            save_game(record_game(game, own_unshown_key()))

    try:
        await run_in_daemon_thread(save)
    except OSError as error:
        _errors.append(error)
        _log.warning("a game could not be kept: %s", error)
    except (HandsUnknown, ImpossibleGame, UnreadableRecord) as error:
        _log.warning("a game is not kept, for it is not whole: %s", error)
