"""A file of records that only grows, and whose damage is always noticed.

What `append` has written survives the process; what was synced, the machine, too. It begins with a mark of 8
bytes. A record is its length, CRC-32 and content. Numbers have 4 bytes, big-endian. A record's CRC continues the
one before and covers the length, so no record can be missing, repeated or moved.
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from struct import Struct
from typing import Final, NamedTuple, Self
from zlib import crc32

from sixqp_tui.store.files import retry_while_busy, write_atomically

MARK: Final = b"sixqp\r\n\x1a"
MAX_BYTES: Final = 64 * 1024
_LENGTH: Final = Struct(">I")
_RECORD: Final = Struct(">II")


class NoJournal(ValueError):
    """The bytes don't begin like a journal."""


class Reading(NamedTuple):
    """The records before the first bad one, and the position and CRC there."""

    records: tuple[bytes, ...]
    end: int
    crc: int


def frame(records: Iterable[bytes], crc: int = 0) -> tuple[bytes, int]:
    """The bytes of these records behind others with this CRC, or behind the mark, and the CRC after them."""
    out = bytearray()
    for record in records:
        if not 0 < len(record) <= MAX_BYTES:
            raise ValueError(f"expected a record of 1 to {MAX_BYTES} bytes, got {len(record)}")
        crc = _crc(record, crc)
        out += _RECORD.pack(len(record), crc) + record
    return bytes(out), crc


def parse(data: bytes) -> Reading:
    """All complete records of a file. Raises NoJournal."""
    if not data.startswith(MARK):
        raise NoJournal("not a journal, or damaged in its first bytes")
    records: list[bytes] = []
    at, crc = len(MARK), 0
    while (record := _record(data, at, crc)) is not None:
        records.append(record)
        crc = _crc(record, crc)
        at += _RECORD.size + len(record)
    return Reading(tuple(records), at, crc)


def _record(data: bytes, at: int, before: int) -> bytes | None:
    if at + _RECORD.size > len(data):
        return None
    length, crc = _RECORD.unpack_from(data, at)
    record = data[at + _RECORD.size : at + _RECORD.size + length]
    whole = 0 < length <= MAX_BYTES and len(record) == length
    return record if whole and _crc(record, before) == crc else None


def _crc(record: bytes, before: int) -> int:
    return crc32(record, crc32(_LENGTH.pack(len(record)), before))


class Journal:
    """The records of one file.

    `records` are those found when it was opened. `lost` follows the last complete record: one that a crash
    interrupted, or everything after damage. The next write drops it. Raises NoJournal, OSError.
    """

    def __init__(self, disk: "FileDisk") -> None:
        data = disk.read()
        reading = parse(data)
        self.records = reading.records
        self.lost = data[reading.end :]
        self._disk, self._end, self._crc = disk, reading.end, reading.crc
        self._ragged = bool(self.lost)

    @classmethod
    def at(cls, path: Path) -> Self:
        disk = FileDisk(path)
        try:
            return cls(disk)
        except BaseException:
            disk.close()
            raise

    def append(self, records: Iterable[bytes]) -> None:
        """Raises OSError, and then the next ones replace what was written of these."""
        data, crc = frame(records, self._crc)
        if self._ragged:
            self._disk.cut(self._end)
        self._ragged = True
        self._disk.write(data, self._end)
        self._end, self._crc, self._ragged = self._end + len(data), crc, False

    def sync(self) -> None:
        """Raises OSError. May run in a thread, beside `append`."""
        self._disk.sync()

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
        """No crash loses what was written before. Raises OSError."""
        if sys.platform == "linux":
            os.fdatasync(self._file.fileno())
        else:
            os.fsync(self._file.fileno())

    def cut(self, size: int) -> None:
        self._file.truncate(size)

    def close(self) -> None:
        self._file.close()


def create_journal_file(path: Path, records: Iterable[bytes]) -> None:
    """Create a private file, whole or not at all. Raises OSError."""
    data, _crc = frame(records)
    write_atomically(path, MARK + data)
