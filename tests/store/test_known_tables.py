"""The tables a player knows survive a restart, two writers and a damaged file."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sixqp_tui.store import known_tables
from sixqp_tui.store.known_tables import KnownTables

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
    known.remember("t", seen=2, addresses=(("b", 2),))
    fresh = known.recall("t")
    assert fresh and (fresh.title, fresh.fingerprint) == ("A", PIN)
    assert fresh.addresses == (("b", 2), ("a", 1))


def test_the_newest_table_at_an_address_is_returned(path: Path) -> None:
    known = KnownTables(path)
    for number in (1, 3, 2):
        known.remember(f"t{number}", seen=number, addresses=(("a", 1),))
    found = known.by_address("a", 1)
    assert found is not None and found.table == "t3"


def test_many_writers_at_once_lose_no_table(path: Path) -> None:
    with ThreadPoolExecutor(8) as writers:
        [*writers.map(lambda table: KnownTables(path).remember(table, seen=1), "abcdefghijkl")]
    assert {each.table for each in KnownTables(path).all()} == set("abcdefghijkl")


def test_the_least_recently_seen_tables_are_dropped(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_tables, "MAX_TABLES", 3)
    known = KnownTables(path)
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
