"""What somebody has answered so far, and what follows from it. Pure."""

from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from sixqp_tui.analysis.result import Tenths
from sixqp_tui.features.puzzles.daily import A_DAY

VERSION: Final = 1
"""Raised when an older program would misread the file."""
MAX_DAYS: Final = 800
"""Days that are kept, the latest: more than two years."""

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
"""A date such as 2026-11-22, by UTC."""
Cost = Annotated[Tenths, Meta(ge=0)]
"""What an answer cost more than the best; 0 is the right one."""


class PuzzleProgress(Struct, frozen=True):
    """What was answered: by day its puzzles in order, and by puzzle the latest answer; each is what it cost."""

    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
    days: dict[Day, Annotated[tuple[Cost, ...], Meta(max_length=A_DAY)]] = {}
    puzzles: dict[str, Cost] = {}

    def answered(self, puzzle: str, cost: Cost, day: Day | None) -> "PuzzleProgress":
        """After an answer to this puzzle: the next one of this day, or with None outside of any day."""
        days = self.days
        if day is not None and len(self.of_day(day)) < A_DAY:
            days = {**days, day: (*self.of_day(day), cost)}
            days = {kept: days[kept] for kept in sorted(days)[-MAX_DAYS:]}
        return replace(self, days=days, puzzles={**self.puzzles, puzzle: cost})

    def of_day(self, day: Day) -> tuple[Cost, ...]:
        """What the answers of this day cost, in order."""
        return self.days.get(day, ())

    def is_done(self, day: Day) -> bool:
        return len(self.of_day(day)) == A_DAY

    def streak(self, days: "tuple[Day, ...]") -> int:
        """How many days in a row were done: `days` go back from today, which may still be missing."""
        done = [self.is_done(day) for day in days]
        if done and not done[0]:
            done = done[1:]
        return done.index(False) if False in done else len(done)

    @property
    def right(self) -> int:
        """How many puzzles were answered rightly the last time."""
        return sum(cost == 0 for cost in self.puzzles.values())
