"""`sixqp import`: adds game files to the history."""

import argparse
import time
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from sixqp_protocol.facts import GameStarted
from sixqp_protocol.text import clean
from sixqp_tui.engine import notation
from sixqp_tui.features.history.command import read_history
from sixqp_tui.features.history.games import refused_games_as_failures
from sixqp_tui.features.history.record import GameRecord, Player, UnreadableRecord, check_record, in_order
from sixqp_tui.features.history.store import MAX_BYTES, load_game, save_game, unpack
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
"""Bytes: five times the longest game; the rest is not looked at."""
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
        shown = clean(file, MAX_PATH)
        with refused_games_as_failures(shown):
            print_sentences(_import(Path(file), shown))
    return 0


def _import(path: Path, shown: str) -> str:
    """What has become of the game. Raises Failure, UnreadableRecord, ImpossibleGame, and OSError."""
    if sentence := _no_file(path):
        raise Failure(sentence.format(file=shown))
    history = read_history()
    record = _read(path, shown, history)
    _refuse_impossible_times(record, shown)
    title = table_title(record.title)
    same = next((game for game in history if (game.table, game.number) == (record.table, record.number)), None)
    if same is None:
        save_game(record)
        # Translators: {game} is the id of a game, {title} what its table was called
        sentence = _("The game {game} of {date} at “{title}” is now in your history.")
        return sentence.format(game=record.id, title=title, date=format_when(record.ended))
    if same.id == record.id:
        return _("The game {game} is already in your history.").format(game=record.id)
    sentence = _(
        "“{file}” contains game {number} of “{title}”, which differs from game {game} in your history. To "
        "replace that one, delete it first: sixqp history --delete {game}"
    )
    raise Failure(sentence.format(file=shown, number=record.number, title=title, game=same.id))


def _no_file(path: Path) -> str:
    """Why it isn't one; empty for a file."""
    if path.is_file():
        return ""
    if path.is_dir():
        return _("“{file}” is a folder. Name the files in it.")
    if path.exists():
        return _("“{file}” is a pipe or a device. Write the game into a file first.")
    return _("There is no file “{file}”.")


def _refuse_impossible_times(record: GameRecord, shown: str) -> None:
    """Raises Failure. Clocks differ by a day at most."""
    if record.ended > time.time() + DAY:
        sentence = _("“{file}” contains a game that ended in the future, on {date}. Correct `ended` in the file.")
        raise Failure(sentence.format(file=shown, date=iso_moment(record.ended)))
    if record.began is not None and record.began > record.ended:
        sentence = _("“{file}” contains a game that began after its end. Correct `began` in the file.")
        raise Failure(sentence.format(file=shown))


def _read(path: Path, shown: str, history: Iterable[GameSummary]) -> GameRecord:
    """The checked game. Raises Failure, UnreadableRecord, ImpossibleGame, and OSError."""
    data = read_private(path, MAX_BYTES + 1)
    if data[:100].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        sentence = _("“{file}” is a page for a browser. Ask for the game itself: `sixqp export --json` writes it.")
        raise Failure(sentence.format(file=shown))
    if data.startswith(notation.FIRST_LINE.encode()):
        return _read_notation(path, data, history)
    record = unpack(data)
    check_record(record)
    return in_order(record)


def _read_notation(path: Path, data: bytes, history: Iterable[GameSummary]) -> GameRecord:
    """The game in the history that is the same, or a new one with the name and the time of its file.

    Raises UnreadableRecord, ImpossibleGame, and OSError.
    """
    try:
        facts = notation.parse(data[:MAX_NOTATION].decode())
    except (notation.NotationError, UnicodeDecodeError) as error:
        raise UnreadableRecord(str(error)) from None
    players = tuple(Player(name) for fact in facts if isinstance(fact, GameStarted) for name in fact.names)
    table, ended = sha256(data).hexdigest()[:16], int(path.stat().st_mtime)
    record = in_order(GameRecord(table, 1, clean(path.stem, MAX_TITLE) or "?", ended, players, facts))
    check_record(record)
    rounds = _rounds(summarize(record))
    alike = (load_game(kept.id) for kept in history if _rounds(kept) == rounds)
    return next((kept for kept in alike if kept.facts == record.facts), record)


def _rounds(game: GameSummary) -> list[tuple[int, ...]]:
    return [seat.rounds for seat in game.seats]
