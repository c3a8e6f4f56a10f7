"""The base of the table, draft and score panes."""

from textual.containers import Vertical
from textual.geometry import Region

from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.widgets.common.page import Notice
from sixqp_tui.tui.widgets.common.prompt import Prompt

FELT_LINES = 30
"""The `max-height` of the felt."""


class Pane(Vertical, can_focus=True):
    """Shows a game and turns keys and clicks into decisions. Call `present` before any key."""

    DEFAULT_CSS = """
    Pane { align: center middle; }
    Pane > .felt { width: 80; height: 1fr; max-height: 30; }
    """

    def __init__(self, session: PlayerSession, model: ViewModel, prompt: Prompt, *, id: str) -> None:
        super().__init__(id=id)
        self.session = session
        self.model = model
        self.prompt = prompt
        self._lines_beside = 2

    @property
    def lines(self) -> int:
        return self.app.size.height - self._lines_beside

    @property
    def chat_region(self) -> Region:
        return self.region

    @property
    def input_region(self) -> Region:
        """The prompt and what is below it, where the player acts: no notification covers it."""
        return Region.from_corners(self.region.x, self.prompt.region.y, *self.region.bottom_right)

    def watch_has_focus(self, _has_focus: bool) -> None:
        """No style depends on it, and Textual would style everything in the pane again."""

    def on_resize(self) -> None:
        if self.size.height:
            self._lines_beside = self.app.size.height - self.size.height
            self.share_out()

    def share_out(self) -> None: ...

    def appear(self) -> None:
        """Called when the pane becomes visible."""

    def present(self, model: ViewModel, frame: Frame | None = None) -> None:
        self.model = model
        self.prompt.span, self.prompt.held = model.span, model.seconds_held
        self.prompt.deadline = model.deadline
        self.prompt.urgent = model.wanted is not None
        self.refresh_bindings()

    def show_notice(self, text: str) -> None:
        self.screen.query_one(Notice).show(text)

    def clear_notice(self) -> None:
        self.screen.query_one(Notice).clear()

    on_key = on_click = clear_notice

    def show_refusal(self, text: str) -> None:
        self.show_notice(text)
