"""The log of the whole game."""

from collections.abc import Sequence

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen

from sixqp_tui.i18n import _
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.tui.keys import CLOSE, RULES, close
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.game.event_log import WholeLog


class LogScreen(Screen[None]):
    """Everything that happened before the screen opened."""

    DEFAULT_CSS = """
    LogScreen WholeLog { height: auto; width: 1fr; max-width: 120; }
    LogScreen VerticalScroll { align-horizontal: center; padding: 1 2; scrollbar-size-vertical: 1; }
    """
    BINDINGS = [CLOSE, Binding("l,q", "close", show=False), RULES]

    scroll = getters.query_one(VerticalScroll)

    def __init__(self, table: str, entries: Sequence[LogEntry]) -> None:
        super().__init__()
        self._table = table
        self._entries = tuple(entries)

    def compose(self) -> ComposeResult:
        with Page(lambda: self._table, lambda: _("THE GAME SO FAR · ↑↓ scroll")), VerticalScroll():
            yield WholeLog()

    def on_mount(self) -> None:
        self.query_one(WholeLog).entries = self._entries
        self.scroll.focus()
        self.scroll.call_after_refresh(self.scroll.scroll_end, animate=False)

    action_close = close
