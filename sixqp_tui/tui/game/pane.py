"""The base of the table, draft, score and finish panes."""

from collections.abc import Callable
from time import monotonic

from textual.containers import Vertical
from textual.geometry import Region

from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.widgets.common.page import Notice
from sixqp_tui.tui.widgets.common.prompt import Prompt


class Pane(Vertical, can_focus=True):
    """Shows a game and turns keys and clicks into decisions. Call `present` before any key."""

    CLICK = ""
    """The key that a click on the prompt presses."""

    def __init__(self, session: PlayerSession, id: str, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(id=id)
        self.session = session
        self.model = ViewModel()
        self.prompt = Prompt(clock, self.CLICK)

    @property
    def chat_region(self) -> Region:
        return self.region

    def watch_has_focus(self, _has_focus: bool) -> None:
        """No style depends on it, and Textual would style everything in the pane again."""

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
