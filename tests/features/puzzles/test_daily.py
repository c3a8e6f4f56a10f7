"""The five of a day are the same for everybody, wherever and whenever the program runs."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone

import pytest

from sixqp_tui.features.puzzles.collection import A_DAY, daily_puzzles
from sixqp_tui.features.puzzles.puzzle import Puzzle
from sixqp_tui.features.puzzles.series import day_at

ASK = """
from datetime import datetime
from sixqp_tui.features.puzzles.collection import shipped
from sixqp_tui.features.puzzles.collection import daily_puzzles
from sixqp_tui.features.puzzles.series import day_at
day = day_at(datetime.fromtimestamp(1_800_000_000).astimezone())
print(day.date, *(puzzle.id for puzzle in daily_puzzles(shipped().puzzles, day.number)))
"""
MOMENT = datetime.fromtimestamp(1_800_000_000, UTC)


@pytest.mark.slow
def test_two_processes_in_two_time_zones_get_the_same_daily_puzzles(puzzles: tuple[Puzzle, ...]) -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", ASK], env={**os.environ, "TZ": zone}, check=True, capture_output=True, text=True
        ).stdout.split()
        for zone in ("XXX-13", "YYY+11")
    ]
    here = [puzzle.id for puzzle in daily_puzzles(puzzles, day_at(MOMENT).number)]
    assert said == [["2027-01-15", *here]] * 2


def test_the_day_is_in_utc_and_past_days_have_no_gap() -> None:
    evening = datetime(2026, 11, 22, 20, tzinfo=timezone(timedelta(hours=-8)))
    day = day_at(evening)
    assert day.date == "2026-11-23"
    assert day.back[:3] == ("2026-11-23", "2026-11-22", "2026-11-21")
    assert day_at(evening + timedelta(days=1)).number == day.number + 1


@pytest.mark.slow
def test_no_puzzle_repeats_within_60_days_and_the_easiest_comes_first(
    puzzles: tuple[Puzzle, ...],
) -> None:
    first, last = 739_000, dict[str, int]()
    for day in range(first, first + 3 * len(puzzles) // A_DAY):
        for puzzle in daily_puzzles(puzzles, day):
            assert day - last.get(puzzle.id, 0) >= 60
            last[puzzle.id] = day
    assert len(last) == len(puzzles) // A_DAY * A_DAY
    for day in range(first, first + 5):
        strengths = [puzzle.strength for puzzle in daily_puzzles(puzzles, day)]
        assert strengths == sorted(strengths)
