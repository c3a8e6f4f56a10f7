"""The line that says whose turn it is and what to do, with the clock."""

from collections.abc import Callable
from time import monotonic

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from sixqp_tui.i18n import _
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.presentation.view_model import seconds_left
from sixqp_tui.tui.theme.glyphs import BAR, POINTER

BAR_WIDTH = 12
MARGIN = 3
"""Cells of the pointer before the text."""
HURRY = 10
"""Maximum seconds left when the clock turns red and warns in words: a quarter of a shorter clock's time."""
MIN_HURRY = 3


class Prompt(Widget):
    """A line of `text`, gold if it is `yours`, with a clock that runs until `deadline`; more lines if it `wraps`.

    A `caption` takes the place of the text. `deadline` is in seconds of `clock`, `span` is
    the time of a full bar, and `held` are the seconds of a stopped clock. If it is `urgent`, words announce the
    last seconds. A line that doesn't fit beside the bar of the clock stands beside its number. A click presses the
    `key`.
    """

    DEFAULT_CSS = "Prompt { height: auto; width: 1fr; }"
    ALLOW_SELECT = False

    text = reactive("")
    wraps = reactive(False, layout=True)
    yours = reactive(False)
    caption: reactive[LogEntry | None] = reactive(None)
    deadline: reactive[float | None] = reactive(None)
    span = reactive(90.0)
    held: reactive[int | None] = reactive(None)
    urgent = reactive(False)

    def __init__(self, clock: Callable[[], float] = monotonic, key: str = "") -> None:
        super().__init__()
        self.clock = clock
        self.key = key
        self._timer: Timer | None = None
        self._drawn: int | None = None

    def copy(self, other: "Prompt") -> None:
        self.text, self.yours, self.wraps, self.caption = other.text, other.yours, other.wraps, other.caption
        self.span, self.held, self.deadline, self.urgent = other.span, other.held, other.deadline, other.urgent

    def explain(self, sentence: str) -> None:
        """Say why nothing goes on, in as many lines as it takes, and without a clock; "" if the game goes on."""
        self.wraps = bool(sentence)
        if sentence:
            self.text, self.urgent, self.deadline = sentence, False, None

    def watch_text(self) -> None:
        if self.wraps:
            self.refresh(layout=True)

    def on_click(self) -> None:
        if self.key:
            self.app.simulate_key(self.key)

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

    def render(self) -> Content:
        self._drawn = self.seconds_left
        text, style = self._line()
        room = self.size.width - MARGIN - 1
        clock = self._draw_clock(bar=True)
        if clock.cell_length + text.cell_length > room:
            clock = self._draw_clock(bar=False)
        first, *others = self._lines(text, room - clock.cell_length)
        pointer = Content.styled(f" {POINTER} " if text else " " * MARGIN, style)
        line = pointer + first.truncate(room - clock.cell_length, ellipsis=True, pad=True) + clock
        return Content("\n").join([line, *(Content(" " * MARGIN) + other for other in others)])

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(Content(self.text), width - MARGIN - 1))

    def _lines(self, text: Content, room: int) -> list[Content]:
        return text.wrap(max(2, room)) if self.wraps else [text]

    def _line(self) -> tuple[Content, str]:
        text, style = self.text, "bold $gold" if self.yours else "$dim"
        if entry := self.caption:
            text, style = entry.sentence, "bold $red" if entry.tone == "cost" else "bold $ink"
        return Content.styled(text, style), style

    def _tick(self) -> None:
        left = self.seconds_left
        if left != self._drawn:
            self.refresh()
        if left == 0 and self._timer:
            self._timer.stop()
            self._timer = None

    def _draw_clock(self, *, bar: bool) -> Content:
        seconds = self._drawn
        if seconds is None:
            return Content()
        hurry = seconds <= min(HURRY, max(MIN_HURRY, self.span / 4))
        ink = "$dim" if self.deadline is None else "$red" if hurry or seconds <= HURRY else "$gold"
        # Translators: at most 12 characters: in place of the bar of the clock, before “9 s”
        shown = _("LAST SECONDS") if hurry and self.urgent else BAR * self._bar_length(seconds)
        return Content.styled(f" {shown if bar else '':{BAR_WIDTH if bar else 0}} {seconds:>3} s", f"bold {ink}")

    def _bar_length(self, seconds: int) -> int:
        return min(BAR_WIDTH, -(-seconds * BAR_WIDTH // max(1, round(self.span))))
