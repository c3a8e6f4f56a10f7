"""Shows the frames of a timeline, each for its time: one timer while something moves, and none at rest."""

from collections.abc import Callable

from textual.screen import Screen
from textual.timer import Timer

from sixqp_tui.store.preferences import PaceName
from sixqp_tui.tui.animation.timeline import Timeline

TICKS: dict[PaceName, float] = {"off": 0.0, "slow": 0.1, "normal": 0.05, "fast": 0.025}
"""The seconds of one tick of a frame; 0 shows everything at once."""
MIN_SECONDS = 0.01
"""The least time of a frame: shorter ones are not seen, and Textual would wait for their intervals without end."""
HARMLESS = {*"0123456789celtpoqh", "exclamation_mark", "question_mark", "left", "right", "up", "down"}
"""The keys that skip what moves and then do their own work; all others only skip."""


class FramePlayer:
    """Advances a timeline on behalf of its screen: `show` is told of every frame.

    `tick` says how many seconds a tick of a frame lasts now; 0 shows everything at once. `is_watched` says whether
    there is somebody to look; else all is shown at once. Whoever shows the whole screen anew calls `schedule` after
    it.
    """

    def __init__(
        self,
        screen: Screen[None],
        timeline: Timeline,
        tick: Callable[[], float],
        is_watched: Callable[[], bool],
        show: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._timeline = timeline
        self._tick = tick
        self._is_watched = is_watched
        self._show = show
        self._timer: Timer | None = None

    @property
    def animates(self) -> bool:
        return self._tick() > 0 and self._is_watched()

    def schedule(self) -> None:
        """Let the next frame come when this one has stood; where nothing moves no timer runs."""
        frame = self._timeline.frame
        if frame is None and self._timer:
            self._timer.stop()
            self._timer = None
        elif frame and not self._timer:
            # Textual never calls a timer for once that a busy machine lets begin after its time: an interval comes.
            seconds = max(MIN_SECONDS, frame.ticks * self._tick())
            self._timer = self._screen.set_interval(seconds, self._advance)

    def skip(self) -> bool:
        """Show all that is known at once; whether anything moved."""
        if self._timeline.frame is None:
            return False
        self._timeline.skip()
        self._show()
        return True

    def skip_on_key(self, key: str) -> bool:
        """Skip because of this key; whether it was spent on that: none decides what was not in sight."""
        return self.skip() and key not in HARMLESS

    def _advance(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
        if self.animates:
            self._timeline.advance()
        else:
            self._timeline.skip()
        self._show()
        self.schedule()
