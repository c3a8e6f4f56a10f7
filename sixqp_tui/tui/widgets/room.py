"""The room before a game as everybody sees it: seats, settings, how to join, the last game, the chat."""

from textual import getters
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from sixqp_protocol.messages import RoomNews
from sixqp_tui.i18n import _
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.tui.controller.table_context import Sitting
from sixqp_tui.tui.widgets.chat import Talk
from sixqp_tui.tui.widgets.seats import Seats
from sixqp_tui.tui.widgets.static_text import Words
from sixqp_tui.tui.widgets.table_facts import TableFacts

TALL = 32
BROAD = 160


class Room(Vertical):
    """Shows a sitting when it is told to."""

    DEFAULT_CSS = """
    Room { height: 1fr; }
    Room #table { height: 1fr; }
    Room #upper { height: 1fr; margin: 1 0 0 1; }
    Room #around { width: 44; }
    Room .head { height: 1; color: $dim; text-style: bold; padding: 0 1; margin: 0 0 1 0; }
    Room #last { height: 1; padding: 0 2; margin: 0 0 1 0; color: $green; display: none; }
    Room #talk { height: 4; padding: 0 1 0 2; margin: 0 0 1 0; }
    Room #talk .head { padding: 0; margin: 0; }
    Room.-tall #upper { margin: 2 0 1 3; }
    Room.-tall #around { width: 56; }
    Room.-tall #last { padding: 0 4; }
    Room.-tall #talk { height: 11; padding: 0 4; }
    Room.-broad { layout: horizontal; }
    Room.-broad #table { width: 116; }
    Room.-broad #talk { height: 1fr; width: 1fr; max-width: 90; margin: 2 0 1 0; padding: 0 2; }
    Room.-broad #talk .head { margin: 0 0 1 0; }
    """

    seats = getters.query_one(Seats)
    facts = getters.query_one(TableFacts)
    last = getters.query_one("#last", Static)
    talk = getters.query_one(Talk)

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting

    def compose(self) -> ComposeResult:
        """Seats left, the game right, the chat below, or beside where there is room."""
        with Vertical(id="table"):
            with Horizontal(id="upper"):
                with Vertical(id="around"):
                    yield Words(lambda: _("AROUND THE TABLE"), classes="head")
                    yield Seats()
                closed = self.sitting.keyboard is not None
                yield TableFacts(self.sitting.hosting, self.sitting.join_line, closed)
            yield Static(id="last", markup=False)
        with Vertical(id="talk"):
            yield Words(lobby_words.chat_heading, classes="head")
            yield Talk()

    def on_resize(self) -> None:
        """Take more room where there is more."""
        self.set_class(self.size.height >= TALL, "-tall")
        self.set_class(self.size.height >= TALL and self.size.width >= BROAD, "-broad")

    def show(self) -> None:
        """Show what the sitting knows now."""
        self.talk.said = tuple(self.sitting.said)
        self.show_last_game()
        news = self.sitting.session.news
        if news:
            self.show_news(news)

    def show_news(self, news: RoomNews) -> None:
        """Show who is here and what is played."""
        self.seats.seats, self.seats.you = news.seats, news.you
        self.seats.pointed = max(0, min(self.seats.pointed, len(news.seats) - 1))
        self.facts.settings, self.facts.code = news.settings, news.code

    def show_last_game(self) -> None:
        """Who has won the game before, where there was one."""
        table = self.sitting.session.view.table
        self.last.display = table.ended is not None
        if table.ended is not None:
            self.last.update(lobby_words.last_game(table))
