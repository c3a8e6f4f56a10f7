"""`sixqp import`: adds game files to the history."""

import argparse
import time
from pathlib import Path

import msgspec

from sixqp_protocol.text import clean
from sixqp_tui.features.history.command import read_history
from sixqp_tui.features.history.files import games_path, path_of
from sixqp_tui.features.history.games import (
    read_checked,
    save_game,
)
from sixqp_tui.features.history.record import (
    GameRecord,
    ImpossibleGame,
    MisplacedFact,
    UnreadableRecord,
    check_order,
)
from sixqp_tui.i18n import _
from sixqp_tui.i18n.local_time import format_when, iso_moment
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.terminal.output import print_sentences

MAX_PATH = 200
"""Cells of a path or an error that a sentence shows."""
DAY = 24 * 3600
"""Seconds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    files = _("file written by `sixqp export --json`, here or elsewhere")
    parser.add_argument("files", nargs="+", metavar=_("FILE"), help=files)


def run(parsed: argparse.Namespace) -> int:
    """Raises Failure at the first file that is refused."""
    for file in parsed.files:
        _import(file)
    return 0


def _import(file: str) -> None:
    with os_errors_as_failures():
        record = _read(file)
        known = path_of(games_path(), record.id).exists()
        _refuse_another_form(file, record)
        kept = save_game(record)
    if known:
        sentence = _("The game {game} is already in your history.")
    else:
        # Translators: {game} is the id of a game, {title} what its table was called
        sentence = _("The game {game} of {date} at “{title}” is now in your history.")
    print_sentences(sentence.format(game=kept.id, title=kept.title, date=format_when(kept.ended)))


def _refuse_another_form(file: str, record: GameRecord) -> None:
    same = (record.table, record.number)
    kept = next((game.id for game in read_history() if (game.table, game.number) == same), record.id)
    if kept == record.id:
        return
    sentence = _(
        "“{file}” contains game {number} of “{title}”, which differs from game {game} in your history. To "
        "replace that one, delete it first: sixqp history --delete {game}"
    )
    shown = clean(file, MAX_PATH)
    raise Failure(sentence.format(file=shown, number=record.number, title=record.title, game=kept))


def _refuse_impossible_times(file: str, record: GameRecord) -> None:
    """Raises Failure. Clocks differ by a day at most."""
    shown = clean(file, MAX_PATH)
    if record.ended > time.time() + DAY:
        sentence = _("“{file}” contains a game that ended in the future, on {date}. Correct `ended` in the file.")
        raise Failure(sentence.format(file=shown, date=iso_moment(record.ended)))
    if record.began is not None and record.began > record.ended:
        sentence = _("“{file}” contains a game that began after its end. Correct `began` in the file.")
        raise Failure(sentence.format(file=shown))


def _read(file: str) -> GameRecord:
    """Raises Failure, and OSError."""
    shown = clean(file, MAX_PATH)
    try:
        record = read_checked(Path(file))
        check_order(record)
    except UnreadableRecord as error:
        # Translators: {reason} is in English: what is wrong, and where in the file
        text = _("“{file}” contains no game that this version can read: {reason}.")
        raise Failure(text.format(file=shown, reason=clean(str(error), MAX_PATH))) from None
    except ImpossibleGame as error:
        if error.fact is None:
            sentence = _("“{file}” contains a game that isn't over, or that was given up within a round.")
            raise Failure(sentence.format(file=shown)) from None
        fact = clean(msgspec.json.encode(error.fact).decode(), MAX_PATH)
        sentence = (
            _("“{file}” contains a game in an order that no host writes: fact {number} is out of place, {fact}.")
            if isinstance(error, MisplacedFact)
            else _("“{file}” contains a game that can't have happened: fact {number} is impossible, {fact}.")
        )
        raise Failure(sentence.format(file=shown, number=error.number, fact=fact)) from None
    _refuse_impossible_times(file, record)
    return record
