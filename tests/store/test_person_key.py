"""The person key: one for each user, kept in private, set aside where it is damaged."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.source import ROOT

from sixqp_protocol.person import PersonKey
from sixqp_tui.store.files import DamagedFile
from sixqp_tui.store.paths import HOME_VARIABLE
from sixqp_tui.store.person_key import (
    FILE,
    keyboard_person_id,
    load_or_create,
    own_person_id,
    read,
)


def test_the_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    folder = tmp_path / "home"
    assert read(folder) is None
    key = load_or_create(folder)
    assert load_or_create(folder) == read(folder) == key == PersonKey.of(key.secret)
    if os.name == "posix":
        assert (folder / FILE).stat().st_mode & 0o077 == 0
        (folder / FILE).chmod(0o644)
        assert load_or_create(folder) == key and (folder / FILE).stat().st_mode & 0o077 == 0


def test_a_copy_of_the_file_is_the_same_person_on_another_machine(tmp_path: Path) -> None:
    key = load_or_create(tmp_path / "here")
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / FILE).write_bytes((tmp_path / "here" / FILE).read_bytes())
    assert load_or_create(tmp_path / "there") == key


def test_programs_started_at_once_share_one_key_even_if_the_file_is_damaged(tmp_path: Path) -> None:
    for broken in (None, b"{"):
        folder = tmp_path / str(broken)
        folder.mkdir()
        if broken:
            (folder / FILE).write_bytes(broken)
        with ThreadPoolExecutor(8) as programs:
            keys = list(programs.map(load_or_create, [folder] * 16))
        assert set(keys) == {read(folder)}


@pytest.mark.parametrize("damage", ["empty", "no json", "cut", "one bit", "of others", "nested"])
def test_a_damaged_key_is_set_aside_and_replaced(tmp_path: Path, damage: str) -> None:
    key = load_or_create(tmp_path)
    whole = (tmp_path / FILE).read_bytes()
    other = load_or_create(tmp_path / "other")
    swapped = whole.replace(_public(whole), _public((tmp_path / "other" / FILE).read_bytes()))
    at = whole.index(_public(whole)) + 5
    bit = whole[:at] + (b"A" if whole[at : at + 1] != b"A" else b"B") + whole[at + 1 :]
    broken = {
        "empty": b"", "no json": b"\xff", "cut": whole[:-9], "one bit": bit, "of others": swapped,
        "nested": b"[" * 3000,
    }[damage]  # fmt: skip
    (tmp_path / FILE).write_bytes(broken)
    with pytest.raises(DamagedFile):
        read(tmp_path)
    replaced = load_or_create(tmp_path)
    assert replaced not in (key, other) and (tmp_path / f"{FILE}.bad").read_bytes() == broken


def _public(file: bytes) -> bytes:
    return file.partition(b'"public":"')[2].partition(b'"')[0]


def test_a_key_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.touch()
    with pytest.raises(OSError):
        load_or_create(file / "below")


def test_names_at_one_keyboard_have_their_own_person_ids(tmp_path: Path) -> None:
    one, other = load_or_create(tmp_path).public, load_or_create(tmp_path / "other").public
    ids = {keyboard_person_id(public, name) for public in (one, other) for name in ("Ann", "Zoé", "")}
    assert len(ids) == 6
    assert keyboard_person_id(one, "ANN ") == keyboard_person_id(one, "Ann")


def test_the_own_id_is_read_without_loading_cryptography(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert own_person_id() is None and not (tmp_path / FILE).exists()
    key = load_or_create(tmp_path)
    assert own_person_id() == key.id
    ask = (
        "import sys; from sixqp_tui.store.person_key import own_person_id;"
        " print(own_person_id().hex(), 'cryptography' in sys.modules)"
    )
    process = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True, cwd=ROOT)
    assert process.stdout.split() == [key.id.hex(), "False"]
    (tmp_path / FILE).write_bytes(b"{")
    assert own_person_id() is None and not (tmp_path / f"{FILE}.bad").exists()
