"""Saves, finds and lists the finished games of this user. Everything here blocks, except `save_finished_game`."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Final

from sixqp_protocol.text import clean, clean_path
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.engine.open_hands import HandsUnknown
from sixqp_tui.features.history import files as game_files, words
from sixqp_tui.features.history.files import delete_review, games_path, path_of, read_game, write_game
from sixqp_tui.features.history.game_index import FILE_NAME, KeptGames, OnProgress, read_index
from sixqp_tui.features.history.record import (
    UNKNOWN,
    GameRecord,
    ImpossibleGame,
    UnreadableRecord,
    check_record,
    ids_given_up,
    record_game,
)
from sixqp_tui.features.history.summary import PlayedEvening, last_evening
from sixqp_tui.i18n import _, errors as errors_words
from sixqp_tui.i18n.phrases import one_of, quoted
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread
from sixqp_tui.joining.failure import Failure, game_not_kept
from sixqp_tui.store import keys, paths
from sixqp_tui.store.preferences import FILE_NAME as PREFERENCES, read_name

ID_DIGITS: Final = 12
"""A number with this many digits is an id."""
SHORT_ID: Final = 6
"""Digits of an id that are shown: a thousand games hardly ever share them."""


class NoSuchGame(LookupError):
    """The message is the selector."""


class SeveralGames(LookupError):
    """`ids` are newest first."""

    def __init__(self, given: str, ids: tuple[str, ...]) -> None:
        super().__init__(given)
        self.ids = ids


def own_identities() -> tuple[str, ...]:
    """This user in the history: by each key of this installation, or by name where a game showed no keys."""
    name = read_name(paths.config_path() / PREFERENCES)
    own = tuple(key.hex() for key in keys.own_keys(paths.data_path() / keys.FOLDER))
    return (*own, *([UNKNOWN + name.casefold()] if name else []))


def read_games(on_progress: OnProgress = lambda done, of: None) -> KeptGames:
    """Raises OSError."""
    return read_index(games_path(), paths.data_path() / FILE_NAME, on_progress)


def save_game(record: GameRecord) -> GameRecord:
    """Returns the game with what was already known of it. Raises UnreadableRecord, and OSError."""
    return write_game(games_path(), record)


def load_game(game: str) -> GameRecord:
    """Raises NoSuchGame, UnreadableRecord, ImpossibleGame, and OSError."""
    try:
        return read_checked(path_of(games_path(), game))
    except FileNotFoundError:
        raise NoSuchGame(game) from None


def find_game(selector: str) -> GameRecord:
    """The game with this number (1 is the newest), beginning of an id, or path of an exported file.

    Raises NoSuchGame, SeveralGames, UnreadableRecord, ImpossibleGame, and OSError.
    """
    if _is_path(selector):
        return read_checked(Path(selector).expanduser())
    found = find_ids(selector)
    if not found:
        raise NoSuchGame(selector)
    if len(found) > 1:
        raise SeveralGames(selector, found)
    return load_game(found[0])


def find_ids(selector: str) -> tuple[str, ...]:
    """Newest first. Raises OSError."""
    games = read_games().games
    is_number = selector.isdecimal() and not selector.startswith("0") and len(selector) < ID_DIGITS
    if is_number and int(selector) <= len(games):
        return (games[int(selector) - 1].id,)
    return tuple(game.id for game in games if game.id.startswith(selector.lower())) if selector else ()


def count_last_evening() -> PlayedEvening | None:
    """None without one, or if the history can't be read."""
    try:
        games = read_games().games
    except OSError:
        return None
    return last_evening(games, own_identities(), time.time())


def delete_games(ids: tuple[str, ...]) -> None:
    """Delete their reviews, too. Raises OSError."""
    for game in ids:
        game_files.delete_game(games_path(), game)
        delete_review(games_path(), game)


def _is_path(selector: str) -> bool:
    return any(sign in selector for sign in "/\\.~")


def read_checked(path: Path) -> GameRecord:
    """Let the engine check the game. Raises UnreadableRecord, ImpossibleGame, and OSError."""
    record = read_game(path)
    check_record(record)
    return record


NEWEST = "1"
MAX_SHOWN = 200
"""Cells."""


def find_recorded_game(selector: str | None) -> GameRecord:
    """The newest game by default. Raises Failure."""
    given = clean(selector or NEWEST, MAX_SHOWN)
    try:
        return find_game(selector or NEWEST)
    except NoSuchGame:
        sentence = words.nobody_yet() if selector is None else words.no_such_game(given)
    except SeveralGames as error:
        sentence = _("{given} could mean several games: {ids}.").format(
            given=quoted(given), ids=one_of(error.ids[:4])
        )
    except UnreadableRecord:
        sentence = _("{given}: this file contains no game that this version can read.").format(given=quoted(given))
    except ImpossibleGame as error:
        if error.fact is None:
            sentence = _("{given}: this game isn't over. Only a finished game can be opened.").format(
                given=quoted(given)
            )
        else:
            # Translators: a fact is one thing that happened in a game, such as a card that was played
            text = _("{given}: this game can't have happened. Fact {number} is the first one that is impossible.")
            sentence = text.format(given=quoted(given), number=error.number)
    except OSError as error:
        sentence = errors_words.files_refused(clean_path(error.filename or given), error.strerror or str(error))
    raise Failure(sentence)


_log = logging.getLogger(__name__)
_errors: list[OSError] = []


def describe_unsaved_game() -> str:
    """Empty if this process could save all games."""
    return game_not_kept(_errors[-1]) if _errors else ""


async def save_finished_game(game: FinishedGame) -> None:
    """In a thread, so that no table and no screen waits for the disk."""

    def save() -> None:
        record = save_game(record_game(game, keys.first_key(paths.data_path() / keys.FOLDER).hex()))
        delete_games(tuple(ids_given_up(record)))

    try:
        await run_in_daemon_thread(save)
    except OSError as error:
        _errors.append(error)
        _log.warning("a game could not be kept: %s", error)
    except (HandsUnknown, ImpossibleGame, UnreadableRecord) as error:
        _log.warning("a game is not kept, for it is not whole: %s", error)
