"""A player's progress with the puzzles, and its file."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from filelock import FileLock, Timeout
from msgspec import Meta, Struct
from msgspec.structs import replace

from sixqp_tui.analysis.result import Tenths
from sixqp_tui.features.puzzles.collection import A_DAY
from sixqp_tui.store.files import move_aside, read_private, write_atomically
from sixqp_tui.store.paths import create_private_folder

VERSION: Final = 1
"""Raised when an older program would misread the file."""
MAX_DAYS: Final = 800
"""Days that are kept."""

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
"""A date in UTC, such as 2026-11-22."""
Cost = Annotated[Tenths, Meta(ge=0)]
"""How much more an answer cost than the best; 0 is right."""


class PuzzleProgress(Struct, frozen=True):
    """Costs of the answers: by day in order, and the latest by puzzle."""

    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
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


FILE_NAME: Final = "puzzles.json"
MAX_BYTES: Final = 1024 * 1024
"""Two years of days and some ten thousand puzzles."""
LOCK_SECONDS: Final = 2.0

FileProblem = Literal["damaged", "newer", "unreadable", "unwritable"]
"""Why progress isn't saved.

- `damaged`: the file was moved aside, and a new one begins.
- `newer`: a newer program wrote the file; it is left alone, and nothing is saved.
- `unreadable`, `unwritable`: the disk refuses.
"""


class _FileVersion(Struct):
    version: int


class PuzzleProgressFile:
    """Progress that outlives the program; a refusing disk never stops the player.

    `problem` is the last problem, if there was one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem: FileProblem | None = None
        self.progress = self._read() or PuzzleProgress()

    def change(self, change: Callable[[PuzzleProgress], PuzzleProgress]) -> None:
        """Apply a change to what the file holds now, so that no other program's answers are lost."""
        if self.problem in ("newer", "unreadable"):
            self.progress = change(self.progress)
            return
        try:
            create_private_folder(self.path.parent)
            with FileLock(self.path.with_suffix(".lock"), timeout=LOCK_SECONDS, mode=0o600):
                self.progress = change(self._read() or self.progress)
                if self.problem not in ("newer", "unreadable"):
                    write_atomically(self.path, msgspec.json.encode(self.progress), private=True)
        except (OSError, Timeout):
            self.problem = "unwritable"
            self.progress = change(self.progress)

    def _read(self) -> PuzzleProgress | None:
        try:
            content = read_private(self.path, MAX_BYTES)
        except FileNotFoundError:
            return None
        except OSError:
            self.problem = "unreadable"
            return None
        try:
            if msgspec.json.decode(content, type=_FileVersion).version > VERSION:
                self.problem = "newer"
                return None
            return msgspec.json.decode(content, type=PuzzleProgress)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self.problem = "damaged"
            with suppress(OSError):
                move_aside(self.path)
        return None
