"""The room before a game as everybody sees it: seats, settings, how to join, the last game, the chat."""

from collections.abc import Callable
from functools import partial

from rich.cells import cell_len
from textual import getters
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from sixqp_protocol.messages import RoomNews
from sixqp_tui.i18n import _
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.presentation.prompt_text import with_names
from sixqp_tui.presentation.tally import tally_rows, tell_summary
from sixqp_tui.tui.table_context import TableContext
from sixqp_tui.tui.widgets.common.chat import Chat
from sixqp_tui.tui.widgets.common.tally_sheet import MIN_LINES, TallySheet
from sixqp_tui.tui.widgets.common.translated_text import TranslatedText
from sixqp_tui.tui.widgets.lobby.seats import Seats
from sixqp_tui.tui.widgets.lobby.table_summary import TableSummary

TALL = 32
"""Lines from which on there is room for wider margins, and more of the chat."""
BROAD = 160
"""Cells from which on the chat stands beside the room: 116 for the room, and as many as a sentence needs."""
HEADING = 2
"""Lines above the chairs."""
GAP = 1
"""Lines between the chairs and what stands below them."""


class LobbyPanel(Vertical):
    """Shows a table when it is told to; `draws_ascii`: whether only signs may be drawn that every terminal has."""

    DEFAULT_CSS = """
    LobbyPanel { height: 1fr; }
    LobbyPanel #table { height: 1fr; }
    LobbyPanel #upper { height: 1fr; margin: 1 0 0 1; }
    LobbyPanel #around { width: 44; }
    LobbyPanel .head { height: 1; color: $dim; text-style: bold; padding: 0 1; margin: 0 0 1 0; }
    LobbyPanel TallySheet { display: none; }
    LobbyPanel #last, LobbyPanel #evening { height: 1; padding: 0 2; margin: 0 0 1 0; display: none; }
    LobbyPanel #last { color: $green; }
    LobbyPanel #evening { color: $gold; }
    LobbyPanel.-summed #last { margin: 0; }
    LobbyPanel #talk { height: 4; padding: 0 1 0 2; margin: 0 0 1 0; }
    LobbyPanel #talk .head { padding: 0; margin: 0; }
    LobbyPanel.-tall #upper { margin: 2 0 1 3; }
    LobbyPanel.-tall #around { width: 56; }
    LobbyPanel.-tall #last, LobbyPanel.-tall #evening { padding: 0 4; }
    LobbyPanel.-tall #talk { height: 11; padding: 0 4; }
    LobbyPanel.-broad { layout: horizontal; }
    LobbyPanel.-broad #table { width: 116; }
    LobbyPanel.-broad #talk { height: 1fr; width: 1fr; max-width: 90; margin: 2 0 1 0; padding: 0 2; }
    LobbyPanel.-broad #talk .head { margin: 0 0 1 0; }
    """

    seats = getters.query_one(Seats)
    summary = getters.query_one(TableSummary)
    last = getters.query_one("#last", Static)
    around = getters.query_one("#around", Vertical)
    evening = getters.query_one("#evening", Static)
    tally = getters.query_one(TallySheet)
    chat = getters.query_one(Chat)

    def __init__(self, context: TableContext, draws_ascii: Callable[[], bool]) -> None:
        super().__init__()
        self.context = context
        self._draws_ascii = draws_ascii

    def compose(self) -> ComposeResult:
        with Vertical(id="table"):
            with Horizontal(id="upper"):
                with Vertical(id="around"):
                    yield TranslatedText(lambda: _("AROUND THE TABLE"), classes="head")
                    yield Seats()
                    yield TallySheet()
                closed = self.context.keyboard is not None
                yield TableSummary(self.context.hosting, self.context.join_line, closed, self._draws_ascii)
            yield Static(id="last", markup=False)
            yield Static(id="evening", markup=False)
        with Vertical(id="talk"):
            yield TranslatedText(lobby_words.chat_heading, classes="head")
            yield Chat()

    def on_resize(self) -> None:
        self.set_class(self.size.height >= TALL, "-tall")
        self.set_class(self.size.height >= TALL and self.size.width >= BROAD, "-broad")
        self.call_after_refresh(self.show_tally)

    def show(self) -> None:
        """Show what is known of the table now."""
        self.chat.said = tuple(self.context.said)
        self.show_last_game()
        self.show_tally()
        news = self.context.session.state.news
        if news:
            self.show_news(news)

    def show_news(self, news: RoomNews) -> None:
        """Show who is here and what is played."""
        self.seats.seats, self.seats.you, self.seats.ready = news.seats, news.you, news.ready
        self.seats.pointed = max(0, min(self.seats.pointed, len(news.seats) - 1))
        self.summary.settings, self.summary.code, self.summary.seeded = news.settings, news.code, news.seeded

    def show_tally(self) -> None:
        """What was played here this evening: below the chairs where there is room for it, else in a line."""
        session = self.context.session
        rows = tally_rows(session.state.tally, session.state.news.you if session.state.news else None)
        self.tally.rows = rows
        spare = self.around.size.height - HEADING - len(self.seats.seats) - GAP
        self.tally.display = bool(rows) and self.has_class("-tall") and spare >= MIN_LINES
        self.tally.styles.height = min(spare, self.tally.lines)
        self.evening.display = bool(rows) and not self.tally.display
        self.set_class(self.evening.display, "-summed")
        hint = _hint()
        room = self.size.width - 4 - cell_len(hint)
        self.evening.update(with_names(partial(tell_summary, rows), len(rows), room) + hint if rows else "")

    def show_last_game(self) -> None:
        """Who has won the game before, where there was one."""
        table = self.context.session.state.named_view.table
        self.last.display = table.ended is not None
        if table.ended is not None:
            self.last.update(lobby_words.last_game(table))


def _hint() -> str:
    # Translators: e is the key to press; behind “Games won: …”
    return _(" · e: show all")
