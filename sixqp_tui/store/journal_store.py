"""The journals of this player's unfinished tables: where they are, what stands beside each, and how many stay."""

import os
import socket
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final, Literal

import msgspec
from filelock import FileLock, Timeout
from msgspec import Struct

from sixqp_protocol.cleaning import Id, Name, Title, cleaned
from sixqp_protocol.room_code import code_of
from sixqp_protocol.text import PLAIN_ID
from sixqp_tui.store.files import DamagedFile, is_locked, remove_file, write_atomically
from sixqp_tui.store.private_file import PrivateFile

FOLDER: Final = "tables"
ALONE: Final = "alone"
"""Games in one process have their own folder, so that they never displace tables."""
OPEN: Final = ".journal"
HEADER: Final = ".table"
MAX_OPEN: Final = 20
"""The latest unfinished tables, which stay."""
MAX_HEADER: Final = 64 * 1024
TableCommand = Literal["host", "serve", "play", "local"]


class TableHeader(Struct, frozen=True):
    """What is known of a table without reading its journal, and what isn't in the journal, which may be given away.

    `host` is the owner's name, "" without one, and `owner` their key. `round` is that of the current game, 0
    between games. `programs` are the keys with which players may continue the `evening`; it is `continued` at a
    player's machine. The table last listened at `port`, and `code` locks it. The process `pid` of a `machine`
    opened it at `since`, in seconds since 1970.
    """

    table: Id
    title: Title = ""
    host: Name = ""
    round: int = 0
    command: TableCommand = "host"
    owner: bytes | None = None
    evening: str = ""
    programs: frozenset[bytes] = frozenset()
    continued: bool = False
    port: int | None = None
    code: str | None = None
    pid: int = 0
    machine: Name = ""
    since: int = 0

    @property
    def alone(self) -> bool:
        return self.command in ("play", "local")


def read_header(journal: Path) -> TableHeader | None:
    """What stands beside a journal, if it can be read."""
    header = None
    with suppress(OSError, DamagedFile):
        header = PrivateFile(journal.with_suffix(HEADER), TableHeader, MAX_HEADER).read()
    return header and msgspec.structs.replace(cleaned(header), table=journal.stem, code=code_of(header.code or ""))


class InUse(Exception):
    """Another process has the journal open; the `header` says which one, if it is known."""

    def __init__(self, header: TableHeader | None) -> None:
        super().__init__("another process has this journal open")
        self.header = header


class Claim:
    """Exclusive access to one table's journal until `release`. Raises InUse, OSError."""

    def __init__(self, folder: Path, table: str, now: int) -> None:
        if not PLAIN_ID.fullmatch(table):
            raise FileNotFoundError(2, "no table has such an id", table)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.path = folder / f"{table}{OPEN}"
        self._lock = FileLock(folder / f"{table}.lock", mode=0o600, thread_local=False)
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            raise InUse(read_header(self.path)) from None
        self._noting = Lock()
        known = read_header(self.path)
        self._described = known is not None
        self.header = known or TableHeader(table)
        try:
            self.note(pid=os.getpid(), machine=socket.gethostname(), since=now)
        except OSError:
            self._lock.release()
            raise

    def note(self, **changes: object) -> None:
        """Change the header, from any thread. Raises OSError."""
        with self._noting:
            header = msgspec.structs.replace(self.header, **changes)
            if header != self.header:
                write_atomically(self.path.with_suffix(HEADER), msgspec.json.encode(header))
                self.header = header

    def set_aside(self, lost: bytes) -> None:
        write_atomically(self.path.with_suffix(".lost"), lost)

    def release(self, unreadable: bool = False) -> None:
        """Remove a header that was made for an `unreadable` journal: it describes no table."""
        if unreadable and not self._described:
            remove_file(self.path.with_suffix(HEADER))
        self._lock.release()

    def drop(self) -> None:
        """Delete the journal of a table that is over. Close it first."""
        remove_file(self.path)
        remove_file(self.path.with_suffix(HEADER))


def unfinished(folder: Path) -> list[Path]:
    """The latest first."""
    dated = [(_age(path), path) for path in folder.glob(f"*{OPEN}") if path.is_file()]
    return [path for _, path in sorted(dated, reverse=True)]


def in_use(folder: Path, table: str) -> bool:
    return is_locked(folder / f"{table}.lock")


def wait_until_free(folder: Path, table: str, seconds: float) -> None:
    lock = FileLock(folder / f"{table}.lock", mode=0o600)
    with suppress(Timeout), lock.acquire(timeout=seconds):
        return


def tidy(folder: Path) -> None:
    for path in unfinished(folder)[MAX_OPEN:]:
        if not in_use(folder, path.stem):
            for ending in (OPEN, HEADER, ".lost", ".lock"):
                with suppress(PermissionError):
                    path.with_suffix(ending).unlink(missing_ok=True)


def _age(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0
