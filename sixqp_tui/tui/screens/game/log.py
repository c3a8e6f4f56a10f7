"""The log of the whole game, from its first card on."""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.i18n import _
from sixqp_tui.i18n.game.facts import Told
from sixqp_tui.tui.widgets.common.seat_text import told_sentence
from sixqp_tui.tui.widgets.common.status_lines import KeyLine, TitleLine
from sixqp_tui.tui.widgets.common.too_small import TooSmall


class LogScreen(Screen[None]):
    """Everything that has happened until this screen was opened, a sentence a line."""

    DEFAULT_CSS = """
    LogScreen VerticalScroll { align-horizontal: center; padding: 1 2; scrollbar-size-vertical: 1; }
    LogScreen #told { max-width: 120; }
    """

    BINDINGS = [
        Binding("escape", "dismiss_log", "close", key_display="Esc"),
        Binding("l,enter,q", "dismiss_log", "close", show=False),
        Binding("f1", "app.rules", "rules", key_display="F1"),
    ]

    def __init__(self, table: str, told: Callable[[], Sequence[Told]]) -> None:
        super().__init__()
        self._table = table
        self._told = told
        self._length = len(told())

    def compose(self) -> ComposeResult:
        """The sentences, the newest in sight."""
        yield TitleLine()
        with VerticalScroll():
            yield Static(id="told")
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Begin at the end."""
        self.retranslate()
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        scroll.call_after_refresh(scroll.scroll_end, animate=False)

    def retranslate(self) -> None:
        """Tell it in the language in use."""
        title = self.query_one(TitleLine)
        title.table, title.where = self._table, _("THE GAME SO FAR · ↑↓ scroll")
        self.query_one("#told", Static).update(self._text())

    def action_dismiss_log(self) -> None:
        """Back to the game."""
        self.dismiss()

    def _text(self) -> Content:
        shown = self._told()[: self._length]
        if not shown:
            return Content(_("Nothing has happened yet"))
        return Content("\n").join(map(told_sentence, shown))
