"""The games played at the table since it opened, and the watchers."""

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.client.session_state import StateSource
from sixqp_tui.i18n import _, console as console_words, tally as tally_words
from sixqp_tui.presentation.score_text import evening_text
from sixqp_tui.presentation.table_sentences import medal_sentences
from sixqp_tui.presentation.tally import describe_winner, evening_medals, tally_rows
from sixqp_tui.tui.keys import CLOSE, COPY_SCORES, RULES, close
from sixqp_tui.tui.widgets.common.page import Notice, Page
from sixqp_tui.tui.widgets.common.tally_sheet import TallySheet


class EveningScreen(Screen[None]):
    """`private`: the table is in this process, so nobody else is watching."""

    DEFAULT_CSS = """
    EveningScreen VerticalScroll { align-horizontal: center; padding: 1 2; scrollbar-size-vertical: 1; }
    EveningScreen Static { width: 54; height: auto; padding: 0 1; margin-top: 1; }
    EveningScreen #winner { color: $gold; text-style: bold; }
    """

    BINDINGS = [COPY_SCORES, CLOSE, Binding("e,enter,q", "close", show=False), RULES]

    sheet = getters.query_one(TallySheet)
    watching = getters.query_one("#watching", Static)

    def __init__(self, session: StateSource, private: bool) -> None:
        super().__init__()
        self.session = session
        self._private = private

    def compose(self) -> ComposeResult:
        with Page(lambda: self.session.state.title, tally_words.heading), VerticalScroll():
            yield TallySheet()
            yield Static(id="winner", markup=False)
            yield Static(id="medals", markup=False)
            yield Static(id="nothing", markup=False)
            yield Static(id="watching", markup=False)

    def on_mount(self) -> None:
        self.show()
        self.query_one(VerticalScroll).focus()

    def follow(self) -> None:
        if self.is_mounted:
            self.show()

    def show(self) -> None:
        session = self.session
        news = session.state.news
        self.sheet.rows = tally_rows(session.state.tally, news.you if news else None)
        self.sheet.refresh()
        self.sheet.display = bool(session.state.tally)
        winner, sentence = self.query_one("#winner", Static), describe_winner(self.sheet.rows)
        winner.update(sentence)
        winner.display = bool(sentence)
        medals, sentences = self.query_one("#medals", Static), medal_sentences(evening_medals(self.sheet.rows))
        medals.update("\n".join(sentences))
        medals.display = bool(sentences)
        nothing = self.query_one("#nothing", Static)
        nothing.display = not session.state.tally
        nothing.update(tally_words.nothing_yet())
        names = () if news is None or self._private else news.watcher_names
        self.watching.update(tally_words.watching(names) if names else console_words.watching(0))
        self.watching.display = not self._private

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "copy_scores" or bool(self.session.state.tally)

    def on_key(self) -> None:
        self.query_one(Notice).clear()

    def action_copy_scores(self) -> None:
        state = self.session.state
        self.app.copy_to_clipboard(evening_text(state.title, state.tally))
        self.query_one(Notice).show(_("Copied, if your terminal allows it."))

    action_close = close
