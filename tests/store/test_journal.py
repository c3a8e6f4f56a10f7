"""The journal's file: whatever is cut or flipped, what is read is the beginning of what was written."""

import os
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from support.disks import MemoryDisk, file_of

from sixqp_tui.store import journal_store
from sixqp_tui.store.journal import (
    MARK,
    MAX_BYTES,
    Journal,
    NoJournal,
    create_journal_file,
    frame,
    parse,
)

RECORDS = st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=8).map(tuple)


@given(RECORDS)
def test_written_records_are_read_back(records: tuple[bytes, ...]) -> None:
    journal = Journal(MemoryDisk(file_of(*records)))
    assert (journal.records, journal.lost) == (records, b"")


@given(RECORDS)
def test_a_truncated_last_record_loses_only_that_one(records: tuple[bytes, ...]) -> None:
    whole, before = file_of(*records), file_of(*records[:-1])
    for size in range(len(before), len(whole)):
        assert parse(whole[:size]).records == records[:-1]


@given(RECORDS, st.data())
def test_a_flipped_bit_is_always_detected(records: tuple[bytes, ...], data: st.DataObject) -> None:
    flipped = bytearray(file_of(*records))
    bit = data.draw(st.integers(0, 8 * len(flipped) - 1))
    flipped[bit // 8] ^= 1 << bit % 8
    if bit < 8 * len(MARK):
        with pytest.raises(NoJournal):
            parse(bytes(flipped))
        return
    reading = parse(bytes(flipped))
    assert len(reading.records) < len(records)
    assert reading.records == records[: len(reading.records)]
    assert reading.end * 8 <= bit


@given(RECORDS, st.data())
def test_reordered_or_repeated_records_are_detected(records: tuple[bytes, ...], data: st.DataObject) -> None:
    whole = file_of(*records)
    at = data.draw(st.integers(0, len(records) - 1))
    start, end = (len(file_of(*records[:number])) for number in (at, at + 1))
    assert parse(whole[:end] + whole[start:]).records == records[: at + 1]
    assert parse(whole[:start] + whole[end:]).records == records[:at]


@given(RECORDS, RECORDS, st.integers(0, 60))
def test_after_a_crash_it_continues_after_the_intact_records(
    first: tuple[bytes, ...], second: tuple[bytes, ...], torn: int
) -> None:
    disk = MemoryDisk(file_of(*first) + file_of(*second)[len(MARK) : len(MARK) + torn])
    journal = Journal(disk)
    journal.append(second)
    assert Journal(MemoryDisk(bytes(disk.data))).records == (*first, *second)


@given(st.integers(0, 200), RECORDS)
def test_records_a_full_disk_rejected_never_count(room: int, records: tuple[bytes, ...]) -> None:
    disk = MemoryDisk(room=len(MARK) + room)
    journal = Journal(disk)
    taken: list[bytes] = []
    for record in records:
        try:
            journal.append((record,))
        except OSError:
            assert parse(bytes(disk.data)).records[: len(taken)] == tuple(taken)
        else:
            taken.append(record)
    disk.room = None
    journal.append((b"again",))
    assert Journal(MemoryDisk(bytes(disk.data))).records == (*taken, b"again")


def test_only_what_was_synced_survives_the_machine() -> None:
    disk = MemoryDisk()
    journal = Journal(disk)
    journal.append((b"one",))
    journal.sync()
    journal.append((b"two",))
    assert (Journal(MemoryDisk(disk.safe)).records, disk.syncs) == ((b"one",), 1)


@pytest.mark.parametrize("data", [b"", b"sixqp", b"x" * 100, MARK[:-1]])
def test_an_invalid_journal_is_rejected(data: bytes) -> None:
    with pytest.raises(NoJournal):
        parse(data)


@pytest.mark.parametrize("record", [b"", b"x" * (MAX_BYTES + 1)])
def test_a_record_size_is_checked(record: bytes) -> None:
    with pytest.raises(ValueError, match="record"):
        frame((record,))


def test_a_journal_file_is_private_and_can_be_reopened(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    create_journal_file(path, (b"opening",))
    journal = Journal.at(path)
    journal.append((b"one", b"two"))
    assert parse(path.read_bytes()).records == (b"opening", b"one", b"two")
    journal.close()
    path.write_bytes(path.read_bytes()[:-1] + bytes(20))
    again = Journal.at(path)
    assert again.records == (b"opening", b"one")
    assert len(again.lost) == 30
    again.append((b"three",))
    again.close()
    last = Journal.at(path)
    assert (last.records, last.lost) == ((b"opening", b"one", b"three"), b"")
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_second_host_of_a_table_is_told_who_has_it(tmp_path: Path) -> None:
    claim = journal_store.Claim(tmp_path, "1a2b3c4d", now=7)
    assert journal_store.in_use(tmp_path, "1a2b3c4d")
    with pytest.raises(journal_store.InUse) as in_use:
        journal_store.Claim(tmp_path, "1a2b3c4d", now=8)
    assert in_use.value.header is not None
    assert (in_use.value.header.pid, in_use.value.header.since) == (os.getpid(), 7)
    claim.release()
    assert not journal_store.in_use(tmp_path, "1a2b3c4d")
    journal_store.Claim(tmp_path, "1a2b3c4d", now=9).release()


@pytest.mark.parametrize("table", ["", "..", "a/b", "A", "a.b"])
def test_an_invalid_table_id_names_no_file(tmp_path: Path, table: str) -> None:
    with pytest.raises(FileNotFoundError):
        journal_store.Claim(tmp_path, table, now=0)


def test_the_number_of_journals_is_limited(tmp_path: Path) -> None:
    for number in range(journal_store.MAX_OPEN + 5):
        path = tmp_path / f"{number:03}.journal"
        path.write_bytes(b"x")
        os.utime(path, (number, number))
    held = journal_store.Claim(tmp_path, "001", now=0)
    journal_store.tidy(tmp_path)
    held.release()
    kept = {path.stem for path in journal_store.unfinished(tmp_path)}
    assert kept == {"001", *(f"{number:03}" for number in range(5, journal_store.MAX_OPEN + 5))}


def test_what_stands_beside_a_journal_is_read_without_it(tmp_path: Path) -> None:
    claim = journal_store.Claim(tmp_path, "1a2b3c4d", now=7)
    claim.note(title="Friday\x1b", round=3, code="k7w3qf")
    claim.release()
    header = journal_store.read_header(claim.path)
    assert header and (header.title, header.round, header.code) == ("Friday", 3, "k7w3qf")
    again = journal_store.Claim(tmp_path, "1a2b3c4d", now=8)
    assert (again.header.title, again.header.since) == ("Friday", 8)
    again.drop()
    again.release()
    assert journal_store.read_header(claim.path) is None


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[" * 5000, b'{"table": 7}'])
def test_a_damaged_header_counts_as_none(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "1a2b3c4d.table").write_bytes(data)
    assert journal_store.read_header(tmp_path / "1a2b3c4d.journal") is None
