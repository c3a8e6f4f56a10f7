"""Progress is kept in a file that no problem of the disk, and no other program, takes away."""

from pathlib import Path

import pytest
from msgspec import Struct

from sixqp_tui.store.progress_file import MAX_BYTES, ProgressFile


class Scores(Struct, frozen=True):
    by_name: dict[str, int] = {}


def open_file(path: Path) -> ProgressFile[Scores]:
    return ProgressFile(path, Scores())


def score(file: ProgressFile[Scores], name: str = "ann") -> None:
    file.change(lambda scores: Scores({**scores.by_name, name: 1}))


def test_progress_is_restored_in_the_next_program(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "p.json"
    file = open_file(path)
    assert file.progress == Scores()
    score(file)
    assert open_file(path).progress == file.progress == Scores({"ann": 1})
    assert file.problem is None


def test_progress_of_two_programs_is_kept(tmp_path: Path) -> None:
    one, other = open_file(tmp_path / "p.json"), open_file(tmp_path / "p.json")
    score(one, "ann")
    score(other, "ben")
    assert open_file(tmp_path / "p.json").progress.by_name == {"ann": 1, "ben": 1}
    assert one.problem is other.problem is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"by_name":3}',
        b"\xff\xfe",
        b"[" * 100_000,
        b" " * MAX_BYTES,
    ],
)
def test_a_damaged_file_is_set_aside_and_a_new_one_begins(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(content)
    file = open_file(path)
    assert file.problem == "damaged"
    assert file.progress == Scores()
    score(file)
    assert path.with_name("p.json.bad").read_bytes() == content
    assert open_file(path).progress.by_name == {"ann": 1}


def test_without_write_access_the_player_can_continue(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    file = open_file(tmp_path / "file" / "p.json")
    score(file, "ann")
    assert file.problem in ("unreadable", "unwritable")
    score(file, "ben")
    assert file.progress.by_name == {"ann": 1, "ben": 1}


def test_a_folder_in_place_of_the_file_is_left_alone(tmp_path: Path) -> None:
    file = open_file(tmp_path)
    score(file)
    assert file.problem == "unreadable"
    assert tmp_path.is_dir()
