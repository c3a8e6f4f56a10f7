"""The journals of this player's tables: their folder, who has one open, and how many are kept."""

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from filelock import FileLock, Timeout

from sixqp_protocol.room_code import MAX_LENGTH, code_of
from sixqp_protocol.text import PLAIN_ID
from sixqp_tui.store.files import DamagedFile, read_json, read_private, remove_file, replace_file, write_atomically

FOLDER: Final = "tables"
ALONE: Final = "alone"
"""Games in one process have their own folder, so that they never displace tables."""
OPEN: Final = ".journal"
DONE: Final = ".done"
CODE: Final = ".code"
MAX_OPEN: Final = 20
"""The latest unfinished tables, which stay."""
MAX_DONE: Final = 100
MAX_BYTES: Final = 64 * 1024 * 1024
"""Finished tables that stay; a long game takes about 100 KiB."""
MAX_HOLDER: Final = 4096


class Holder(msgspec.Struct, frozen=True):
    """The process that has a journal open, since when (seconds since 1970)."""

    pid: int
    host: str
    since: int


class InUse(Exception):
    """Another process has the journal open; `holder` is None if unknown."""

    def __init__(self, holder: Holder | None) -> None:
        super().__init__("another process has this journal open")
        self.holder = holder


class Claim:
    """Exclusive access to one table's journal until `release`. Raises InUse, OSError."""

    def __init__(self, folder: Path, table: str, now: int) -> None:
        if not PLAIN_ID.fullmatch(table):
            raise FileNotFoundError(2, "no table has such an id", table)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.path = folder / f"{table}{OPEN}"
        self._lock = FileLock(folder / f"{table}.lock", mode=0o600, thread_local=False)
        holder_file = folder / f"{table}.holder"
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            raise InUse(_holder(holder_file)) from None
        try:
            write_atomically(
                holder_file, msgspec.json.encode(Holder(os.getpid(), socket.gethostname(), now)), private=True
            )
        except OSError:
            self._lock.release()
            raise

    def set_aside(self, lost: bytes) -> None:
        write_atomically(self.path.with_suffix(".lost"), lost, private=True)

    @property
    def code(self) -> str | None:
        """The stored room code, if there is a valid one. Raises OSError."""
        try:
            return code_of(read_private(self._code, MAX_LENGTH).decode("ascii", "replace"))
        except FileNotFoundError:
            return None

    def keep_code(self, code: str) -> None:
        """Store the room code beside the journal, which doesn't contain it. Raises OSError."""
        write_atomically(self._code, code.encode(), private=True)

    @property
    def _code(self) -> Path:
        return self.path.with_suffix(CODE)

    def release(self) -> None:
        self._lock.release()

    def put_away(self) -> None:
        """The table is over: keep its journal for scores and replays. Close it first."""
        remove_file(self._code)
        replace_file(self.path, self.path.with_suffix(DONE))

    def drop(self) -> None:
        """Delete the journal of a table where nothing worth keeping happened. Close it first."""
        remove_file(self._code)
        remove_file(self.path)


def unfinished(folder: Path) -> list[Path]:
    return _by_age(folder, OPEN)


def in_use(folder: Path, table: str) -> bool:
    lock = FileLock(folder / f"{table}.lock", mode=0o600)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return True
    lock.release()
    return False


def wait_until_free(folder: Path, table: str, seconds: float) -> None:
    lock = FileLock(folder / f"{table}.lock", mode=0o600)
    with suppress(Timeout), lock.acquire(timeout=seconds):
        return


def tidy(folder: Path) -> None:
    size = 0
    for number, path in enumerate(_by_age(folder, DONE)):
        size += _size(path)
        if number >= MAX_DONE or size > MAX_BYTES:
            _drop(path)
    for path in unfinished(folder)[MAX_OPEN:]:
        if not in_use(folder, path.stem):
            _drop(path)


def _drop(path: Path) -> None:
    for suffix in (path.suffix, CODE, ".lost", ".holder", ".lock"):
        with suppress(PermissionError):
            path.with_suffix(suffix).unlink(missing_ok=True)


def _by_age(folder: Path, suffix: str) -> list[Path]:
    dated = [(_age(path), path) for path in folder.glob(f"*{suffix}") if path.is_file()]
    return [path for _, path in sorted(dated, reverse=True)]


def _age(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _holder(path: Path) -> Holder | None:
    try:
        return read_json(path, MAX_HOLDER, Holder)
    except (OSError, DamagedFile):
        return None
