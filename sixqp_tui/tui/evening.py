"""The games played at the table since it opened, and the watchers."""

from collections.abc import Iterator

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.client.session_state import StateSource
from sixqp_tui.i18n import table as table_words
from sixqp_tui.presentation.table_sentences import medal_sentences
from sixqp_tui.presentation.tally import evening_medals, tally_rows
from sixqp_tui.tui.keys import CLOSE, close
from sixqp_tui.tui.widgets.common.page import Page, Scroll
from sixqp_tui.tui.widgets.common.tally_sheet import TallySheet


class EveningScreen(Screen[None]):
    BINDINGS = [CLOSE, Binding("e,enter,q", "close", show=False)]

    sheet = getters.query_one(TallySheet)

    def __init__(self, session: StateSource) -> None:
        super().__init__()
        self.session = session

    def compose(self) -> ComposeResult:
        with Page(lambda: self.session.state.title), Scroll():
            yield TallySheet()
            yield Static(id="below", markup=False)

    def on_mount(self) -> None:
        self.show()
        self.query_one(Scroll).focus()

    def follow(self) -> None:
        if self.is_mounted:
            self.show()

    def show(self) -> None:
        state = self.session.state
        self.sheet.rows = tally_rows(state.tally, state.news.you if state.news else None)
        self.sheet.display = bool(state.tally)
        self.query_one("#below", Static).update("\n\n".join(filter(None, self._below())))

    def _below(self) -> Iterator[str]:
        if not self.sheet.rows:
            yield table_words.nothing_yet()
        yield "\n".join(medal_sentences(evening_medals(self.sheet.rows)))
        if (news := self.session.state.news) and news.watchers:
            yield table_words.watching(news.watchers)

    action_close = close
