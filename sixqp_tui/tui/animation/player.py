"""Plays the frames of a timeline; no timer runs while nothing moves."""

from collections.abc import Callable

from textual.screen import Screen
from textual.timer import Timer

from sixqp_tui.store.preferences import PaceName
from sixqp_tui.tui.animation.timeline import Timeline

TICKS: dict[PaceName, float] = {"off": 0.0, "slow": 0.1, "normal": 0.05, "fast": 0.025}
"""Seconds per tick; 0 shows everything at once."""
MIN_SECONDS = 0.01
"""The shortest time for a frame: shorter ones are invisible, and Textual never stops waiting for their intervals.
"""
HARMLESS = {*"0123456789celtpoqh", "exclamation_mark", "question_mark", "left", "right", "up", "down"}
"""Keys that skip the animation and also do their own work. All other keys only skip it."""


class FramePlayer:
    """Advances a timeline for its screen, and calls `show` after every frame.

    `tick` returns the seconds per tick, 0 to show everything at once. `is_watched` says whether anybody sees the
    screen; otherwise everything is shown at once. After showing the whole screen, call `schedule`.
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
    def running(self) -> bool:
        return self._timer is not None

    @property
    def animates(self) -> bool:
        return self._tick() > 0 and self._is_watched()

    def schedule(self) -> None:
        frame = self._timeline.frame
        if frame is None and self._timer:
            self._timer.stop()
            self._timer = None
        elif frame and not self._timer:
            # If a busy machine starts a one-off timer late, Textual never calls it; an interval is called.
            seconds = max(MIN_SECONDS, frame.ticks * self._tick())
            self._timer = self._screen.set_interval(seconds, self.advance)

    def skip(self) -> bool:
        if self._timeline.frame is None:
            return False
        self._timeline.skip()
        self._show()
        return True

    def skip_on_key(self, key: str) -> bool:
        """Skip because of a key. Returns whether the key does nothing else, so that nobody decides too early."""
        return self.skip() and key not in HARMLESS

    def advance(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
        if self.animates:
            self._timeline.advance()
        else:
            self._timeline.skip()
        self._show()
        self.schedule()
