"""The base of the screens that show a game: its panes, and the pace at which they follow its facts."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from time import monotonic

from textual import events, getters
from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import ContentSwitcher

from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.store.preferences import PaceName
from sixqp_tui.tui.animation.timeline import TICKS, Part, Timeline
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.game.draft_pane import DraftPane
from sixqp_tui.tui.game.finish_pane import FinishPane
from sixqp_tui.tui.game.log import LogScreen
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.game.score_pane import ScorePane
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.keys import UNSHIFTED
from sixqp_tui.tui.scale import too_small
from sixqp_tui.tui.widgets.common.page import Page

PANES: Mapping[Part, type[Pane]] = {
    "table": TablePane,
    "draft": DraftPane,
    "scores": ScorePane,
    "finish": FinishPane,
}
MIN_SECONDS = 0.01
"""The shortest time for a frame. Shorter ones are invisible, and Textual never stops waiting for them."""
MOVING = {
    *("enter", "escape", "tab", "backspace", "delete", "insert"),
    *("left", "right", "up", "down", "home", "end", "pageup", "pagedown"),
}
HARMLESS = {*"0123456789celtpoqhf", *UNSHIFTED, "exclamation_mark", "question_mark", "left", "right", "up", "down"}
"""Keys that skip the animation and also do their own work. All other keys only skip it."""


class GameParts(ContentSwitcher):
    """The panes of a game. The `first` ones exist from the start, the others once it is complete."""

    def __init__(
        self, session: PlayerSession, first: Iterable[Part], clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(initial="table")
        self._session = session
        self._clock = clock
        self._first = first

    def compose(self) -> ComposeResult:
        for part in self._first:
            yield self._create(part)

    @property
    def pane(self) -> Pane:
        return self.query_one(f"#{self.current}", Pane)

    async def complete(self) -> None:
        missing = [self._create(part) for part in PANES if not self.query_children(f"#{part}")]
        for pane in missing:
            pane.display = False
        # Unlike mount, nothing happens once the player has left the program.
        await self.mount_all(missing)

    def turn_to(self, part: Part) -> bool:
        """False before the part has its widgets, which come after it."""
        if not any(pane.is_mounted for pane in self.query_children(f"#{part}")):
            return False
        if self.current != part:
            self.current = part
            self.pane.appear()
        return True

    def _create(self, part: Part) -> Pane:
        return PANES[part](self._session, part, self._clock)


class TimelineScreen(Screen[None]):
    """Shows its `timeline` frame by frame in the pane of the current part; no timer runs while nothing moves.

    It needs a Page with GameParts. Call `present` when the timeline or the model has changed.
    """

    AUTO_FOCUS = ""

    app = getters.app(BaseApp)
    page = getters.query_one(Page)
    parts = getters.query_one(GameParts)

    ticks: Mapping[PaceName, float] = TICKS
    timeline: Timeline
    _frame_timer: Timer | None = None

    @property
    @abstractmethod
    def heading(self) -> str: ...

    @property
    @abstractmethod
    def model(self) -> ViewModel: ...

    @property
    def part(self) -> Part:
        return self.timeline.part

    @property
    def pane(self) -> Pane:
        return self.parts.pane

    @property
    def takes_keys(self) -> bool:
        return not too_small(self.app.size)

    @property
    def skips(self) -> bool:
        """Whether keys and clicks skip the animation."""
        return True

    def on_mount(self) -> None:
        self.present()

    def on_resize(self) -> None:
        self.present()

    def present(self) -> None:
        if not self.parts.turn_to(self.part):
            return
        self.page.update_title()
        self.pane.disabled = not self.takes_keys
        self.pane.present(self.model, self.timeline.frame)
        self.refresh_bindings()
        self.give_keys_back()
        self._schedule()

    def give_keys_back(self) -> None:
        if not self.pane.disabled:
            self.pane.focus()

    # -- the animation --------------------------------------------------------------------------------

    @property
    def seconds_per_tick(self) -> float:
        """0 shows everything at once."""
        return self.ticks[self.app.preferences.pace]

    @property
    def moves(self) -> bool:
        return self._frame_timer is not None

    @property
    def is_watched(self) -> bool:
        return self.is_active and not too_small(self.app.size)

    @property
    def animates(self) -> bool:
        return self.seconds_per_tick > 0 and self.is_watched

    def show_frame(self) -> None:
        """Of a table that moves, only what moves is drawn again."""
        frame = self.timeline.frame
        if frame and self.part == "table":
            self.query_one(TablePane).move(self.model, frame)
        else:
            self.present()

    def advance(self) -> None:
        self._stop_frame()
        if self.animates:
            self.timeline.advance()
        else:
            self.timeline.skip()
        self.show_frame()
        self._schedule()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "skip" or (self.part == "finish" and self.timeline.frame is not None)

    def action_skip(self) -> None:
        if self.timeline.frame:
            self.timeline.skip()
            self.present()

    def on_key(self, event: events.Key) -> None:
        """Skip because of a key that types or moves; Shift, Alt, Caps Lock and the keys of the volume don't.

        A key that isn't harmless does nothing else, so that nobody decides too early.
        """
        types_or_moves = event.is_printable or event.key.rpartition("+")[2] in MOVING
        if self.skips and self.timeline.frame and types_or_moves:
            self.action_skip()
            if event.key not in HARMLESS:
                event.stop()

    def on_click(self) -> None:
        if self.skips:
            self.action_skip()

    def _schedule(self) -> None:
        frame = self.timeline.frame
        if frame is None:
            self._stop_frame()
        elif self._frame_timer is None:
            # If a busy machine starts a one-off timer late, Textual never calls it; an interval is called.
            seconds = max(MIN_SECONDS, frame.ticks * self.seconds_per_tick)
            self._frame_timer = self.set_interval(seconds, self.advance)

    def _stop_frame(self) -> None:
        if self._frame_timer:
            self._frame_timer.stop()
            self._frame_timer = None

    # -- the keys of every game -----------------------------------------------------------------------

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(self.heading, self.model.log))

    def action_seen(self) -> None:
        self.app.push_screen(SeenCardsScreen(self.heading, self.model, self.pane.prompt))

    def action_scores(self) -> None:
        if self.part == "scores":
            self.timeline.mark_scores_read()
        else:
            self.timeline.open_scores()
        self.present()
