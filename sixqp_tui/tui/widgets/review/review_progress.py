"""How far a game has been looked into, and how long it may still take."""

from rich.cells import cell_len
from textual.reactive import reactive

from sixqp_tui.i18n.screens import review as words
from sixqp_tui.tui.theme.glyphs import BAR, RULE
from sixqp_tui.tui.theme.roles import DIM, GOLD, STRONG
from sixqp_tui.tui.widgets.graphics.canvas import Canvas
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget

MOST = 60
"""Cells of the bar."""


class ReviewProgress(CellWidget):
    """`done` of so many `tasks`, and the `seconds` that are left; None while that cannot be told."""

    DEFAULT_CSS = "ReviewProgress { width: 100%; height: 100%; }"

    tasks = reactive(0)
    done = reactive(0)
    seconds: reactive[int | None] = reactive(None)
    stopping = reactive(False)

    def render(self) -> Canvas:
        """The bar in the middle, with what is said above and below it."""
        width, height = self.size
        canvas = Canvas(width, height)
        top, room = max(0, height // 2 - 2), min(MOST, width - 4)
        left = (width - room) // 2
        canvas.text(left, top, words.judging(self.done, self.tasks), STRONG, bold=True)
        full = room * self.done // self.tasks if self.tasks else 0
        canvas.text(left, top + 1, BAR * full, GOLD, bold=True)
        canvas.text(left + full, top + 1, RULE * (room - full), DIM)
        if self.seconds is not None and not self.stopping:
            told = words.time_left(self.seconds)
            canvas.text(left + room - cell_len(told), top, told, DIM)
        canvas.text(left, top + 3, words.stops() if self.stopping else words.stop_hint(), DIM)
        return canvas


def seconds_left(done: int, tasks: int, seconds: float) -> int | None:
    """How long the rest takes when this many have taken so many seconds; None before there is anything to tell."""
    return None if done <= 0 else max(1, round(seconds * (tasks - done) / done))
