"""The index of the kept games: one file, which follows their files and can be thrown away.

Each reading first reads the game files that have changed. An index of another schema, or one with a single wrong
byte, is the same as none. Where the disk takes no index, everything is read each time.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sixqp_tui.features.history.files import GameFile, list_files, path_of, read_game, read_review
from sixqp_tui.features.history.record import UnreadableRecord
from sixqp_tui.features.history.summary import GameSummary, summarize
from sixqp_tui.store.files import read_private, write_atomically
from sixqp_tui.store.paths import create_private_folder

FILE_NAME: Final = "games.index"
SCHEMA: Final = 1
"""Increase it when a summary, or how it is made of a game and its review, changes."""
MAX_BYTES: Final = 256 * 1024 * 1024
"""A hundred thousand games."""
OnProgress = Callable[[int, int], None]
"""Called with the number of files that are read, and that are to be read."""
_log = logging.getLogger(__name__)


class _Entry(Struct, frozen=True):
    """`game` is None for a file that can't be read."""

    file: GameFile
    game: GameSummary | None


class KeptGames(NamedTuple):
    """The games, newest first, and the files without a readable game."""

    games: tuple[GameSummary, ...]
    unreadable: tuple[Path, ...]


def read_index(folder: Path, path: Path, on_progress: OnProgress = lambda done, of: None) -> KeptGames:
    """The games in `folder`, with the index at `path`. Raises OSError if the folder can't be read.

    What was read before `on_progress` raises is not read again.
    """
    files = list_files(folder)
    known = _load(path)
    entries = {game: entry for game, entry in known.items() if files.get(game) == entry.file}
    fresh = sorted(files.keys() - entries.keys())
    try:
        for done, game in enumerate(fresh, 1):
            entries[game] = _Entry(files[game], _summary(folder, game))
            on_progress(done, len(fresh))
    finally:
        if fresh or len(entries) < len(known):
            _save(path, entries)
    return _sorted(folder, entries)


def _summary(folder: Path, game: str) -> GameSummary | None:
    try:
        summary = summarize(read_game(path_of(folder, game)))
    except (OSError, UnreadableRecord, ValueError):
        return None
    review = read_review(game, folder)
    found = {seat.seat: seat.accuracy for seat in review.seats if seat.rounds} if review else {}
    seats = (replace(seat, accuracy=found.get(at)) for at, seat in enumerate(summary.seats))
    return replace(summary, id=game, seats=tuple(seats))


def _sorted(folder: Path, entries: dict[str, _Entry]) -> KeptGames:
    """Of several files with one game of a table, only the first that was written counts."""
    first: dict[tuple[str, int], GameSummary] = {}
    for entry in sorted(entries.values(), key=lambda entry: (entry.file.changed, entry.file.id)):
        if entry.game:
            first.setdefault((entry.game.table, entry.game.number), entry.game)
    games = sorted(first.values(), key=lambda game: (-game.ended, game.table, -game.number))
    unreadable = sorted(game for game, entry in entries.items() if entry.game is None)
    return KeptGames(tuple(games), tuple(path_of(folder, game) for game in unreadable))


def _head(body: bytes) -> bytes:
    return f"sixqp-games {SCHEMA} {sha256(body).hexdigest()}\n".encode()


def _load(path: Path) -> dict[str, _Entry]:
    """Empty if there is no index that fits."""
    with suppress(OSError, msgspec.DecodeError):
        head, line, body = read_private(path, MAX_BYTES).partition(b"\n")
        if head + line == _head(body):
            return msgspec.json.decode(body, type=dict[str, _Entry])
    return {}


def _save(path: Path, entries: dict[str, _Entry]) -> None:
    body = msgspec.json.encode(entries)
    try:
        create_private_folder(path.parent)
        write_atomically(path, _head(body) + body, private=True)
    except OSError as error:
        _log.warning("the index of the games could not be kept: %s", error)
