"""`sixqp import`: a game that somebody has given away, when the engine has seen that it can have happened."""

import argparse
from pathlib import Path

import msgspec

from sixqp_protocol.text import clean
from sixqp_tui.features.history import words as words
from sixqp_tui.features.history.game_files import games_path, path_of
from sixqp_tui.features.history.games import read_checked, save_game
from sixqp_tui.features.history.record import GameRecord, ImpossibleGame, UnreadableRecord
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
    told = words.known_already(kept.id) if known else words.imported(kept.id, kept.title, date_told(kept.ended))
    print_sentences(told)


def _read(file: str) -> GameRecord:
    """The game of this file. Raises Failure, and OSError."""
    shown = clean(file, SHOWN)
    try:
        return read_checked(Path(file))
    except UnreadableRecord as error:
        raise Failure(words.no_game_in_file(shown, clean(str(error), SHOWN))) from None
    except ImpossibleGame as error:
        if error.fact is None:
            raise Failure(words.unfinished_file(shown)) from None
        fact = clean(msgspec.json.encode(error.fact).decode(), SHOWN)
        raise Failure(words.impossible_file(shown, error.number, fact)) from None
