"""Shows the frames of a timeline; a timer runs only while something moves."""

from collections.abc import Callable

from textual.screen import Screen
from textual.timer import Timer

from sixqp_tui.store.preferences import PaceName
from sixqp_tui.tui.animation.timeline import Timeline

TICKS: dict[PaceName, float] = {"off": 0.0, "slow": 0.1, "normal": 0.05, "fast": 0.025}
"""Seconds in one tick; 0 shows everything at once."""
MIN_SECONDS = 0.01
"""Shorter frames can't be seen, and Textual would never stop waiting for their intervals."""
HARMLESS = {*"0123456789celtpoqh", "exclamation_mark", "question_mark", "left", "right", "up", "down"}
"""These keys skip the animation and then do their own work; all others only skip."""


class FramePlayer:
    """Advances a timeline for its screen, and calls `show` for every frame.

    `tick` returns the seconds in a tick; 0 shows everything at once, and so does a screen that nobody watches. Call
    `schedule` after drawing the whole screen.
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
        """Start the timer for the next frame if something moves, else stop it."""
        frame = self._timeline.frame
        if frame is None and self._timer:
            self._timer.stop()
            self._timer = None
        elif frame and not self._timer:
            # Textual never calls a timer for once that a busy machine lets begin after its time: an interval comes.
            seconds = max(MIN_SECONDS, frame.ticks * self._tick())
            self._timer = self._screen.set_interval(seconds, self._advance)

    def skip(self) -> bool:
        """Show everything known at once; return whether anything was moving."""
        if self._timeline.frame is None:
            return False
        self._timeline.skip()
        self._show()
        return True

    def skip_on_key(self, key: str) -> bool:
        """Skip because of this key; return whether that used it up: no key decides about what wasn't in sight."""
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
