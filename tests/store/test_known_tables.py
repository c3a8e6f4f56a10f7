"""The tables a player knows survive a restart, two writers and a damaged file."""

import subprocess
import sys
from pathlib import Path

import pytest

from sixqp_tui.store.known_tables import MAX_TABLES, KnownTables

PIN = "ab" * 32


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.json"


def test_a_table_is_recalled_by_id_and_by_address(path: Path) -> None:
    here = ("192.168.1.20", 4666)
    KnownTables(path).remember("1a2b3c4d", seen=5, title="Friday\x1b", addresses=(here,))
    known = KnownTables(path).recall("1a2b3c4d")
    assert known is not None and (known.title, known.seen) == ("Friday", 5)
    assert KnownTables(path).by_address(*here) == known
    assert KnownTables(path).recall("other") is None


def test_omitted_values_stay_known(path: Path) -> None:
    known = KnownTables(path)
    known.remember("t", seen=1, title="A", fingerprint=PIN, addresses=(("a", 1),))
    fresh = known.remember("t", seen=2, addresses=(("b", 2),))
    assert (fresh.title, fresh.fingerprint) == ("A", PIN)
    assert fresh.addresses == (("b", 2), ("a", 1))


def test_the_newest_table_at_an_address_is_returned(path: Path) -> None:
    known = KnownTables(path)
    for number in (1, 3, 2):
        known.remember(f"t{number}", seen=number, addresses=(("a", 1),))
    found = known.by_address("a", 1)
    assert found is not None and found.table == "t3"


def test_two_processes_keep_each_others_tables(path: Path) -> None:
    one, two = KnownTables(path), KnownTables(path)
    one.remember("a", seen=1)
    two.remember("b", seen=2)
    one.remember("c", seen=3)
    assert [each.table for each in two.all()] == ["c", "b", "a"]


@pytest.mark.soak
def test_twenty_concurrent_writers_keep_all_their_tables(path: Path) -> None:
    write = "import sys; from pathlib import Path; from sixqp_tui.store.known_tables import KnownTables; "
    write += "sys.stdin.read(1); KnownTables(Path(sys.argv[1])).remember(sys.argv[2], seen=1)"
    start = [sys.executable, "-c", write, str(path)]
    programs = [subprocess.Popen([*start, f"t{number}"], stdin=subprocess.PIPE) for number in range(20)]
    for program in programs:
        assert program.stdin is not None
        program.stdin.close()
    assert [program.wait(30) for program in programs] == [0] * 20
    assert {each.table for each in KnownTables(path).all()} == {f"t{number}" for number in range(20)}


def test_the_least_recently_seen_tables_are_dropped(path: Path) -> None:
    assert MAX_TABLES == 200
    known = KnownTables(path, max_tables=3)
    for number in range(5):
        known.remember(str(number), seen=number)
    assert [each.table for each in known.all()] == ["4", "3", "2"]


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff\xfe", b"[" * 5000, b'{"tables":7}', b'{"tables":[{"table":7}]}'],
)
def test_a_damaged_file_is_reported_and_set_aside_by_the_next_write(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    known = KnownTables(path)
    assert known.all() == () and known.damaged and path.read_bytes() == data
    known.remember("t", seen=1)
    assert path.with_name("tables.json.bad").read_bytes() == data and not known.damaged
    assert [each.table for each in known.all()] == ["t"]


def test_an_invalid_value_is_never_written(path: Path) -> None:
    known = KnownTables(path)
    with pytest.raises(ValueError, match="fingerprint"):
        known.remember("t", seen=1, fingerprint="short")
    assert not path.exists()
