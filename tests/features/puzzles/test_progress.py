"""What was answered is kept: days and streaks."""

from sixqp_tui.features.puzzles.progress import MAX_DAYS, PuzzleProgress

BACK = ("2026-11-22", "2026-11-21", "2026-11-20", "2026-11-19")
DONE = (0, 0, 31, 0, 0)


def test_a_streak_counts_consecutive_days_and_may_lack_today() -> None:
    assert PuzzleProgress().streak(BACK) == 0
    assert PuzzleProgress(days={BACK[0]: DONE}).streak(BACK) == 1
    assert PuzzleProgress(days={BACK[1]: DONE, BACK[2]: DONE}).streak(BACK) == 2
    assert PuzzleProgress(days={BACK[0]: DONE[:4], BACK[1]: DONE}).streak(BACK) == 1
    assert PuzzleProgress(days={BACK[2]: DONE}).streak(BACK) == 0
    assert PuzzleProgress(days=dict.fromkeys(BACK, DONE)).streak(BACK) == 4


def test_a_sixth_answer_in_a_day_counts_only_for_the_puzzle() -> None:
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
