"""The line that says whose turn it is and what to do, with the clock."""

from collections.abc import Callable
from time import monotonic

from rich.cells import cell_len
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer

from sixqp_tui.i18n import _
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.presentation.spans import wrap
from sixqp_tui.presentation.view_model import seconds_left
from sixqp_tui.tui.theme.glyphs import BAR, POINTER
from sixqp_tui.tui.theme.roles import DIM, GOLD, INK, RED
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

BAR_WIDTH = 12
CLOCK_WIDTH = BAR_WIDTH + 7
"""Bar and seconds: a gap, four digits, a blank and the unit."""
NARROWEST = 80
"""Assumed before the line is laid out: the width of the smallest window."""
HURRY = 10
"""Maximum seconds left when the clock turns red and warns in words: a quarter of a shorter clock's time."""
MIN_HURRY = 3


class Prompt(CellWidget):
    """A line of `text`, gold if it is `yours`, with a clock that runs until `deadline`; more lines if it `wraps`.

    A `notice`, in red, or a `caption` takes the place of the text. `deadline` is in seconds of `clock`, `span` is
    the time of a full bar, and `held` are the seconds of a stopped clock. If it is `urgent`, words announce the
    last seconds.
    """

    DEFAULT_CSS = "Prompt { height: auto; width: 1fr; }"

    text = reactive("", layout=True)
    wraps = reactive(False, layout=True)
    yours = reactive(False)
    notice = reactive("")
    caption: reactive[LogEntry | None] = reactive(None)
    deadline: reactive[float | None] = reactive(None)
    span = reactive(90.0)
    held: reactive[int | None] = reactive(None)
    urgent = reactive(False)

    class Clicked(Message): ...

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self.clock = clock
        self._timer: Timer | None = None
        self._drawn: int | None = None

    def copy(self, other: "Prompt") -> None:
        self.text, self.yours, self.notice, self.wraps = other.text, other.yours, other.notice, other.wraps
        self.caption = other.caption
        self.span, self.held, self.deadline = other.span, other.held, other.deadline
        self.urgent = other.urgent

    def on_click(self) -> None:
        self.post_message(self.Clicked())

    @property
    def room(self) -> int:
        clock = self.deadline is not None or self.held is not None
        return (self.size.width or NARROWEST) - 3 - (CLOCK_WIDTH + 1 if clock else 0)

    def watch_deadline(self, deadline: float | None) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
        if deadline is not None:
            self._timer = self.set_interval(0.5, self._tick)

    @property
    def seconds_left(self) -> int | None:
        """At least 0; None if there is no clock."""
        return self.held if self.deadline is None else seconds_left(self.deadline, self.clock())

    def render(self) -> Canvas:
        width = self.size.width
        canvas = Canvas(width, self.size.height)
        left = self._drawn = self.seconds_left
        text, ink, bold = self._line(self.room)
        if text:
            canvas.text(1, 0, POINTER, ink, bold=True)
        for at, line in enumerate(self._lines(text, self.room)):
            canvas.text(3, at, truncate(line, self.room), ink, bold=bold)
        if left is not None:
            self._draw_clock(canvas, width - CLOCK_WIDTH, left)
        return canvas

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(self.text, width - 3))

    def _lines(self, text: str, room: int) -> tuple[str, ...]:
        return wrap(text, room) if self.wraps else (text,)

    def _line(self, room: int) -> tuple[str, str, bool]:
        if self.notice:
            return self.notice, RED, True
        if entry := self.caption:
            fits = cell_len(entry.sentence) <= room
            return entry.sentence if fits else entry.short, RED if entry.tone == "cost" else INK, True
        return self.text, GOLD if self.yours else DIM, self.yours

    def _tick(self) -> None:
        left = self.seconds_left
        if left != self._drawn:
            self.refresh()
        if left == 0 and self._timer:
            self._timer.stop()
            self._timer = None

    def _draw_clock(self, canvas: Canvas, left: int, seconds: int) -> None:
        hurry = seconds <= min(HURRY, max(MIN_HURRY, self.span / 4))
        ink = DIM if self.deadline is None else RED if hurry or seconds <= HURRY else GOLD
        number = f"{seconds} s"
        # Translators: at most 12 characters: in place of the bar of the clock, before “9 s”
        label = _("LAST SECONDS") if hurry and self.urgent else ""
        room = min(BAR_WIDTH, CLOCK_WIDTH - 2 - cell_len(number) - (cell_len(label) + 1 if label else 0))
        after = canvas.text(left, 0, label, ink, bold=True) + 1 if label else left
        full = min(room, -(-seconds * room // max(1, round(self.span))))
        canvas.text(after, 0, BAR * max(0, full), ink, bold=True)
        canvas.right(left + CLOCK_WIDTH - 1, 0, number, ink, bold=True)
