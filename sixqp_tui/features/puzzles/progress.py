"""A player's progress with the puzzles."""

from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from sixqp_tui.analysis.result import Tenths
from sixqp_tui.features.puzzles.collection import A_DAY
from sixqp_tui.store.progress_file import Progress

FILE_NAME: Final = "puzzles.json"
MAX_DAYS: Final = 800
"""Days that are kept."""

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
"""A date in UTC, such as 2026-11-22."""
Cost = Annotated[Tenths, Meta(ge=0)]
"""How much more an answer cost than the best; 0 is right."""


class PuzzleProgress(Progress, frozen=True):
    """By day in order, and the latest by puzzle."""

    days: dict[Day, Annotated[tuple[Cost, ...], Meta(max_length=A_DAY)]] = {}
    puzzles: dict[str, Cost] = {}

    def answered(self, puzzle: str, cost: Cost, day: Day | None) -> "PuzzleProgress":
        """`day` is None for a puzzle outside the daily ones."""
        days = self.days
        if day is not None and len(self.of_day(day)) < A_DAY:
            days = {**days, day: (*self.of_day(day), cost)}
            days = {kept: days[kept] for kept in sorted(days)[-MAX_DAYS:]}
        return replace(self, days=days, puzzles={**self.puzzles, puzzle: cost})

    def of_day(self, day: Day) -> tuple[Cost, ...]:
        return self.days.get(day, ())

    def is_done(self, day: Day) -> bool:
        return len(self.of_day(day)) == A_DAY

    def streak(self, days: "tuple[Day, ...]") -> int:
        """Finished days in a row; `days` go back from today, which may still be open."""
        done = [self.is_done(day) for day in days]
        if done and not done[0]:
            done = done[1:]
        return done.index(False) if False in done else len(done)

    @property
    def right(self) -> int:
        return sum(cost == 0 for cost in self.puzzles.values())
