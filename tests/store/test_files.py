"""Places and writing: folders of the user's own, files that are whole or not there, and those that others hold."""

import os
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from threading import Timer

import pytest

from sixqp_tui.store import files
from sixqp_tui.store.files import read_or_create, read_private, retry_while_busy, write_atomically
from sixqp_tui.store.paths import data_dir
from sixqp_tui.store.preferences import read_preferences, write_preferences

posix_only = pytest.mark.skipif(os.name != "posix", reason="modes say nothing on Windows")
on_windows = pytest.mark.skipif(
    sys.platform != "win32", reason="only Windows refuses to replace a file that is open"
)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@posix_only
def test_folders_are_created_private_and_existing_ones_left_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path / "new"))
    assert mode(data_dir()) == 0o700
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o755)
    monkeypatch.setenv("SIXQP_HOME", str(shared))
    assert mode(data_dir()) == 0o755


def test_a_file_is_replaced_atomically_without_leftovers(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"one", mode=0o666)
    write_atomically(path, b"\r\ntwo\n")
    assert path.read_bytes() == b"\r\ntwo\n"
    assert list(tmp_path.iterdir()) == [path]


@posix_only
def test_a_private_file_is_readable_by_its_user_only(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"x", mode=0o666)
    path.chmod(0o644)
    write_atomically(path, b"x")
    assert mode(path) == 0o600


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "file"
    write_atomically(path, b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_made_once_and_one_that_cannot_be_read_is_set_aside_and_made_anew(tmp_path: Path) -> None:
    made, path = iter((b"1", b"2")), tmp_path / "file"
    assert [read_or_create(path, 9, int, lambda: next(made)) for _ in range(2)] == [1, 1]
    path.write_bytes(b"none")
    assert read_or_create(path, 9, int, lambda: next(made)) == 2
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"file": b"2", "file.bad": b"none"}


# -- files that another program has open ----------------------------------------------------------------


class Refusing:
    """Takes the place of a call of the system's, and refuses it so often first."""

    def __init__(self, times: int) -> None:
        self.left = times

    def __call__(self, *_: object) -> str:
        self.left -= 1
        if self.left >= 0:
            raise PermissionError(13, "Access is denied", "its temporary name")
        return "done"


@pytest.mark.parametrize(
    ("others_hinder", "times", "done"), [(True, 3, True), (True, 10**6, False), (False, 1, False)]
)
def test_a_refused_operation_is_retried_for_a_while_where_others_hinder(
    monkeypatch: pytest.MonkeyPatch, others_hinder: bool, times: int, done: bool
) -> None:
    monkeypatch.setattr(files, "OTHERS_HINDER", others_hinder)
    monkeypatch.setattr(files, "RETRY_TIMEOUT", 30.0 if done else 0.05)
    with nullcontext() if done else pytest.raises(PermissionError):
        assert retry_while_busy(Refusing(times)) == "done"


def test_a_refused_write_names_its_file_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old")
    monkeypatch.setattr(Path, "replace", Refusing(1_000_000))
    with pytest.raises(PermissionError) as refused:
        write_atomically(path, b"new")
    assert refused.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@on_windows
def test_a_file_that_another_program_closes_soon_is_written(tmp_path: Path) -> None:
    path = tmp_path / "preferences.txt"
    path.write_bytes(b"theme = dark\r\n")
    reader = path.open("rb")
    Timer(0.1, reader.close).start()
    write_preferences(path, {"theme": "light"})
    assert path.read_bytes() == b"theme = light\r\n"


@on_windows
def test_a_file_that_another_program_keeps_open_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "preferences.txt"
    path.write_bytes(b"theme = dark\n")
    with path.open("rb"), pytest.raises(PermissionError):
        write_preferences(path, {"theme": "light"})
    assert read_preferences(path, ()).preferences.theme == "dark"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_in_place_of_a_file_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _seconds: pytest.fail("it was tried again"))
    with pytest.raises(OSError):
        read_private(tmp_path, 1)
