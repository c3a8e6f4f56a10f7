"""The base of the screens on which a session of this process is played: lessons, what if."""

from abc import abstractmethod
from collections.abc import Callable

from textual import getters
from textual.screen import Screen

from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.animation.timeline import TICKS, FramePlayer, Timeline
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.keys import close
from sixqp_tui.tui.scale import too_small
from sixqp_tui.tui.widgets.common.page import Page


class LocalGameScreen(Screen[None]):
    """Shows a session without a host, from `follow` on. Its `present` calls `present_pane`."""

    AUTO_FOCUS = ""

    page = getters.query_one(Page)
    table = getters.query_one(TablePane)

    def __init__(self, preferences: Callable[[], Preferences]) -> None:
        super().__init__()
        self._preferences = preferences

    def follow(self, session: PlayerSession) -> None:
        self._timeline = Timeline(session)
        self._player = FramePlayer(
            self,
            self._timeline,
            lambda: TICKS[self._preferences().pace],
            self.present,
            lambda frame: self.table.move(self.model, frame),
        )

    @property
    @abstractmethod
    def model(self) -> ViewModel: ...

    @abstractmethod
    def present(self) -> None: ...

    def present_pane(self, pane: Pane) -> None:
        self.page.update_title()
        pane.disabled = too_small(self.app.size)
        pane.present(self.model, self._timeline.frame)
        self.refresh_bindings()
        if not pane.disabled:
            pane.focus()
        self._player.schedule()

    def on_resize(self) -> None:
        self.present()

    action_close = close
