"""The log of the whole game. Its reasons lead to the rules."""

from collections.abc import Callable, Sequence

from textual import getters
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen

from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.tui.commands import CLOSE, RULES, Command, check_action, close
from sixqp_tui.tui.requests import ArticleRequested
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.game.event_log import WholeLog

OTHER_REASON = Command(
    "left,shift+tab",
    "step(-1)",
    # Translators: select another line of the log that tells why heads were taken: a noun
    NC_("key", "reason"),
    N_("Select another line that says why"),
    key_display="←→",
).when(lambda self: self._reasons)


class LogScreen(Screen[None]):
    """Everything that happened before the screen opened.

    A pointer selects one of the sentences with a reason, at first the newest.
    """

    DEFAULT_CSS = """
    LogScreen WholeLog { height: auto; width: 1fr; max-width: 120; }
    LogScreen VerticalScroll { align-horizontal: center; padding: 1 2; scrollbar-size-vertical: 1; }
    """
    BINDINGS = [
        OTHER_REASON,
        OTHER_REASON.by("right,tab", "step(1)"),
        # Translators: by which rule something happened
        Command("enter", "show_rule", NC_("key", "why"), N_("Read the rule behind the selected line")).when(
            lambda self: self._reasons
        ),
        CLOSE,
        CLOSE.by("l,q"),
        RULES,
    ]

    scroll = getters.query_one(VerticalScroll)
    log_lines = getters.query_one(WholeLog)

    def __init__(self, table: str, entries: Callable[[], Sequence[LogEntry]]) -> None:
        super().__init__()
        self._table = table
        self._entries = entries
        self._length = len(entries())
        self._reasons = [at for at, each in enumerate(entries()) if each.article]
        self._pointed = len(self._reasons) - 1

    def compose(self) -> ComposeResult:
        with Page(lambda: self._table, lambda: _("THE GAME SO FAR · ↑↓ scroll")), VerticalScroll():
            yield WholeLog()

    def on_mount(self) -> None:
        self.show()
        self.scroll.focus()
        self.scroll.call_after_refresh(self.scroll.scroll_end, animate=False)

    def show(self) -> None:
        self.log_lines.entries = tuple(self._entries()[: self._length])
        self.log_lines.pointed = self._reasons[self._pointed] if self._reasons else None

    check_action = check_action

    action_close = close

    def action_step(self, by: int) -> None:
        self._pointed = max(0, min(self._pointed + by, len(self._reasons) - 1))
        self.show()
        region = self.log_lines.region_of(self._reasons[self._pointed])
        self.scroll.scroll_to_region(region.translate(self.log_lines.virtual_region.offset), animate=False)

    def action_show_rule(self) -> None:
        if article := self._entries()[self._reasons[self._pointed]].article:
            self.post_message(ArticleRequested(article))
