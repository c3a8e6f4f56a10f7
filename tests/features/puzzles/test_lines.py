"""Puzzles by lines of text, and as a command: answers, other words, and the line to share."""

import json
from io import StringIO
from pathlib import Path

import pytest

from sixqp_tui.cli import main
from sixqp_tui.features.puzzles import series as puzzle_series
from sixqp_tui.features.puzzles.collection import daily_puzzles, shipped
from sixqp_tui.features.puzzles.puzzle import Puzzle
from sixqp_tui.features.puzzles.series import today
from sixqp_tui.store import paths


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where progress is kept; the day does not change meanwhile."""
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    day = today()
    monkeypatch.setattr(puzzle_series, "today", lambda: day)
    monkeypatch.setattr("sixqp_tui.features.puzzles.command.today", lambda: day)
    return tmp_path


def puzzles(*arguments: str, typed: str = "", patch: pytest.MonkeyPatch) -> int:
    """The command with these typed lines."""
    patch.setattr("sys.stdin", StringIO(typed))
    return main(["puzzles", *arguments])


def best(puzzle: Puzzle) -> int:
    return puzzle.position.view().hand[puzzle.more.index(0)]


def test_the_daily_puzzles_are_answered_saved_and_shared(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert puzzles("--share", patch=monkeypatch) == 1
    assert "to be answered, got 0" in capsys.readouterr().err
    of_day = daily_puzzles(shipped().puzzles, today().number)
    typed = "\n\n".join(str(best(puzzle)) for puzzle in of_day)
    assert puzzles("--plain", typed=f"nonsense\n999\n{typed}\n", patch=monkeypatch) == 0
    said = capsys.readouterr().out
    assert said.count("Right! The ") == 5
    assert said.count("Expected a card from your hand") == 2
    assert said.count("With it, the turn goes like this") == 5
    assert puzzles("--share", patch=monkeypatch) == 0
    line = capsys.readouterr().out.strip()
    assert line == f"sixqp puzzles {today().date}  ■■■■■  5/5, 0.0 heads lost, 1 day in a row"
    assert line in said
    assert json.loads((home / "puzzles.json").read_text())["days"] == {today().date: [0] * 5}


def test_a_theme_is_endless_and_a_damaged_file_is_set_aside(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "puzzles.json").write_text("{")
    assert puzzles("--plain", "--about", "draft", "--strength", "1", typed="q\n", patch=monkeypatch) == 0
    said = capsys.readouterr()
    assert "endless · 0 of 0 right · easy" in said.out
    assert said.err.count("was set aside") == 1
    assert (home / "puzzles.json.bad").exists()


def test_an_unknown_theme_is_rejected_with_the_expected_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["puzzles", "--plain", "--about", "chess"])
    assert "last-three" in capsys.readouterr().err
