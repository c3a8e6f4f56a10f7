"""`sixqp learn`: by lines into a pipe, from where one left off, and one sentence for what is no lesson."""

import io
from pathlib import Path

import pytest

from sixqp_tui.cli import main
from sixqp_tui.features.lessons.course import course, lesson_files
from sixqp_tui.store import paths


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


def learn(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return main(["learn", *arguments, "--plain", "--lang", "en"])


def test_the_lessons_resume_where_they_were_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(monkeypatch, "5\n73\n\n") == 0
    printed = capsys.readouterr().out
    assert "doesn't fit behind any" in printed
    assert "You play the 73 on row 4" in printed
    assert "Lesson 2 of 6" in printed
    assert learn(monkeypatch, "nonsense\nq\n") == 0
    printed = capsys.readouterr().out
    assert "Lesson 1 of 6" not in printed
    assert "Expected one of your cards, or a row, got “nonsense”." in printed
    assert learn(monkeypatch, "q\n", "6") == 0
    assert "Lesson 6 of 6" in capsys.readouterr().out


def test_a_custom_lesson_is_played_and_an_impossible_one_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_bytes(lesson_files()["rising"].replace(b"Rows rise", b"My own"))
    assert learn(monkeypatch, "73\n\n", str(own)) == 0
    assert "Lesson 1 of 1: My own" in capsys.readouterr().out
    assert not home.exists(), "it is none of those that are remembered"
    own.write_bytes(lesson_files()["rising"].replace(b"hand = [5, 9, 73]", b"hand = [5, 9, 9]"))
    assert learn(monkeypatch, "", str(own)) == 2
    assert "cannot have happened: HandDealt(seat=0" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["0", "9", "nowhere.toml"])
def test_an_unknown_lesson_is_rejected(
    given: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(monkeypatch, "", given) == 2
    assert f"Expected a lesson from 1 to {len(course())}, or a file" in capsys.readouterr().err


def test_a_broken_progress_file_is_reported_once_and_set_aside(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir()
    (home / "lessons.json").write_text("nonsense")
    assert learn(monkeypatch, "73\nq\n") == 0
    said = capsys.readouterr()
    assert "was set aside" in said.err
    assert "You play the 73" in said.out
    assert learn(monkeypatch, "q\n") == 0
    assert not capsys.readouterr().err
