"""A file that another program has open, which Windows does not replace meanwhile, is tried again for a while."""

import sys
import time
from pathlib import Path
from threading import Timer

import pytest

from sixqp_tui.store.files import RETRY_TIMEOUT, read_private, retry_while_busy, write_atomically
from sixqp_tui.store.preferences import read_preferences, write_preferences

on_windows = pytest.mark.skipif(
    sys.platform != "win32", reason="only Windows refuses to replace a file that is open"
)


class Refusing:
    """Takes the place of a call of the system's, and refuses it so often first."""

    def __init__(self, times: int) -> None:
        self.left = times

    def __call__(self, *_: object) -> str:
        self.left -= 1
        if self.left >= 0:
            raise PermissionError(13, "Access is denied", "its temporary name")
        return "done"


def test_a_briefly_refused_operation_is_retried() -> None:
    assert retry_while_busy(Refusing(3), others_hinder=True) == "done"


def test_a_permanently_refused_operation_fails() -> None:
    with pytest.raises(PermissionError):
        retry_while_busy(Refusing(1_000_000), others_hinder=True, timeout=0.05)
    with pytest.raises(PermissionError):
        retry_while_busy(Refusing(1), others_hinder=False)


def test_a_refused_write_names_its_file_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old", private=True)
    monkeypatch.setattr(Path, "replace", Refusing(1_000_000))
    with pytest.raises(PermissionError) as refused:
        write_atomically(path, b"new", private=True)
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


def test_a_folder_in_place_of_a_file_is_refused_at_once(tmp_path: Path) -> None:
    began = time.monotonic()
    with pytest.raises(OSError):
        read_private(tmp_path, 1)
    assert time.monotonic() - began < RETRY_TIMEOUT
