"""The base of the screens on which a session of this process is played: lessons, what if."""

from abc import abstractmethod

from textual import getters, on

from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.timeline import Part, Timeline
from sixqp_tui.tui.game.draft_pane import DraftPane
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.game.timeline_screen import GameParts, TimelineScreen
from sixqp_tui.tui.keys import close
from sixqp_tui.tui.widgets.graphics.canvas import Choice


class LocalGameScreen(TimelineScreen):
    """Shows a session without a host, from `follow` on, on a table or in a draft.

    Once it is `over`, the prompt says `outcome`.
    """

    table = getters.query_one(TablePane)
    draft = getters.query_one(DraftPane)

    def follow(self, session: PlayerSession) -> None:
        self._session = session
        self.timeline = Timeline(session)

    def compose_table(self) -> GameParts:
        return GameParts(self._session, ("table", "draft"))

    @property
    @abstractmethod
    def over(self) -> bool: ...

    @property
    @abstractmethod
    def outcome(self) -> str: ...

    @property
    def part(self) -> Part:
        return "draft" if self.timeline.part == "draft" else "table"

    @property
    def model(self) -> ViewModel:
        state = self._session.state
        return ViewModel(
            self.timeline.transcript,
            state.news,
            game=state.game,
            by_now=state.view.table if self.timeline.frame else None,
            recorded=self.over,
        )

    def present(self) -> None:
        super().present()
        self.show_outcome()

    @on(Choice.Pointed)
    def show_outcome(self) -> None:
        if self.over:
            prompt = self.pane.prompt
            prompt.caption, prompt.text, prompt.yours = None, self.outcome, True

    def show_news(self) -> None:
        self.table.hand.sent = None
        self.timeline.catch_up(moving=self.animates)
        self.call_later(self.present)  # the pane may still be handling the key or click

    def forget_choice(self) -> None:
        """Before a position is shown that comes earlier."""
        self.table.hand.sent = None
        for choice in self.query(Choice):
            choice.chosen = None

    action_close = close
