"""What stands instead of a screen in a window that is too small for it."""

from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.i18n import home as home_words
from sixqp_tui.tui.scale import SMALL, too_small


class TooSmall(Static):
    """One sentence over everything else while the window is too small. Yield it in any screen."""

    DEFAULT_CSS = """
    TooSmall {
        overlay: screen; display: none; position: absolute; offset: 0 0; width: 100vw; height: 100vh;
        padding: 0 1; background: $felt; color: $gold; content-align: center middle; text-align: center;
    }
    TooSmall.-shown { display: block; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._said = ""

    def on_mount(self) -> None:
        """Follow the size of the window."""
        self.screen.screen_layout_refresh_signal.subscribe(self, self._measure)
        self._measure(self.screen)

    def retranslate(self) -> None:
        """Say it in the language in use."""
        self._measure(self.screen)

    def _measure(self, screen: Screen[object]) -> None:
        """Another sentence lays the screen out anew, which leads here again: the same one is not said twice."""
        size = screen.app.size
        shown = too_small(size)
        said = home_words.too_small(*SMALL.least, (size.width, size.height)) if shown else self._said
        if said != self._said:
            self._said = said
            self.update(said)
        self.set_class(shown, "-shown")
