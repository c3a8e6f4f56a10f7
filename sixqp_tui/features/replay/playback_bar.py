"""Where in a recorded game the film is: a bar with its rounds, the speed, and as whom the game is seen."""

from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.reactive import reactive

from sixqp_tui.tui.theme.glyphs import BAR, CHOSEN, PLAYING, RULE, STANDING_STILL, TIMES
from sixqp_tui.tui.theme.roles import DIM, EDGE, GOLD, INK, STRONG
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

LEFT = 10
"""Cells before the bar: whether the film runs, and how fast."""
MAX_CAPTION = 36
"""Cells at most for as whom the game is seen."""
ROUND = "|"
"""Where a round begins on the bar."""


class PlaybackBar(CellWidget):
    """The step `at` of so many `steps`, the `rounds` by their first steps; a click on the bar goes there."""

    DEFAULT_CSS = "PlaybackBar { height: 1; dock: bottom; width: 100%; background: $edge; margin-bottom: 1; }"
    GESTURES: ClassVar = {"click the film": "go to"}

    at = reactive(0)
    steps = reactive(1)
    rounds: reactive[tuple[int, ...]] = reactive(())
    playing = reactive(False)
    speed = reactive(1.0)
    seen_as = reactive("")

    class Clicked(Message):
        """A place of the bar was clicked: this step."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    class Switched(Message):
        """The sign before the bar was clicked: the film is to run, or to stand still."""

    class Scrolled(Message):
        """The wheel was turned over the bar: so many steps."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    @property
    def bar_width(self) -> int:
        """The cells of the bar."""
        said = min(MAX_CAPTION, cell_len(self.seen_as))
        return max(10, self.size.width - LEFT - said - cell_len(self._count) - 5)

    @property
    def _count(self) -> str:
        return f"{self.at + 1}/{self.steps}"

    def x_of(self, step: int) -> int:
        """The cell of a step on the bar."""
        return LEFT + round(step * (self.bar_width - 1) / max(1, self.steps - 1))

    def render(self) -> Canvas:
        canvas = Canvas(self.size.width, 1, EDGE)
        canvas.text(1, 0, PLAYING if self.playing else STANDING_STILL, GOLD, bold=True)
        canvas.text(4, 0, f"{TIMES}{self.speed:g}", INK)
        here, end = self.x_of(self.at), LEFT + self.bar_width
        canvas.text(LEFT, 0, BAR * (here - LEFT), GOLD)
        canvas.text(here, 0, RULE * (end - here), DIM)
        for step in self.rounds[1:]:
            canvas.text(self.x_of(step), 0, ROUND, GOLD if step <= self.at else DIM)
        canvas.text(here, 0, CHOSEN, STRONG, bold=True)
        after = canvas.text(end + 1, 0, self._count, DIM)
        canvas.text(after + 2, 0, truncate(self.seen_as, self.size.width - after - 3), INK)
        return canvas

    def on_click(self, event: events.Click) -> None:
        place = event.x - LEFT
        if place < 0:
            self.post_message(self.Switched())
        elif place < self.bar_width:
            self.post_message(self.Clicked(round(place * (self.steps - 1) / max(1, self.bar_width - 1))))

    def on_mouse_scroll_down(self) -> None:
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self) -> None:
        self.post_message(self.Scrolled(-1))
