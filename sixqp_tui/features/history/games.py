"""Finds the finished games of this user, and saves them. Everything here blocks, except `save_finished_game`."""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sixqp_protocol.text import clean
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.engine.open_hands import HandsUnknown
from sixqp_tui.features.history import words
from sixqp_tui.features.history.record import (
    UNKNOWN,
    GameRecord,
    ImpossibleGame,
    UnreadableRecord,
    ids_given_up,
    record_game,
)
from sixqp_tui.features.history.store import delete_games, load_game, read_game, read_games, save_game
from sixqp_tui.features.history.summary import PlayedEvening, last_evening
from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import one_of, quoted
from sixqp_tui.joining.background import run_in_daemon_thread
from sixqp_tui.joining.failure import Failure, game_not_kept, os_errors_as_failures
from sixqp_tui.store import keys, paths
from sixqp_tui.store.preferences import FILE_NAME as PREFERENCES, read_name

ID_DIGITS: Final = 12
"""A number with this many digits is an id."""
SHORT_ID: Final = 6
"""Digits of an id that are shown: a thousand games hardly ever share them."""
NEWEST: Final = "1"
MAX_SHOWN: Final = 200
"""Cells."""


def own_identities() -> tuple[str, ...]:
    """This user in the history: by each key of this installation, or by name where a game showed no keys."""
    name = read_name(paths.config_path() / PREFERENCES)
    own = tuple(key.hex() for key in keys.own_keys(paths.data_path() / keys.FOLDER))
    return (*own, *([UNKNOWN + name.casefold()] if name else []))


def count_last_evening() -> PlayedEvening | None:
    """None without one, or if the history can't be read."""
    try:
        games = read_games().games
    except OSError:
        return None
    return last_evening(games, own_identities(), time.time())


def find_game(selector: str | None) -> GameRecord:
    """The game with this number (the newest is 1), beginning of an id, or path of an exported file.

    The newest by default. Raises Failure.
    """
    given = clean(selector or NEWEST, MAX_SHOWN)
    with refused_games_as_failures(given):
        if selector and any(sign in selector for sign in "/\\.~"):
            return read_game(Path(selector).expanduser())
        found = _numbered_or_begun(
            [game.id for game in read_games().games], NEWEST if selector is None else selector
        )
        if len(found) == 1:
            return load_game(found[0])
    if found:
        several = _("{given} could mean several games: {ids}.")
        raise Failure(several.format(given=quoted(given), ids=one_of(found[:4])))
    raise Failure(words.nobody_yet() if selector is None else words.no_such_game(given))


def _numbered_or_begun(ids: Sequence[str], wanted: str) -> Sequence[str]:
    """`ids` from the newest on; a number that there isn't may be the beginning of an id."""
    is_number = wanted.isdecimal() and not wanted.startswith("0") and len(wanted) < ID_DIGITS
    if is_number and int(wanted) <= len(ids):
        return (ids[int(wanted) - 1],)
    return [game for game in ids if game.startswith(wanted.lower())] if wanted else ()


@contextmanager
def refused_games_as_failures(file: str) -> Iterator[None]:
    """`file` is what the user named, as it may be shown."""
    try:
        with os_errors_as_failures():
            yield
    except UnreadableRecord as error:
        raise Failure(words.unreadable(file, error)) from None
    except ImpossibleGame as error:
        raise Failure(words.impossible(file, error)) from None


def record_of_ended(game: FinishedGame) -> GameRecord:
    """Raises Failure if the game was given up within a round, whose hands nobody knows."""
    try:
        return record_game(game)
    except (HandsUnknown, ImpossibleGame):
        sentence = _("This game can't be shown again, because its hands are unknown.")
        raise Failure(sentence) from None


def find_seat(record: GameRecord, wanted: str) -> int:
    """By name, or by number from 1. Raises Failure."""
    names = [player.name for player in record.players]
    folded = [name.casefold() for name in names]
    if wanted.casefold() in folded:
        return folded.index(wanted.casefold())
    if wanted.isdecimal() and len(wanted) < 3 and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    sentence = _("Expected a player of this game ({names}), or a seat number, got {given}.")
    given = quoted(clean(wanted, MAX_SHOWN))
    raise Failure(sentence.format(names=", ".join(names), given=given), code=2)


_log = logging.getLogger(__name__)
_errors: list[OSError] = []


def describe_unsaved_game() -> str:
    """Empty if this process could save all games."""
    return game_not_kept(_errors[-1]) if _errors else ""


async def save_finished_game(game: FinishedGame) -> None:
    """In a thread, so that no table and no screen waits for the disk."""

    def save() -> None:
        record = save_game(record_game(game, keys.first_key(paths.data_path() / keys.FOLDER).hex()))
        delete_games(ids_given_up(record))

    try:
        await run_in_daemon_thread(save)
    except OSError as error:
        _errors.append(error)
        _log.warning("a game could not be kept: %s", error)
    except (HandsUnknown, ImpossibleGame, UnreadableRecord) as error:
        _log.warning("a game is not kept, for it is not whole: %s", error)
