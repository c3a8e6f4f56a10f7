"""What stands instead of a screen in a window that is too small for it."""

from collections.abc import Callable

from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.i18n import _
from sixqp_tui.tui.scale import SMALL, too_small


class TooSmall(Static):
    """One sentence over everything else while the window is too small. Yield it in any screen.

    `meanwhile` tells below it what happens unseen; it is asked anew every second.
    """

    DEFAULT_CSS = """
    TooSmall {
        overlay: screen; display: none; position: absolute; offset: 0 0; width: 100vw; height: 100vh;
        padding: 0 1; background: $felt; color: $gold; content-align: center middle; text-align: center;
    }
    TooSmall.-shown { display: block; }
    """

    def __init__(self, meanwhile: Callable[[], str] = str) -> None:
        super().__init__(markup=False)
        self._meanwhile = meanwhile
        self._said = ""

    def on_mount(self) -> None:
        self._timer = self.set_interval(1.0, self.retranslate, pause=True)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._measure)
        self._measure(self.screen)

    def retranslate(self) -> None:
        self._measure(self.screen)

    def _measure(self, screen: Screen[object]) -> None:
        """Another sentence lays the screen out anew, which leads here again: the same one is not said twice."""
        size = screen.app.size
        shown = too_small(size)
        said = self._sentences((size.width, size.height)) if shown else self._said
        if said != self._said:
            self._said = said
            self.update(said)
        if shown != self.has_class("-shown"):
            (self._timer.resume if shown else self._timer.pause)()
        self.set_class(shown, "-shown")

    def _sentences(self, now: tuple[int, int]) -> str:
        return "\n".join(filter(None, (_too_small(*SMALL.least, now), self._meanwhile())))


def _too_small(width: int, height: int, now: tuple[int, int]) -> str:
    """The window is too small for the game."""
    sentence = _("The window must be at least {width}×{height}; it is {wide}×{high}.")
    return sentence.format(width=width, height=height, wide=now[0], high=now[1])
