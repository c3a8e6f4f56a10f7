"""`sixqp import`: a game that somebody has given away, when the engine has seen that it can have happened."""

import argparse
from pathlib import Path

import msgspec

from sixqp_protocol.text import clean
from sixqp_tui.features.history import words as words
from sixqp_tui.features.history.game_files import games_path, path_of
from sixqp_tui.features.history.games import read_checked, save_game
from sixqp_tui.features.history.record import GameRecord, ImpossibleGame, UnreadableRecord
from sixqp_tui.i18n import _
from sixqp_tui.i18n.local_time import date_told
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.terminal.output import print_sentences

SHOWN = 200
"""Cells of a path, and of what is wrong, that a sentence shows."""


def run(parsed: argparse.Namespace) -> int:
    """Import these files, one after the other; the exit code. Raises Failure at the first that is refused."""
    for file in parsed.files:
        _import(file)
    return 0


def _import(file: str) -> None:
    with os_errors_as_failures():
        record = _read(file)
        known = path_of(games_path(), record.id).exists()
        kept = save_game(record)
    told = (
        _("The game {game} is already in your history.").format(game=kept.id)
        if known
        else _imported(kept.id, kept.title, date_told(kept.ended))
    )
    print_sentences(told)


def _read(file: str) -> GameRecord:
    """The game of this file. Raises Failure, and OSError."""
    shown = clean(file, SHOWN)
    try:
        return read_checked(Path(file))
    except UnreadableRecord as error:
        raise Failure(_no_game_in_file(shown, clean(str(error), SHOWN))) from None
    except ImpossibleGame as error:
        if error.fact is None:
            raise Failure(_("“{file}” contains a game that isn't over.").format(file=shown)) from None
        fact = clean(msgspec.json.encode(error.fact).decode(), SHOWN)
        raise Failure(_impossible_file(shown, error.number, fact)) from None


def _imported(game: str, title: str, date: str) -> str:
    # Translators: {game} is the id of a game, {title} what its table was called
    return _("The game {game} of {date} at “{title}” is now in your history.").format(
        game=game, title=title, date=date
    )


def _impossible_file(file: str, number: int, fact: str) -> str:
    """A file holds a game that the rules forbid; `fact` is the first that could not happen, as JSON."""
    sentence = _("“{file}” contains a game that can't have happened: fact {number} is impossible, {fact}.")
    return sentence.format(file=file, number=number, fact=fact)


def _no_game_in_file(file: str, reason: str) -> str:
    # Translators: {reason} is in English: what is wrong, and where in the file
    return _("“{file}” contains no game that this version can read: {reason}.").format(file=file, reason=reason)
