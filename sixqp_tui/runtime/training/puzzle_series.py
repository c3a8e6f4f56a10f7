"""The puzzles of this machine's user: those that come with the program, and the file of the user's progress."""

import secrets
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sixqp_tui.i18n.game import puzzles as words
from sixqp_tui.presentation.training.puzzle_series import Kept, PuzzleSeries, Today
from sixqp_tui.puzzles.collection import shipped
from sixqp_tui.puzzles.progress import MOST_DAYS
from sixqp_tui.puzzles.progress_file import FILE_NAME, ProgressFile
from sixqp_tui.puzzles.puzzle import Strength, Theme
from sixqp_tui.runtime.failure import Failure
from sixqp_tui.store import paths

_SEED_BYTES = 8


class Opened(NamedTuple):
    """A series, and the sentence that is to be said where progress is not kept as it should be."""

    series: PuzzleSeries
    file: ProgressFile

    @property
    def trouble(self) -> str:
        """Why progress is not kept as it should be, in a sentence; nothing where it is."""
        return words.trouble(self.file.trouble, str(self.file.path)) if self.file.trouble else ""


def day_at(moment: datetime) -> Today:
    """The day of the puzzles: by UTC, so that everybody has the same five at any moment, wherever they are."""
    date = moment.astimezone(UTC).date()
    back = tuple((date - timedelta(days=days)).isoformat() for days in range(MOST_DAYS + 1))
    return Today(date.isoformat(), date.toordinal(), back)


def today() -> Today:
    """The day that it is now."""
    return day_at(datetime.now(UTC))


def open_progress() -> ProgressFile:
    """The progress of this machine's user."""
    return ProgressFile(paths.data_path() / FILE_NAME)


def open_series(theme: Theme | None = None, strength: Strength | None = None, *, endless: bool = False) -> Opened:
    """The puzzles of the day, then without end; of a theme or a strength, without end at once.

    Raises Failure where none match.
    """
    matching = shipped().matching(theme, strength)
    if not matching:
        raise Failure(words.none_match(), code=2)
    file = open_progress()
    endless = endless or theme is not None or strength is not None
    kept = Kept(lambda: file.progress, file.change)
    return Opened(PuzzleSeries(matching, today(), kept, seed=secrets.token_hex(_SEED_BYTES), endless=endless), file)
