"""The log of the whole game, from its first card on; its reasons lead to the rules."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events, getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.i18n import _
from sixqp_tui.i18n.game.facts import Told
from sixqp_tui.tui.article_request import ArticleRequested, article_clicked
from sixqp_tui.tui.theme.glyphs import ENTER, POINTER
from sixqp_tui.tui.widgets.common.seat_text import told_sentence
from sixqp_tui.tui.widgets.common.status_lines import KeyLine, TitleLine
from sixqp_tui.tui.widgets.common.too_small import TooSmall


class LogScreen(Screen[None]):
    """Everything that has happened until this screen was opened, a sentence a line.

    One of the sentences that name a reason is pointed at, at first the newest.
    """

    DEFAULT_CSS = """
    LogScreen VerticalScroll { align-horizontal: center; padding: 1 2; scrollbar-size-vertical: 1; }
    LogScreen #told { max-width: 120; }
    """
    GESTURES: ClassVar = {"click a reason": "rules"}

    BINDINGS = [
        Binding("left,shift+tab", "step(-1)", "other reason", key_display="←→"),
        Binding("right,tab", "step(1)", "other reason", show=False),
        Binding("enter", "tell_why", "why", key_display=ENTER),
        Binding("escape", "dismiss_log", "close", key_display="Esc"),
        Binding("l,q", "dismiss_log", "close", show=False),
        Binding("f1", "app.rules", "rules", key_display="F1"),
    ]

    scroll = getters.query_one(VerticalScroll)
    text = getters.query_one("#told", Static)

    def __init__(self, table: str, told: Callable[[], Sequence[Told]]) -> None:
        super().__init__()
        self._table = table
        self._told = told
        self._length = len(told())
        self._reasons = [at for at, each in enumerate(told()) if each.article]
        self._pointed = len(self._reasons) - 1

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
        self.scroll.focus()
        self.scroll.call_after_refresh(self.scroll.scroll_end, animate=False)

    def retranslate(self) -> None:
        """Tell it in the language in use."""
        title = self.query_one(TitleLine)
        title.table, title.where = self._table, _("THE GAME SO FAR · ↑↓ scroll")
        lines = self._lines()
        self.text.update(Content("\n").join(lines) if lines else Content(_("Nothing has happened yet")))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There may be no reason to ask about."""
        if action in ("step", "tell_why"):
            return bool(self._reasons)
        return super().check_action(action, parameters)

    def action_dismiss_log(self) -> None:
        """Back to the game."""
        self.dismiss()

    def action_step(self, by: int) -> None:
        """Point at the next reason, or at the one before, as far as there are any."""
        self._pointed = max(0, min(self._pointed + by, len(self._reasons) - 1))
        self.retranslate()
        heights = [len(line.wrap(self.text.size.width)) for line in self._lines()]
        at = self._reasons[self._pointed]
        top = self.text.virtual_region.y + sum(heights[:at])
        self.scroll.scroll_to_region(Region(0, top, 1, heights[at]), animate=False)

    def action_tell_why(self) -> None:
        """Show the article behind the reason that is pointed at."""
        if article := self._told()[self._reasons[self._pointed]].article:
            self.post_message(ArticleRequested(article))

    def on_click(self, event: events.Click) -> None:
        """A reason leads to its article."""
        if article := article_clicked(event):
            self.post_message(ArticleRequested(article))

    def _lines(self) -> list[Content]:
        """The sentences, behind a column in which a sign stands before the one that is pointed at."""
        pointed = self._reasons[self._pointed] if self._reasons else None
        return [
            Content.assemble((f"{POINTER} " if at == pointed else "  ", "bold $gold"), told_sentence(told))
            for at, told in enumerate(self._told()[: self._length])
        ]
