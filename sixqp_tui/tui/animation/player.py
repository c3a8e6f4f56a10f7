"""Shows the frames of a playback, each for its time: one timer while something moves, and none at rest."""

from collections.abc import Callable

from textual.screen import Screen
from textual.timer import Timer

from sixqp_tui.store.preferences import PaceName
from sixqp_tui.tui.animation.timeline import Timeline
from sixqp_tui.tui.widgets.common.too_small import too_small

TICKS: dict[PaceName, float] = {"off": 0.0, "slow": 0.1, "normal": 0.05, "fast": 0.025}
"""The seconds of one tick of a film; 0 shows everything at once."""
HARMLESS = {*"0123456789cltpoqh", "question_mark", "left", "right", "up", "down"}
"""The keys that skip a film and then do their own work; all others only skip."""


class FramePlayer:
    """Advances a playback on behalf of its screen, at the `pace` in force: `moved` is told of every frame.

    Whoever shows the whole screen anew calls `wind` after it.
    """

    def __init__(
        self, screen: Screen[None], playback: Timeline, pace: Callable[[], PaceName], moved: Callable[[], None]
    ) -> None:
        self._screen = screen
        self._timeline = playback
        self._pace = pace
        self._moved = moved
        self._timer: Timer | None = None

    @property
    def runs(self) -> bool:
        """Whether what happens is to be shown frame by frame: there is somebody to look."""
        return TICKS[self._pace()] > 0 and self._screen.is_active and not too_small(self._screen.app.size)

    def wind(self) -> None:
        """Let the next frame come when this one has stood; where nothing moves no timer runs."""
        frame = self._timeline.frame
        if frame is None and self._timer:
            self._timer.stop()
            self._timer = None
        elif frame and not self._timer:
            self._timer = self._screen.set_timer(frame.ticks * TICKS[self._pace()], self._next)

    def skip(self) -> bool:
        """Show all that is known at once; whether anything moved."""
        if self._timeline.frame is None:
            return False
        self._timeline.skip()
        self._moved()
        return True

    def takes(self, key: str) -> bool:
        """Skip because of this key; whether it was spent on that: none decides what was not in sight."""
        return self.skip() and key not in HARMLESS

    def _next(self) -> None:
        self._timer = None
        if self.runs:
            self._timeline.advance()
        else:
            self._timeline.skip()
        self._moved()
        self.wind()
