"""Opens a series of puzzles with this user's progress."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sixqp_tui.features.puzzles.collection import matching, shipped
from sixqp_tui.features.puzzles.own_puzzles import Origin
from sixqp_tui.features.puzzles.progress import FILE_NAME, MAX_DAYS, PuzzleProgress
from sixqp_tui.features.puzzles.puzzle import Puzzle, Strength, Theme
from sixqp_tui.features.puzzles.series import Kept, PuzzleSeries, Today
from sixqp_tui.i18n import _, errors
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store import paths
from sixqp_tui.store.progress_file import ProgressFile

_SEED_BYTES = 8


class OpenSeries(NamedTuple):
    """`problem` returns what is wrong by now, such as why progress isn't saved, or ""."""

    series: PuzzleSeries
    problem: Callable[[], str] = str


def day_at(moment: datetime) -> Today:
    """By UTC, so that everybody has the same five puzzles at any moment."""
    date = moment.astimezone(UTC).date()
    back = tuple((date - timedelta(days=days)).isoformat() for days in range(MAX_DAYS + 1))
    return Today(date.isoformat(), date.toordinal(), back)


def today() -> Today:
    return day_at(datetime.now(UTC))


def open_progress() -> ProgressFile[PuzzleProgress]:
    return ProgressFile(paths.data_path() / FILE_NAME, PuzzleProgress())


def open_series(
    theme: Theme | None = None, strength: Strength | None = None, *, endless: bool = False
) -> OpenSeries:
    """The puzzles of the day, then an endless series; with a theme or a strength, endless at once.

    Raises Failure where none match.
    """
    endless = endless or theme is not None or strength is not None
    return _open(matching(shipped().puzzles, theme, strength), endless=endless)


def open_own_series(
    puzzles: Sequence[tuple[Puzzle, Origin]],
    theme: Theme | None = None,
    strength: Strength | None = None,
    notes: str = "",
) -> OpenSeries:
    """An endless series of this user's puzzles; `notes` are shown. Raises Failure where none match."""
    found = matching([puzzle for puzzle, _origin in puzzles], theme, strength)
    return _open(found, {puzzle.id: origin for puzzle, origin in puzzles}, endless=True, notes=notes)


def _open(
    puzzles: Sequence[Puzzle], origins: Mapping[str, Origin] | None = None, *, endless: bool, notes: str = ""
) -> OpenSeries:
    if not puzzles:
        raise Failure(_("There's no puzzle with this theme and strength."), code=2)
    file = open_progress()
    kept = Kept(lambda: file.progress, file.change)
    seed = secrets.token_hex(_SEED_BYTES)
    series = PuzzleSeries(puzzles, today(), kept, seed=seed, endless=endless, origins=origins or {})

    def problem() -> str:
        unsaved = errors.unsaved_progress(file.problem, file.path) if file.problem else ""
        return " ".join(filter(None, (notes, unsaved)))

    return OpenSeries(series, problem)
