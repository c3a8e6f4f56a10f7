"""A file of records that is written during the game: what `append` has taken survives any crash."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Protocol, Self

from sixqp_tui.store.atomic_write import write_atomically
from sixqp_tui.store.busy_files import retry_while_busy
from sixqp_tui.store.record_format import frame, header, parse


class NewerJournal(ValueError):
    """The file has a version that only newer programs know."""


class Disk(Protocol):
    """One file as the journal uses it. Every method raises OSError if the disk refuses."""

    def read(self) -> bytes:
        pass

    def write(self, data: bytes, at: int) -> None:
        pass

    def sync(self) -> None:
        """From now on no crash loses what was written."""

    def cut(self, size: int) -> None:
        """Drop everything after the first `size` bytes."""

    def close(self) -> None:
        pass


class Journal:
    """The records of one file.

    `records` are those it held when it was opened. `lost` is what follows the last complete record: the rest of one
    that a crash interrupted, or everything after damage. The next write drops it. Opening raises NoJournal,
    NewerJournal, OSError.
    """

    def __init__(self, disk: Disk, version: int) -> None:
        data = disk.read()
        reading = parse(data)
        if reading.version > version:
            raise NewerJournal(f"expected version {version} or older, got {reading.version}")
        self.records = reading.records
        self.lost = data[reading.end :]
        self._disk, self._end, self._crc = disk, reading.end, reading.crc
        self._ragged = bool(self.lost)

    @classmethod
    def at(cls, path: Path, version: int) -> Self:
        disk = FileDisk(path)
        try:
            return cls(disk, version)
        except BaseException:
            disk.close()
            raise

    def append(self, records: Iterable[bytes]) -> None:
        """Write these so that no crash loses them. Raises OSError, and then none of them will ever count."""
        data, crc = frame(records, self._crc)
        if self._ragged:
            self._disk.cut(self._end)
        self._ragged = True
        try:
            self._disk.write(data, self._end)
            self._disk.sync()
        except OSError:
            self._take_out()
            raise
        self._end, self._crc, self._ragged = self._end + len(data), crc, False

    def _take_out(self) -> None:
        """Remove what a failed write left: complete records in it would count after a crash."""
        with suppress(OSError):
            self._disk.cut(self._end)
            self._disk.sync()

    def demand_room(self, size: int) -> None:
        """Raises OSError unless the disk has this many bytes left; nothing of them stays."""
        self._ragged = True
        self._disk.write(bytes(size), self._end)
        self._disk.sync()
        self._disk.cut(self._end)
        self._ragged = False

    def reread(self) -> tuple[bytes, ...]:
        """The records that count now, from the disk. Raises OSError."""
        return parse(self._disk.read()[: self._end]).records

    def close(self) -> None:
        self._disk.close()


class FileDisk:
    def __init__(self, path: Path) -> None:
        self._file = retry_while_busy(lambda: path.open("r+b", buffering=0))

    def read(self) -> bytes:
        self._file.seek(0)
        return self._file.read()

    def write(self, data: bytes, at: int) -> None:
        self._file.seek(at)
        left = memoryview(data)
        while left:
            left = left[self._file.write(left) :]

    def sync(self) -> None:
        """Sync content and length, but not the times. Raises OSError."""
        if sys.platform == "linux":
            os.fdatasync(self._file.fileno())
        else:
            os.fsync(self._file.fileno())

    def cut(self, size: int) -> None:
        self._file.truncate(size)

    def close(self) -> None:
        self._file.close()


def create_journal_file(path: Path, version: int, records: Iterable[bytes]) -> None:
    """A new private file with these records; it appears whole or not at all. Raises OSError."""
    beginning = header(version)
    data, _crc = frame(records, parse(beginning).crc)
    write_atomically(path, beginning + data, private=True)
