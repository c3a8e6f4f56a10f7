"""The kept games: a file each, named after its id, with its review beside it, and an index of all of them.

Each reading of the index first reads the game files that have changed. An index of another schema, or one with a
single wrong byte, is the same as none. Where the disk takes no index, everything is read each time.
"""

import gzip
import logging
import os
import re
import zlib
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sixqp_tui.analysis.result import Review, UnreadableReview, decode_review, encode_review
from sixqp_tui.features.history.record import (
    GameRecord,
    UnreadableRecord,
    check_record,
    decode_record,
    encode_record,
    with_accuracies,
)
from sixqp_tui.features.history.summary import GameSummary, summarize
from sixqp_tui.joining.background import OnProgress, ignore_progress
from sixqp_tui.store import paths
from sixqp_tui.store.files import read_private, remove_file, write_atomically
from sixqp_tui.store.paths import create_private_folder

FOLDER: Final = "games"
SUFFIX: Final = ".json.gz"
REVIEW_SUFFIX: Final = ".review.gz"
MAX_BYTES: Final = 16 * 1024 * 1024
"""Of a file, compressed or not: 99 rounds of ten players take 2 million, their review 7."""
INDEX: Final = "games.index"
SCHEMA: Final = 1
"""Increase it when a summary, or how it is made of a game and its review, changes."""
MAX_INDEX: Final = 256 * 1024 * 1024
"""Bytes: a hundred thousand games."""
_ID_DIGITS: Final = 12
_ID: Final = re.compile(r"[0-9a-f]+")
_GZIP: Final = 16 + zlib.MAX_WBITS
_log = logging.getLogger(__name__)


# -- games --------------------------------------------------------------------------------------------


def games_path() -> Path:
    return paths.data_path() / FOLDER


def path_of(game: str, suffix: str = SUFFIX) -> Path:
    return games_path() / f"{game}{suffix}"


def read_game(path: Path) -> GameRecord:
    """The game in this file, compressed or not. Raises UnreadableRecord, ImpossibleGame, and OSError."""
    record = unpack(read_private(path, MAX_BYTES + 1))
    check_record(record)
    return record


def load_game(game: str) -> GameRecord:
    """Raises UnreadableRecord, ImpossibleGame, and OSError."""
    return read_game(path_of(game))


def unpack(data: bytes) -> GameRecord:
    """The unchecked game in these bytes, compressed or not. Raises UnreadableRecord."""
    return decode_record(_decompressed(data) if data[:2] == b"\x1f\x8b" else _bounded(data))


def save_game(record: GameRecord) -> GameRecord:
    """Returns the game as it is kept: a readable file stays, because every program at a table writes the same.

    Raises UnreadableRecord if a text or number exceeds its bounds, and OSError.
    """
    record = decode_record(encode_record(with_accuracies(record, (None,) * len(record.players))))
    path = path_of(record.id)
    create_private_folder(path.parent)
    try:
        return unpack(read_private(path, MAX_BYTES + 1))
    except (FileNotFoundError, UnreadableRecord):
        write_atomically(path, gzip.compress(encode_record(record), mtime=0))
    return record


def delete_games(games: Iterable[str]) -> None:
    """With their reviews. Raises OSError."""
    for game in games:
        remove_file(path_of(game))
        with suppress(OSError):
            path_of(game, REVIEW_SUFFIX).unlink()


def _decompressed(packed: bytes) -> bytes:
    """Raises UnreadableRecord."""
    unpacking = zlib.decompressobj(_GZIP)
    try:
        text = unpacking.decompress(_bounded(packed), MAX_BYTES + 1)
    except zlib.error as error:
        raise UnreadableRecord(str(error)) from None
    if not unpacking.eof and len(text) <= MAX_BYTES:
        raise UnreadableRecord("the file ends too soon")
    return _bounded(text)


def _bounded(data: bytes) -> bytes:
    if len(data) > MAX_BYTES:
        raise UnreadableRecord(f"expected at most {MAX_BYTES} bytes")
    return data


# -- their reviews ------------------------------------------------------------------------------------


def write_review(game: str, review: Review) -> None:
    """Do nothing for a game that isn't saved. Raises OSError."""
    if path_of(game).exists():
        packed = gzip.compress(encode_review(review), mtime=0)
        write_atomically(path_of(game, REVIEW_SUFFIX), packed)


def read_review(game: str) -> Review | None:
    """None if there is no readable review."""
    try:
        return decode_review(_decompressed(read_private(path_of(game, REVIEW_SUFFIX), MAX_BYTES + 1)))
    except (OSError, UnreadableRecord, UnreadableReview):
        return None


def kept_review(record: GameRecord, deals: int) -> Review | None:
    """The review with this many deals, if one is saved."""
    review = read_review(record.id)
    return review if review and review.deals == deals and len(review.seats) == len(record.players) else None


def with_kept_accuracies(record: GameRecord) -> GameRecord:
    """With each player's accuracy, if a review is saved."""
    review = read_review(record.id)
    found = [seat.accuracy for seat in review.seats if seat.rounds] if review else []
    return with_accuracies(record, found) if len(found) == len(record.players) else record


# -- the index ----------------------------------------------------------------------------------------


class _GameFile(NamedTuple):
    """`size` and `changed` tell whether the file is still the same, `reviewed` whether its review is.

    The times are in nanoseconds; `reviewed` is None without a review.
    """

    size: int
    changed: int
    reviewed: int | None


class _Entry(Struct, frozen=True):
    """`game` is None for a file that can't be read."""

    file: _GameFile
    game: GameSummary | None


_Index = dict[str, _Entry]


class KeptGames(NamedTuple):
    """The games, newest first, and the files without a readable game."""

    games: tuple[GameSummary, ...]
    unreadable: tuple[Path, ...]


def read_games(on_progress: OnProgress = ignore_progress) -> KeptGames:
    """`on_progress` gets the number of files that are read, and that are to be read. Raises OSError.

    What was read before `on_progress` raises is not read again.
    """
    files, known = _list_files(), _load_index()
    index = {game: entry for game, entry in known.items() if files.get(game) == entry.file}
    fresh = sorted(files.keys() - index.keys())
    try:
        for done, game in enumerate(fresh, 1):
            index[game] = _Entry(files[game], _summary(game))
            on_progress(done, len(fresh))
    finally:
        if fresh or len(index) < len(known):
            _save_index(index)
    return _sorted(index)


def _list_files() -> dict[str, _GameFile]:
    """The files of games, by id; none without the folder. Raises OSError."""
    found: dict[str, dict[str, os.stat_result]] = {SUFFIX: {}, REVIEW_SUFFIX: {}}
    try:
        entries = os.scandir(games_path())
    except FileNotFoundError:
        return {}
    with entries:
        for entry in entries:
            game, suffix = entry.name[:_ID_DIGITS], entry.name[_ID_DIGITS:]
            if suffix in found and _ID.fullmatch(game):
                with suppress(FileNotFoundError):  # somebody has deleted it
                    found[suffix][game] = entry.stat()
    reviewed = {game: stat.st_mtime_ns for game, stat in found[REVIEW_SUFFIX].items()}
    return {
        game: _GameFile(stat.st_size, stat.st_mtime_ns, reviewed.get(game)) for game, stat in found[SUFFIX].items()
    }


def _summary(game: str) -> GameSummary | None:
    try:
        summary = summarize(unpack(read_private(path_of(game), MAX_BYTES + 1)))
    except (OSError, ValueError):
        return None
    review = read_review(game)
    found = {seat.seat: seat.accuracy for seat in review.seats if seat.rounds} if review else {}
    seats = (replace(seat, accuracy=found.get(at)) for at, seat in enumerate(summary.seats))
    return replace(summary, id=game, seats=tuple(seats))


def _sorted(index: _Index) -> KeptGames:
    """Of several files with one game of a table, only the first that was written counts."""
    first: dict[tuple[str, int], GameSummary] = {}
    for _game, entry in sorted(index.items(), key=lambda each: (each[1].file.changed, each[0])):
        if entry.game:
            first.setdefault((entry.game.table, entry.game.number), entry.game)
    games = sorted(first.values(), key=lambda game: (-game.ended, game.table, -game.number))
    unreadable = sorted(game for game, entry in index.items() if entry.game is None)
    return KeptGames(tuple(games), tuple(map(path_of, unreadable)))


def _head(body: bytes) -> bytes:
    return f"sixqp-games {SCHEMA} {sha256(body).hexdigest()}\n".encode()


def _load_index() -> _Index:
    """Empty if there is no index that fits."""
    with suppress(OSError, msgspec.DecodeError):
        head, line, body = read_private(paths.data_path() / INDEX, MAX_INDEX).partition(b"\n")
        if head + line == _head(body):
            return msgspec.json.decode(body, type=_Index)
    return {}


def _save_index(index: _Index) -> None:
    body, path = msgspec.json.encode(index), paths.data_path() / INDEX
    try:
        create_private_folder(path.parent)
        write_atomically(path, _head(body) + body)
    except OSError as error:
        _log.warning("the index of the games could not be kept: %s", error)
