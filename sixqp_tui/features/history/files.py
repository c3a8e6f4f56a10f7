"""Game files, named after the ids of the games, and the reviews beside them."""

import gzip
import os
import re
import time
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from sixqp_tui.analysis.result import Review, UnreadableReview, decode_review, encode_review
from sixqp_tui.features.history.record import (
    GameRecord,
    Player,
    UnreadableRecord,
    decode_record,
    encode_record,
    with_accuracies,
)
from sixqp_tui.store import paths
from sixqp_tui.store.files import hold_lock, read_private, remove_file, write_atomically
from sixqp_tui.store.paths import create_private_folder

FOLDER: Final = "games"
SUFFIX: Final = ".json.gz"
MAX_RECORD: Final = 16 * 1024 * 1024
"""Bytes of JSON: 99 rounds of ten players take 2 million, and people may indent them."""
MAX_FILE: Final = MAX_RECORD
"""Bytes, compressed or not."""
LOCK: Final = ".lock"
LOCK_SECONDS: Final = 10.0
"""Longest wait for other writers; ten programs that save one game are done in one second."""
UNFINISHED_SECONDS: Final = 3600
"""Age from which a temporary file belongs to no program that is still writing it."""
_ID_DIGITS: Final = 12
_ID: Final = re.compile(r"[0-9a-f]+")
_GZIP: Final = 16 + zlib.MAX_WBITS


class GameFile(NamedTuple):
    """`size` and `changed` tell whether the file is still the same, `reviewed` whether its review is.

    The times are in nanoseconds; `reviewed` is None without a review.
    """

    id: str
    size: int
    changed: int
    reviewed: int | None


def games_path() -> Path:
    return paths.data_path() / FOLDER


def list_files(folder: Path) -> dict[str, GameFile]:
    """The files of games, by id; none without the folder. Raises OSError."""
    found: dict[str, dict[str, os.stat_result]] = {SUFFIX: {}, REVIEW_SUFFIX: {}}
    try:
        entries = os.scandir(folder)
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
        game: GameFile(game, stat.st_size, stat.st_mtime_ns, reviewed.get(game))
        for game, stat in found[SUFFIX].items()
    }


def path_of(folder: Path, game: str) -> Path:
    return folder / f"{game}{SUFFIX}"


def read_game(path: Path) -> GameRecord:
    """The unchecked game in this file, compressed or not (`check_record`).

    Raises OSError, and UnreadableRecord.
    """
    return unpack(read_private(path, MAX_FILE + 1))


def unpack(data: bytes) -> GameRecord:
    return decode_record(_unpacked(data) if data[:2] == b"\x1f\x8b" else _bounded(data))


def pack(record: GameRecord) -> bytes:
    return gzip.compress(encode_record(record), mtime=0)


def write_game(folder: Path, record: GameRecord) -> GameRecord:
    """An existing file keeps its contents, and gains what it lacks.

    Raises UnreadableRecord if a text or number exceeds its bounds, and OSError.
    """
    record = decode_record(encode_record(with_accuracies(record, (None,) * len(record.players))))
    create_private_folder(folder)
    path = path_of(folder, record.id)
    _remove_unfinished(folder)
    # Two programs that know different things about one game would lose each other's.
    with hold_lock(folder / LOCK, LOCK_SECONDS, folder):
        kept = _read_kept(path)
        whole = _merge(kept, record) if kept else record
        if whole != kept:
            write_atomically(path, pack(whole), private=True)
    return whole


def _remove_unfinished(folder: Path) -> None:
    for file in folder.glob(".*.tmp"):
        with suppress(OSError):
            if time.time() - file.stat().st_mtime > UNFINISHED_SECONDS:
                file.unlink()


def delete_game(folder: Path, game: str) -> None:
    """Raises OSError."""
    remove_file(path_of(folder, game))


def _merge(kept: GameRecord, other: GameRecord) -> GameRecord:
    begins = [record.began for record in (kept, other) if record.began is not None]
    players = tuple(map(_merge_player, kept.players, other.players))
    return replace(kept, players=players, began=min(begins, default=None), seeded=kept.seeded or other.seeded)


def _merge_player(kept: Player, other: Player) -> Player:
    return replace(other, name=kept.name) if not kept.key and not kept.level else kept


def _read_kept(path: Path) -> GameRecord | None:
    """None if there is no readable file."""
    try:
        return read_game(path)
    except (FileNotFoundError, UnreadableRecord):
        return None


def _unpacked(data: bytes) -> bytes:
    unpacking = zlib.decompressobj(_GZIP)
    try:
        text = unpacking.decompress(_bounded(data, MAX_FILE), MAX_RECORD + 1)
    except zlib.error as error:
        raise UnreadableRecord(str(error)) from None
    if not unpacking.eof and len(text) <= MAX_RECORD:
        raise UnreadableRecord("the file ends too soon")
    return _bounded(text)


def _bounded(data: bytes, most: int = MAX_RECORD) -> bytes:
    if len(data) > most:
        raise UnreadableRecord(f"expected at most {most} bytes")
    return data


MAX_REVIEW: Final = 16 * 1024 * 1024
"""Bytes, compressed or not: the review of 99 rounds of ten players takes 7 million."""
REVIEW_SUFFIX: Final = ".review.gz"


def review_path(folder: Path, game: str) -> Path:
    return folder / f"{game}{REVIEW_SUFFIX}"


def write_review(game: str, review: Review) -> None:
    """Do nothing for a game that isn't saved. Raises OSError."""
    folder = games_path()
    if path_of(folder, game).exists():
        packed = gzip.compress(encode_review(review), mtime=0)
        write_atomically(review_path(folder, game), packed, private=True)


def delete_review(folder: Path, game: str) -> None:
    with suppress(OSError):
        review_path(folder, game).unlink()


def kept_review(record: GameRecord, deals: int) -> Review | None:
    """The complete review with this many deals, if one is saved."""
    review = read_review(record.id)
    return review if review and review.deals == deals and len(review.seats) == len(record.players) else None


def with_kept_accuracies(record: GameRecord) -> GameRecord:
    """With each player's accuracy, if a complete review is saved."""
    review = read_review(record.id)
    found = [seat.accuracy for seat in review.seats if seat.rounds] if review else []
    return with_accuracies(record, found) if len(found) == len(record.players) else record


def read_review(game: str, folder: Path | None = None) -> Review | None:
    """None if there is no complete, readable review."""
    try:
        packed = read_private(review_path(folder or games_path(), game), MAX_REVIEW)
        unpacking = zlib.decompressobj(_GZIP)
        found = unpacking.decompress(packed, MAX_REVIEW)
        review = decode_review(found) if unpacking.eof else None
    except (OSError, zlib.error, UnreadableReview):
        return None
    return review if review and review.whole else None
