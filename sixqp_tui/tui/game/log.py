"""The log of the whole game."""

from collections.abc import Sequence

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen

from sixqp_tui.i18n import _
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.tui.keys import CLOSE, RULES, close
from sixqp_tui.tui.widgets.common.columns import TextLines
from sixqp_tui.tui.widgets.common.page import Page, Scroll
from sixqp_tui.tui.widgets.common.seat_text import hanging_lines


class WholeLog(TextLines):
    def __init__(self, entries: Sequence[LogEntry]) -> None:
        super().__init__()
        self._entries = entries

    def lines(self, width: int) -> list[Content]:
        if not self._entries:
            return [Content(_("Nothing has happened yet"))]
        return [line for entry in self._entries for line in hanging_lines(entry, width)]


class LogScreen(Screen[None]):
    """Everything that happened before the screen opened."""

    BINDINGS = [CLOSE, Binding("l,q", "close", show=False), RULES]

    scroll = getters.query_one(Scroll)

    def __init__(self, table: str, entries: Sequence[LogEntry]) -> None:
        super().__init__()
        self._table = table
        self._entries = entries

    def compose(self) -> ComposeResult:
        with Page(lambda: self._table, lambda: _("The game so far").upper()), Scroll():
            yield WholeLog(self._entries)

    def on_mount(self) -> None:
        self.scroll.focus()
        self.scroll.call_after_refresh(self.scroll.scroll_end, animate=False)

    action_close = close
