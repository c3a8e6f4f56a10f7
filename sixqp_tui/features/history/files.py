"""The files of the history: one a game, named after its id, and what was found out about it beside it."""

import gzip
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from sixqp_tui.analysis.result import Review, UnreadableReview, decode_review
from sixqp_tui.features.history.record import (
    GameRecord,
    Player,
    UnreadableRecord,
    decode_record,
    encode_record,
)
from sixqp_tui.store import paths
from sixqp_tui.store.atomic_write import write_atomically
from sixqp_tui.store.busy_files import remove_file
from sixqp_tui.store.file_lock import hold_lock
from sixqp_tui.store.paths import create_private_folder
from sixqp_tui.store.private_files import read_private

FOLDER: Final = "games"
SUFFIX: Final = ".json.gz"
MAX_RECORD: Final = 16 * 1024 * 1024
"""Bytes of JSON that are unpacked or read: 99 rounds of ten make 2 million, and people may indent them."""
MAX_FILE: Final = MAX_RECORD
"""Bytes of a file that is read, compressed or not."""
LOCK: Final = ".lock"
LOCK_SECONDS: Final = 10.0
"""Seconds that a writer waits for others: ten programs that keep one game are done in one."""
_NAME = re.compile(r"[0-9a-f]{12}\.json\.gz")
_GZIP: Final = 16 + zlib.MAX_WBITS


class GameFile(NamedTuple):
    """A file as it lies there: whose game it holds, and what tells whether it has changed."""

    id: str
    size: int
    changed: int


def games_path() -> Path:
    return paths.data_path() / FOLDER


def list_files(folder: Path) -> Iterator[GameFile]:
    """The files of games, in no order; nothing where the folder is missing. Raises OSError."""
    try:
        entries = os.scandir(folder)
    except FileNotFoundError:
        return
    with entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name):
                with suppress(FileNotFoundError):  # somebody has deleted it meanwhile
                    stat = entry.stat()
                    yield GameFile(entry.name.removesuffix(SUFFIX), stat.st_size, stat.st_mtime_ns)


def path_of(folder: Path, game: str) -> Path:
    return folder / f"{game}{SUFFIX}"


def read_game(path: Path) -> GameRecord:
    """The game in this file, compressed or not. Nobody has checked its facts: see `check_record`.

    Raises OSError, and UnreadableRecord.
    """
    return unpack(read_private(path, MAX_FILE + 1))


def unpack(data: bytes) -> GameRecord:
    """The game in these bytes of a file, compressed or not, as unchecked as that. Raises UnreadableRecord."""
    return decode_record(_unpacked(data) if data[:2] == b"\x1f\x8b" else _bounded(data))


def pack(record: GameRecord) -> bytes:
    return gzip.compress(encode_record(record), mtime=0)


def write_game(folder: Path, record: GameRecord) -> GameRecord:
    """Keep this game, and return it as it lies there now; any number of programs may keep the same one.

    The game has been checked (`check_record`). A file that is there keeps what it says, and gains what it lacks.
    Raises UnreadableRecord where texts or numbers are no record's, and OSError.
    """
    record = decode_record(encode_record(record))
    create_private_folder(folder)
    path = path_of(folder, record.id)
    # Two programs that know different persons of one game would lose each other's.
    with hold_lock(folder / LOCK, LOCK_SECONDS, folder):
        kept = _read_kept(path)
        whole = _merge(kept, record) if kept else record
        if whole != kept:
            write_atomically(path, pack(whole), private=True)
    return whole


def delete_game(folder: Path, game: str) -> None:
    """Delete the game of this id for good, if it is there. Raises OSError."""
    remove_file(path_of(folder, game))


def _merge(kept: GameRecord, other: GameRecord) -> GameRecord:
    """The kept record of a game, with what another one of the same game knows beyond it."""
    begins = [record.began for record in (kept, other) if record.began is not None]
    players = tuple(map(_merge_player, kept.players, other.players))
    return replace(kept, players=players, began=min(begins, default=None), seeded=kept.seeded or other.seeded)


def _merge_player(kept: Player, other: Player) -> Player:
    return replace(other, name=kept.name) if not kept.person and not kept.level else kept


def _read_kept(path: Path) -> GameRecord | None:
    """What lies there; None where nothing does, or nothing that can be read."""
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


MAX_COMPANION: Final = 16 * 1024 * 1024
"""Bytes of such a file, packed or not: the review of 99 rounds of ten has 7 million."""


class CompanionFile(NamedTuple):
    """A kind of such file, by what their names end with behind the id of the game."""

    suffix: str

    def path(self, folder: Path, game: str) -> Path:
        return folder / f"{game}{self.suffix}"

    def read(self, game: str) -> bytes | None:
        """What is kept of the game of this id; None where there is nothing that can be read."""
        try:
            packed = read_private(self.path(games_path(), game), MAX_COMPANION)
            unpacking = zlib.decompressobj(16 + zlib.MAX_WBITS)
            found = unpacking.decompress(packed, MAX_COMPANION)
        except (OSError, zlib.error):
            return None
        return found if unpacking.eof else None

    def write(self, game: str, found: bytes) -> None:
        """Keep this in the place of what is older; nothing where the game itself is not kept. Raises OSError."""
        folder = games_path()
        if path_of(folder, game).exists():
            write_atomically(self.path(folder, game), gzip.compress(found, mtime=0), private=True)

    def delete(self, folder: Path, game: str) -> None:
        """Delete that of a game that is deleted, if there is one."""
        with suppress(OSError):
            self.path(folder, game).unlink()


REVIEW: Final = CompanionFile(".review.gz")
"""What its decisions cost."""
PUZZLES: Final = CompanionFile(".puzzles.gz")
"""The puzzles that it holds for this user."""
COMPANION_FILES: Final = (REVIEW, PUZZLES)


def kept_review(record: GameRecord, deals: int) -> Review | None:
    """The whole review of this game over so many deals, where one is kept."""
    kept = REVIEW.read(record.id)
    if kept is None:
        return None
    try:
        review = decode_review(kept)
    except UnreadableReview:
        return None
    fits = review.whole and review.deals == deals and len(review.seats) == len(record.players)
    return review if fits else None
