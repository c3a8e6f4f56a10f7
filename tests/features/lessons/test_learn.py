"""`sixqp learn`: by lines into a pipe, from where one left off, and one sentence for what is no lesson."""

import io
from pathlib import Path

import pytest

from sixqp_tui.cli import main
from sixqp_tui.features.lessons.course import course


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


@pytest.mark.parametrize("given", ["0", "9", "9" * 5000, "nowhere"])
def test_an_unknown_lesson_is_rejected(
    given: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(monkeypatch, "", given) == 2
    assert f"Expected a lesson from 1 to {len(course())}, got" in capsys.readouterr().err


def test_progress_is_one_line_of_the_preferences(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()
    (home / "preferences.txt").write_text("pace = fast  # mine\nlesson = nonsense\n")
    assert learn(monkeypatch, "73\nq\n") == 0
    assert (home / "preferences.txt").read_text() == "pace = fast  # mine\nlesson = nearest\n"


def test_a_disk_that_refuses_is_reported_once(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home.write_text("no folder")
    assert learn(monkeypatch, "73\n\n45\nq\n") == 0
    said = capsys.readouterr()
    assert "You play the 45" in said.out
    assert said.err.count("preferences.txt") == 1
