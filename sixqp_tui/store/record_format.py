"""Records in a file that only grows, in which no damage passes unnoticed. Pure: bytes in and out.

The file is a head of 16 bytes (a mark of 8, the version of the records, the CRC-32 of both) and records: length,
CRC-32 and content; numbers have 4 bytes, big-endian. A record's CRC continues that of the record before, and covers
the length, so that no record can be missing, repeated or moved.
"""

from collections.abc import Iterable
from struct import Struct
from typing import Final, NamedTuple
from zlib import crc32

MARK: Final = b"sixqp\r\n\x1a"
MAX_BYTES: Final = 64 * 1024
_HEAD: Final = Struct(">8sII")
_LENGTH: Final = Struct(">I")
_RECORD: Final = Struct(">II")


class NoJournal(ValueError):
    """The bytes don't begin like a file of records."""


class Reading(NamedTuple):
    """The version, the records up to the first bad one, where that one begins, and the CRC there."""

    version: int
    records: tuple[bytes, ...]
    end: int
    crc: int


def header(version: int) -> bytes:
    checked = _HEAD.pack(MARK, version, 0)[:-4]
    return checked + _LENGTH.pack(crc32(checked))


def frame(records: Iterable[bytes], crc: int) -> tuple[bytes, int]:
    """These records as bytes to append after this CRC, and the last CRC. Raises ValueError over 64 KiB."""
    out = bytearray()
    for record in records:
        if not 0 < len(record) <= MAX_BYTES:
            raise ValueError(f"expected a record of 1 to {MAX_BYTES} bytes, got {len(record)}")
        crc = _crc(record, crc)
        out += _RECORD.pack(len(record), crc) + record
    return bytes(out), crc


def parse(data: bytes) -> Reading:
    """All complete records of a file. Raises NoJournal if its head is incomplete."""
    if len(data) < _HEAD.size:
        raise NoJournal("too short")
    _mark, version, crc = _HEAD.unpack_from(data)
    if header(version) != data[: _HEAD.size]:
        raise NoJournal("not a journal, or damaged in its first bytes")
    records: list[bytes] = []
    at = _HEAD.size
    while (record := _record(data, at, crc)) is not None:
        records.append(record)
        crc = _crc(record, crc)
        at += _RECORD.size + len(record)
    return Reading(version, tuple(records), at, crc)


def _record(data: bytes, at: int, before: int) -> bytes | None:
    if at + _RECORD.size > len(data):
        return None
    length, crc = _RECORD.unpack_from(data, at)
    record = data[at + _RECORD.size : at + _RECORD.size + length]
    whole = 0 < length <= MAX_BYTES and len(record) == length
    return record if whole and _crc(record, before) == crc else None


def _crc(record: bytes, before: int) -> int:
    return crc32(record, crc32(_LENGTH.pack(len(record)), before))
