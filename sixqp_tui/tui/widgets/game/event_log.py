"""The events of a game in words, and what is said."""

from collections.abc import Sequence

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.tui.widgets.common.seat_text import format_entry, hanging_lines, sign_before

BETWEEN = Content.styled(" · ", "$dim")
ROOMY_FROM = 6
"""Lines in which every event has one of its own."""


class EventLog(Widget):
    """The newest events that fit. In a few lines they stand one after the other."""

    ALLOW_SELECT = False

    entries: reactive[tuple[LogEntry, ...]] = reactive(())

    def render(self) -> Content:
        width, height = self.size
        entries = self.entries[-8 * height :]
        if height < ROOMY_FROM:
            lines = side_by_side(entries, width)
        else:
            lines = [line for entry in entries for line in hanging_lines(entry, width)]
        return Content("\n").join(lines[-height:] if height else [])


def side_by_side(entries: Sequence[LogEntry], width: int) -> list[Content]:
    lines: list[Content] = []
    for entry in entries:
        event = sign_before(entry.seat) + format_entry(entry)
        if lines and lines[-1].cell_length + BETWEEN.cell_length + event.cell_length <= width:
            lines[-1] += BETWEEN + event
        else:
            lines += event.wrap(max(2, width))
    return lines
