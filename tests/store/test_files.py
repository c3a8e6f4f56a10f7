"""Places and writing: folders of the user's own, files that are whole or not there."""

import os
from pathlib import Path

import pytest

from sixqp_tui.store.files import write_atomically
from sixqp_tui.store.paths import config_dir, data_dir, log_dir

posix_only = pytest.mark.skipif(os.name != "posix", reason="modes say nothing on Windows")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_one_variable_moves_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path / "here" / "alice"))
    assert config_dir() == data_dir() == log_dir() == tmp_path / "here" / "alice"
    assert data_dir().is_dir()


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


def test_without_the_variable_the_system_folders_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIXQP_HOME", raising=False)
    for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert all("sixqp" in folder().parts for folder in (config_dir, data_dir, log_dir))


def test_a_file_is_replaced_atomically_without_leftovers(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"one", private=False)
    write_atomically(path, b"\r\ntwo\n", private=True)
    assert path.read_bytes() == b"\r\ntwo\n"
    assert list(tmp_path.iterdir()) == [path]


@posix_only
def test_a_private_file_is_readable_by_its_user_only(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"x", private=False)
    path.chmod(0o644)
    write_atomically(path, b"x", private=True)
    assert mode(path) == 0o600


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "file"
    write_atomically(path, b"old", private=True)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError):
        write_atomically(path, b"new", private=True)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
