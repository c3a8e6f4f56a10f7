"""What was answered is kept: days, streaks, and a file that no problem of the disk takes away."""

import json
from pathlib import Path

from sixqp_tui.features.puzzles.progress import MAX_DAYS, PuzzleProgress, PuzzleProgressFile

BACK = ("2026-11-22", "2026-11-21", "2026-11-20", "2026-11-19")
DONE = (0, 0, 31, 0, 0)


def answer(file: PuzzleProgressFile, puzzle: str = "abc", cost: int = 0) -> None:
    file.change(lambda progress: progress.answered(puzzle, cost, BACK[0]))


def test_a_streak_is_of_days_in_a_row_and_today_may_still_be_missing() -> None:
    assert PuzzleProgress().streak(BACK) == 0
    assert PuzzleProgress(days={BACK[0]: DONE}).streak(BACK) == 1
    assert PuzzleProgress(days={BACK[1]: DONE, BACK[2]: DONE}).streak(BACK) == 2
    assert PuzzleProgress(days={BACK[0]: DONE[:4], BACK[1]: DONE}).streak(BACK) == 1
    assert PuzzleProgress(days={BACK[2]: DONE}).streak(BACK) == 0
    assert PuzzleProgress(days=dict.fromkeys(BACK, DONE)).streak(BACK) == 4


def test_a_sixth_answer_of_a_day_counts_for_the_puzzle_alone() -> None:
    progress = PuzzleProgress(days={BACK[0]: DONE}).answered("new", 25, BACK[0])
    assert progress.of_day(BACK[0]) == DONE
    assert progress.puzzles == {"new": 25}
    assert progress.answered("new", 0, None).right == 1


def test_only_the_latest_days_are_kept() -> None:
    progress = PuzzleProgress(
        days={f"{year}-01-{day:02}": DONE for year in range(1000, 1100) for day in range(1, 21)}
    )
    kept = progress.answered("new", 0, BACK[0]).days
    assert len(kept) == MAX_DAYS
    assert BACK[0] in kept


def test_answers_of_two_programs_are_both_kept(tmp_path: Path) -> None:
    one, other = PuzzleProgressFile(tmp_path / "p.json"), PuzzleProgressFile(tmp_path / "p.json")
    answer(one, "one")
    answer(other, "other")
    assert PuzzleProgressFile(tmp_path / "p.json").progress.puzzles == {"one": 0, "other": 0}
    assert other.progress.of_day(BACK[0]) == (0, 0)
    assert one.problem is other.problem is None


def test_a_damaged_file_is_set_aside_and_a_new_one_begins(tmp_path: Path) -> None:
    for number, content in enumerate((b"{", b'{"version":1,"days":{"x":[1]}}', b"\xff\xfe", b"[" * 100_000)):
        path = tmp_path / f"{number}.json"
        path.write_bytes(content)
        file = PuzzleProgressFile(path)
        assert file.problem == "damaged"
        answer(file)
        assert path.with_name(f"{path.name}.bad").read_bytes() == content
        assert PuzzleProgressFile(path).progress.puzzles == {"abc": 0}


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps({"version": 2, "days": "otherwise"}))
    file = PuzzleProgressFile(path)
    answer(file)
    assert file.problem == "newer"
    assert file.progress.puzzles == {"abc": 0}, "it goes on without being kept"
    assert json.loads(path.read_text()) == {"version": 2, "days": "otherwise"}
    assert list(tmp_path.glob("*.bad*")) == []


def test_where_nothing_can_be_written_puzzles_go_on_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    file = PuzzleProgressFile(tmp_path / "file" / "p.json")
    answer(file)
    assert file.problem in ("unreadable", "unwritable")
    answer(file, "other")
    assert file.progress.puzzles == {"abc": 0, "other": 0}
    folder = tmp_path / "folder.json"
    folder.mkdir()
    asleep = PuzzleProgressFile(folder)
    answer(asleep)
    assert asleep.problem == "unreadable"
    assert folder.is_dir()
