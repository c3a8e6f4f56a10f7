"""How far somebody came in the lessons: kept where it can be, and nothing is lost where it cannot be read."""

from pathlib import Path

import pytest

from sixqp_tui.features.lessons.progress import MAX_BYTES, FileProblem, LessonProgress, LessonProgressFile


class Kept:
    """A file of progress, and what was said of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[tuple[FileProblem, Path]] = []
        self.file = LessonProgressFile(path, lambda problem, where: self.problems.append((problem, where)))


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "home" / "lessons.json")


def test_what_was_learned_is_there_again(kept: Kept) -> None:
    assert kept.file.read() == LessonProgress()
    kept.file.keep(LessonProgress("sixth", ("rising", "nearest")))
    assert Kept(kept.path).file.read() == LessonProgress("sixth", ("rising", "nearest"))
    assert not kept.problems


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"version": 0}', b'{"version": 1, "at": 3}', b"\xff" * MAX_BYTES * 2]
)
def test_a_broken_file_is_set_aside_and_a_new_one_begun(kept: Kept, data: bytes) -> None:
    kept.path.parent.mkdir()
    kept.path.write_bytes(data)
    assert kept.file.read() == LessonProgress()
    assert kept.problems == [("damaged", kept.path.with_name("lessons.json.bad"))]
    assert kept.path.with_name("lessons.json.bad").read_bytes() == data
    kept.file.keep(LessonProgress("sixth"))
    assert Kept(kept.path).file.read() == LessonProgress("sixth")


def test_a_file_of_a_newer_version_stays_as_it_is(kept: Kept) -> None:
    kept.path.parent.mkdir()
    newer = b'{"version": 2, "at": {"lesson": 3}}'
    kept.path.write_bytes(newer)
    assert kept.file.read() == LessonProgress()
    kept.file.keep(LessonProgress("sixth"))
    assert kept.path.read_bytes() == newer
    assert kept.problems == [("newer", kept.path)]


def test_where_nothing_can_be_kept_it_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file in the place of the folder")
    kept = Kept(tmp_path / "home" / "lessons.json")
    assert kept.file.read() == LessonProgress()
    kept.file.keep(LessonProgress("sixth"))
    kept.file.keep(LessonProgress("gone"))
    assert len(kept.problems) == 1
