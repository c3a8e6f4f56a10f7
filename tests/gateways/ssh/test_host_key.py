"""The ssh gateway's host key and its guests' seats: kept, private, and checked when read."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from sixqp_tui.gateways.ssh.host_key import FILE, load_or_create
from sixqp_tui.gateways.ssh.seats import FILE as SEATS_FILE
from sixqp_tui.gateways.ssh.seats import MAX_SEATS, GuestSeat, SeatBook

ANN = GuestSeat("table1", b"a" * 16, "ann", key="SHA256:x")


def test_the_key_stays_and_is_the_users_alone(tmp_path: Path) -> None:
    key = load_or_create(tmp_path)
    assert load_or_create(tmp_path) == key
    assert key.fingerprint.startswith("SHA256:") and len(key.fingerprint) == 50
    if os.name == "posix":
        (tmp_path / FILE).chmod(0o644)
        assert load_or_create(tmp_path) == key
        assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="missing: OpenSSH (Debian: openssh-client)")
def test_the_fingerprint_is_the_one_that_openssh_shows(tmp_path: Path) -> None:
    key = load_or_create(tmp_path)
    output = subprocess.run(["ssh-keygen", "-lf", tmp_path / FILE], capture_output=True, text=True, check=True)
    assert key.fingerprint in output.stdout


@pytest.mark.parametrize("broken", [b"", b"no key", b"\xff" * 100])
def test_a_key_that_cannot_be_read_is_set_aside(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / FILE).write_bytes(broken)
    key = load_or_create(tmp_path)
    assert load_or_create(tmp_path) == key
    assert (tmp_path / f"{FILE}.bad").read_bytes() == broken


def seats_of(path: Path, table: str) -> SeatBook:
    return SeatBook(path, table, bytes)


def test_seats_are_those_of_one_table_and_the_newest_are_kept(tmp_path: Path) -> None:
    path = tmp_path / SEATS_FILE
    seats_of(path, "table1").remember(ANN)
    other = seats_of(path, "table2")
    assert [*other] == [] and [*seats_of(path, "table1")] == [ANN]
    for number in range(MAX_SEATS):
        other.remember(GuestSeat("table2", number.to_bytes(16, "big"), "bob"))
    assert [*seats_of(path, "table1")] == [] and len([*seats_of(path, "table2")]) == MAX_SEATS


def test_a_broken_file_of_seats_is_set_aside_and_nobody_is_turned_away(tmp_path: Path) -> None:
    path = tmp_path / SEATS_FILE
    for broken in (b"{", b"\xff", b"[" * 5000):
        path.write_bytes(broken)
        seats = seats_of(path, "table1")
        assert [*seats] == []
        seats.remember(ANN)
        assert [*seats_of(path, "table1")] == [ANN]
