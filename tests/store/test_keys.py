"""Keys in slots: one for each program that runs, private, and the same after a crash."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from filelock import FileLock
from support.source import ROOT

from sixqp_protocol.keys import Key
from sixqp_tui.store import keys
from sixqp_tui.store.keys import (
    SLOTS,
    damaged_key,
    first_key,
    gateway_secret,
    is_locked,
    lock_slot,
    own_keys,
)

FILE = "0.key"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "keys"


def make(folder: Path) -> Key:
    slot = lock_slot(folder)
    slot.release()
    return slot.key


def test_the_key_is_made_once_and_kept_private(folder: Path) -> None:
    assert own_keys(folder) == {}
    key = make(folder)
    assert make(folder) == key == Key.of(key.secret)
    assert own_keys(folder) == {key.public: 0} and first_key(folder) == key.public
    if os.name == "posix":
        assert (folder / FILE).stat().st_mode & 0o077 == 0
        (folder / FILE).chmod(0o644)
        assert make(folder) == key and (folder / FILE).stat().st_mode & 0o077 == 0


def test_programs_that_run_at_the_same_time_have_two_keys_and_one_that_starts_again_the_same(folder: Path) -> None:
    one, two = lock_slot(folder), lock_slot(folder)
    assert (one.number, two.number) == (0, 1) and one.key != two.key
    assert is_locked(folder, 0) and is_locked(folder, 1) and not is_locked(folder, 2)
    one.release()
    again = lock_slot(folder)
    assert (again.number, again.key) == (0, one.key)
    again.release()
    two.release()
    wanted = lock_slot(folder, (1, 0))
    assert (wanted.number, wanted.key) == (1, two.key)
    other = lock_slot(folder, (1,))
    assert other.number == 0


def test_a_game_that_ends_while_a_program_takes_the_first_slot_is_kept_with_its_key(folder: Path) -> None:
    folder.mkdir(parents=True)
    with FileLock(folder / "0.lock"):
        key = first_key(folder)
    assert own_keys(folder) == {key: 0} and make(folder).public == key


def test_a_key_is_free_again_after_a_crash(folder: Path) -> None:
    ask = (
        "import os; from pathlib import Path; from sixqp_tui.store.keys import lock_slot;"
        f" slot = lock_slot(Path({str(folder)!r})); print(slot.number, slot.key.public.hex(), flush=True);"
        " os.kill(os.getpid(), 9) if os.name == 'posix' else os._exit(1)"
    )
    found = [
        subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False, cwd=ROOT).stdout
        for _ in range(2)
    ]
    assert found[0] == found[1] and found[0].startswith("0 ")


def test_when_all_slots_are_taken_the_key_is_in_memory_and_the_locks_are_few(folder: Path) -> None:
    slots = [lock_slot(folder) for _ in range(SLOTS)]
    assert [slot.number for slot in slots] == [*range(SLOTS)]
    extra = lock_slot(folder)
    assert extra.number is None and extra.key not in [slot.key for slot in slots]
    extra.release()
    for slot in slots:
        slot.release()
    for _ in range(5):
        make(folder)
    assert len([*folder.glob("*.key")]) == SLOTS
    assert len([*folder.glob("*.lock")]) <= SLOTS + 1, "one of each key, and one for making them"


@pytest.mark.parametrize("damage", ["empty", "no text", "cut", "one digit", "of others", "long"])
def test_a_damaged_key_is_set_aside_and_replaced(folder: Path, damage: str) -> None:
    key, other = make(folder), make(folder.parent / "other")
    whole = (folder / FILE).read_bytes()
    secret, public = whole.split()
    broken = {
        "empty": b"",
        "no text": b"\xff",
        "cut": whole[:-9],
        "one digit": (b"1" if whole[:1] == b"0" else b"0") + whole[1:],
        "of others": secret + b" " + other.public.hex().encode() + b"\n",
        "long": whole * 3,
    }[damage]
    assert damaged_key(folder) is None and public
    (folder / FILE).write_bytes(broken)
    assert damaged_key(folder) == folder / FILE
    replaced = make(folder)
    assert replaced not in (key, other) and (folder / f"{FILE}.bad").read_bytes() == broken
    assert damaged_key(folder) is None


def test_a_key_that_cannot_be_written_is_an_error_and_locks_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.touch()
    with pytest.raises(OSError):
        lock_slot(file / "below")
    folder = tmp_path / "keys"
    (folder / FILE).mkdir(parents=True)
    (folder / FILE / "in the way").touch()
    with pytest.raises(OSError):
        lock_slot(folder)
    assert not is_locked(folder, 0)


def test_the_first_key_and_the_secret_of_gateways_are_made_once_by_all(folder: Path) -> None:
    with ThreadPoolExecutor(8) as gateways:
        secrets = set(gateways.map(gateway_secret, [folder] * 16))
        first = set(gateways.map(first_key, [folder / "others"] * 16))
    assert secrets == {gateway_secret(folder)} and first == {first_key(folder / "others")}
    assert own_keys(folder) == {}, "it is nobody's key"
    (folder / keys.GATEWAY).write_bytes(b"{")
    assert gateway_secret(folder) not in secrets


def test_own_keys_are_read_without_loading_cryptography(folder: Path) -> None:
    key = make(folder)
    ask = (
        "import sys; from pathlib import Path; from sixqp_tui.store.keys import own_keys;"
        f" print(*(each.hex() for each in own_keys(Path({str(folder)!r}))), 'cryptography' in sys.modules)"
    )
    process = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True, cwd=ROOT)
    assert process.stdout.split() == [key.public.hex(), "False"]
    (folder / FILE).write_bytes(b"{")
    assert own_keys(folder) == {} and not (folder / f"{FILE}.bad").exists()
