"""How far something is that takes long, and how long it may still take."""

from collections.abc import Callable

from rich.cells import cell_len
from textual.reactive import reactive

from sixqp_tui.i18n import _, ngettext
from sixqp_tui.tui.theme.glyphs import BAR, RULE
from sixqp_tui.tui.theme.roles import DIM, GOLD, STRONG
from sixqp_tui.tui.widgets.graphics.canvas import Canvas
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget

MAX = 60
"""Cells of the bar."""


class WorkProgress(CellWidget):
    """`done` of so many `tasks`, and the `seconds` that are left; None while that cannot be told.

    `heading` says what is being done, `hint` what can be done meanwhile: in the language in use.
    """

    DEFAULT_CSS = "WorkProgress { width: 100%; height: 100%; }"

    tasks = reactive(0)
    done = reactive(0)
    seconds: reactive[int | None] = reactive(None)
    stopping = reactive(False)

    def __init__(self, heading: Callable[[], str], hint: Callable[[], str]) -> None:
        super().__init__()
        self._heading, self._hint = heading, hint
        self._started: tuple[float, int] | None = None

    def show(self, done: int, tasks: int, now: float) -> None:
        """So many are done now; `now` is in seconds, by any clock that goes on."""
        if self._started is None:
            self._started = now, done
        since, before = self._started
        self.done, self.tasks = done, tasks
        self.seconds = seconds_left(done - before, tasks - before, now - since)
        self.refresh()

    def begin_anew(self) -> None:
        self._started, self.stopping = None, False

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        top, room = max(0, height // 2 - 2), min(MAX, width - 4)
        left = (width - room) // 2
        canvas.text(left, top, self._heading(), STRONG, bold=True)
        full = room * self.done // self.tasks if self.tasks else 0
        canvas.text(left, top + 1, BAR * full, GOLD, bold=True)
        canvas.text(left + full, top + 1, RULE * (room - full), DIM)
        if self.seconds is not None and not self.stopping:
            told = _time_left(self.seconds)
            canvas.text(left + room - cell_len(told), top, told, DIM)
        canvas.text(left, top + 3, _("Stopping…") if self.stopping else self._hint(), DIM)
        return canvas


def seconds_left(done: int, tasks: int, seconds: float) -> int | None:
    """How long the rest takes when this many have taken so many seconds; None before there is anything to tell."""
    return None if done <= 0 else max(1, round(seconds * (tasks - done) / done))


def _time_left(seconds: int) -> str:
    """How long it may still take."""
    if seconds < 90:
        return ngettext("about {n} second left", "about {n} seconds left", seconds).format(n=seconds)
    minutes = round(seconds / 60)
    return ngettext("about {n} minute left", "about {n} minutes left", minutes).format(n=minutes)
