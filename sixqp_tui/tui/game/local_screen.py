"""The base of the screens on which a session of this process is played: lessons, what if."""

from abc import abstractmethod

from textual import events, getters, on
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import ContentSwitcher

from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.timeline import TICKS, FramePlayer, Timeline
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.game.draft_pane import DraftPane
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.keys import close
from sixqp_tui.tui.scale import too_small
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.graphics.canvas import CellWidget


class LocalGameScreen(Screen[None]):
    """Shows a session without a host, from `follow` on, on a table or in a draft.

    Once it is `over`, the prompt says `outcome`.
    """

    AUTO_FOCUS = ""
    DEFAULT_CSS = "LocalGameScreen ContentSwitcher { height: 1fr; }"

    app = getters.app(BaseApp)
    page = getters.query_one(Page)
    switcher = getters.query_one(ContentSwitcher)
    table = getters.query_one(TablePane)
    draft = getters.query_one(DraftPane)

    def follow(self, session: PlayerSession) -> None:
        self._session = session
        self._timeline = Timeline(session)
        self._player = FramePlayer(
            self,
            self._timeline,
            lambda: TICKS[self.app.preferences.pace],
            self.present,
            lambda frame: self.table.move(self.model, frame),
        )

    def compose_table(self) -> ComposeResult:
        with ContentSwitcher(initial="table"):
            yield TablePane(self._session, "table")
            yield DraftPane(self._session, "draft")

    @property
    @abstractmethod
    def heading(self) -> str: ...

    @property
    @abstractmethod
    def over(self) -> bool: ...

    @property
    @abstractmethod
    def outcome(self) -> str: ...

    @property
    def drafting(self) -> bool:
        return self._timeline.part == "draft"

    @property
    def pane(self) -> Pane:
        return self.draft if self.drafting else self.table

    @property
    def model(self) -> ViewModel:
        state = self._session.state
        return ViewModel(
            self._timeline.transcript,
            state.news,
            game=state.game,
            by_now=state.view.table if self._timeline.frame else None,
            recorded=self.over,
        )

    def present(self) -> None:
        pane = self.pane
        self.switcher.current = pane.id
        self.page.update_title()
        pane.disabled = too_small(self.app.size)
        pane.present(self.model, self._timeline.frame)
        self.refresh_bindings()
        if not pane.disabled:
            pane.focus()
        self._player.schedule()
        self.show_outcome()

    def on_mount(self) -> None:
        self.present()

    def on_resize(self) -> None:
        self.present()

    @on(CellWidget.Pointed)
    def show_outcome(self) -> None:
        if self.over:
            prompt = self.pane.prompt
            prompt.caption, prompt.text, prompt.yours = None, self.outcome, True

    def show_news(self) -> None:
        self.table.hand.sent = None
        self._timeline.catch_up(moving=self._player.animates)
        self.call_later(self.present)  # the pane may still be handling the key or click

    def forget_choice(self) -> None:
        """Before a position is shown that comes earlier."""
        self.table.hand.lifted = self.table.hand.sent = self.table.rows.picked = self.draft.deck.cursor = None

    def on_key(self, event: events.Key) -> None:
        if self._player.skip_on_key(event):
            event.stop()

    def on_click(self) -> None:
        self._player.skip()

    def action_seen(self) -> None:
        self.app.push_screen(SeenCardsScreen(self.heading, self.model, self.pane.prompt))

    action_close = close
