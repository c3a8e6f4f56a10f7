"""`sixqp import`: adds game files to the history."""

import argparse
import time
from hashlib import sha256
from pathlib import Path

from sixqp_protocol.facts import GameStarted
from sixqp_protocol.messages import SeatNews
from sixqp_protocol.text import clean
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.engine import notation
from sixqp_tui.engine.open_hands import HandsUnknown
from sixqp_tui.features.history.command import read_history
from sixqp_tui.features.history.games import refused_games_as_failures
from sixqp_tui.features.history.record import (
    GameRecord,
    ImpossibleGame,
    UnreadableRecord,
    check_order,
    check_record,
    record_game,
)
from sixqp_tui.features.history.store import MAX_BYTES, load_game, path_of, save_game, unpack
from sixqp_tui.features.history.summary import GameSummary, summarize
from sixqp_tui.i18n import _
from sixqp_tui.i18n.local_time import format_when, iso_moment
from sixqp_tui.i18n.phrases import table_title
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.files import read_private
from sixqp_tui.terminal.output import print_sentences

MAX_PATH = 200
"""Cells of a path or an error that a sentence shows."""
MAX_NOTATION = 1024 * 1024
"""Bytes: five times the longest game."""
MAX_TITLE = 32
"""Cells."""
DAY = 24 * 3600
"""Seconds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    files = _("file written by `sixqp export`, as JSON or notation, here or elsewhere")
    parser.add_argument("files", nargs="+", metavar=_("FILE"), help=files)


def run(parsed: argparse.Namespace) -> int:
    """Raises Failure at the first file that is refused."""
    for file in parsed.files:
        _import(file)
    return 0


def _import(file: str) -> None:
    with refused_games_as_failures(clean(file, MAX_PATH)):
        record = _read(file)
        known = path_of(record.id).exists()
        _refuse_another_form(file, record)
        kept = save_game(record)
    if known:
        sentence = _("The game {game} is already in your history.")
    else:
        # Translators: {game} is the id of a game, {title} what its table was called
        sentence = _("The game {game} of {date} at “{title}” is now in your history.")
    print_sentences(sentence.format(game=kept.id, title=table_title(kept.title), date=format_when(kept.ended)))


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
    raise Failure(sentence.format(file=shown, number=record.number, title=table_title(record.title), game=kept))


def _refuse_impossible_times(file: str, record: GameRecord) -> None:
    """Raises Failure. Clocks differ by a day at most."""
    shown = clean(file, MAX_PATH)
    if record.ended > time.time() + DAY:
        sentence = _("“{file}” contains a game that ended in the future, on {date}. Correct `ended` in the file.")
        raise Failure(sentence.format(file=shown, date=iso_moment(record.ended)))
    if record.began is not None and record.began > record.ended:
        sentence = _("“{file}” contains a game that began after its end. Correct `began` in the file.")
        raise Failure(sentence.format(file=shown))


def _refuse_other_files(path: Path, shown: str) -> None:
    """Raises Failure."""
    if path.is_dir():
        raise Failure(_("“{file}” is a folder. Name the files in it.").format(file=shown))
    if not path.exists():
        raise Failure(_("There is no file “{file}”.").format(file=shown))
    if not path.is_file():
        raise Failure(_("“{file}” is a pipe or a device. Write the game into a file first.").format(file=shown))


def _read(file: str) -> GameRecord:
    """Raises Failure, UnreadableRecord, ImpossibleGame, and OSError."""
    path, shown = Path(file), clean(file, MAX_PATH)
    _refuse_other_files(path, shown)
    data = read_private(path, MAX_BYTES + 1)
    if data[:100].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        sentence = _("“{file}” is a page for a browser. Ask for the game itself: `sixqp export --json` writes it.")
        raise Failure(sentence.format(file=shown))
    if data.startswith(notation.FIRST_LINE.encode()):
        record = _read_notation(path, data)
    else:
        record = unpack(data)
        check_record(record)
    check_order(record)
    _refuse_impossible_times(file, record)
    return record


def _read_notation(path: Path, data: bytes) -> GameRecord:
    """The game in the history that is the same, or a new one with the name and the time of its file.

    Raises UnreadableRecord, ImpossibleGame, and OSError.
    """
    if len(data) > MAX_NOTATION:
        raise UnreadableRecord(f"expected at most {MAX_NOTATION} bytes")
    try:
        facts = notation.parse(data.decode())
        names = facts[0].names if facts and isinstance(facts[0], GameStarted) else ()
        seats = tuple(SeatNews(name, "person", True) for name in names)
        title = clean(path.stem, MAX_TITLE) or "?"
        table, ended = sha256(data).hexdigest()[:16], int(path.stat().st_mtime)
        record = record_game(FinishedGame(table, 1, title, facts, seats, ended))
    except (notation.NotationError, UnicodeDecodeError) as error:
        raise UnreadableRecord(str(error)) from None
    except HandsUnknown:
        raise ImpossibleGame(len(facts), None) from None
    rounds = _rounds(summarize(record))
    alike = (load_game(game.id) for game in read_history() if _rounds(game) == rounds)
    return next((game for game in alike if game.facts == record.facts), record)


def _rounds(game: GameSummary) -> list[tuple[int, ...]]:
    return [seat.rounds for seat in game.seats]
