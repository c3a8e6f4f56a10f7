"""The frame of every screen: the title, a notice, the keys."""

from collections.abc import Callable

from rich.cells import cell_len
from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.i18n import _, phrases
from sixqp_tui.tui.keys import KeyLine
from sixqp_tui.tui.scale import SMALL, too_small
from sixqp_tui.tui.theme.roles import DIM, EDGE, STRONG
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate


class TitleLine(CellWidget):
    table = reactive("")
    where = reactive("")

    def render(self) -> Canvas:
        width = self.size.width
        canvas = Canvas(width, 1, EDGE)
        after = canvas.text(1, 0, phrases.GAME, STRONG, bold=True)
        room = width - after - cell_len(self.where) - 5
        canvas.text(after + 2, 0, truncate(self.table, room), STRONG, bold=True)
        canvas.right(width - 1, 0, self.where, DIM)
        return canvas


class Notice(Static):
    """A sentence above the keys, from `show` until `clear`."""

    def __init__(self) -> None:
        super().__init__(markup=False)

    def show(self, sentence: str) -> None:
        self.update(sentence)
        self.add_class("-shown")

    def clear(self) -> None:
        self.remove_class("-shown")


class TooSmall(Static):
    """Covers the screen with a sentence while the window is too small.

    `unseen` returns a second one, about what the screen would show; it is called every second.
    """

    def __init__(self, unseen: Callable[[], str]) -> None:
        super().__init__(markup=False)
        self._unseen = unseen
        self._text = ""

    def on_mount(self) -> None:
        self._timer = self.set_interval(1.0, self.look, pause=True)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._measure)
        self._measure(self.screen)

    def look(self) -> None:
        self._measure(self.screen)

    def _measure(self, screen: Screen[object]) -> None:
        size = screen.app.size
        shown = too_small(size)
        text = self._text
        if shown:
            sentence = _("The window must be at least {width}×{height}; it is {wide}×{high}.").format(
                width=SMALL.least.width, height=SMALL.least.height, wide=size.width, high=size.height
            )
            text = "\n".join(filter(None, (sentence, self._unseen())))
        if text != self._text:  # an update refreshes the layout, which calls this method again
            self._text = text
            self.update(text)
        if shown != self.has_class("-shown"):
            (self._timer.resume if shown else self._timer.pause)()
        self.set_class(shown, "-shown")


class Page(Vertical):
    """Contains all of a screen. Adds the title line, a notice, the line of keys, and TooSmall.

    `update_title` calls `title` and `place`, the left and the right part of the title line; without a `title` there
    is no such line. `unseen` is that of TooSmall.
    """

    DEFAULT_CSS = """
    Page { layers: default above; }
    TitleLine { height: 1; dock: top; width: 100%; background: $edge; }
    Notice {
        layer: above; dock: bottom; margin: 0 0 1 0; height: 1; padding: 0 1; display: none;
        background: $alarm; color: $red; text-style: bold;
    }
    Notice.-shown { display: block; }
    TooSmall {
        overlay: screen; display: none; position: absolute; offset: 0 0; width: 100vw; height: 100vh;
        padding: 0 1; background: $felt; color: $gold; content-align: center middle; text-align: center;
    }
    TooSmall.-shown { display: block; }
    """

    notice = getters.query_one(Notice)

    def __init__(
        self,
        title: Callable[[], str] | None = str,
        place: Callable[[], str] = str,
        *,
        unseen: Callable[[], str] = str,
    ) -> None:
        super().__init__()
        self._title, self._place, self._unseen = title, place, unseen

    def compose(self) -> ComposeResult:
        if self._title is not None:
            yield TitleLine()
        yield Notice()
        yield KeyLine()
        yield TooSmall(self._unseen)

    def update_title(self) -> None:
        if self._title is not None:
            line = self.query_one(TitleLine)
            line.table, line.where = self._title(), self._place()

    on_mount = update_title
