"""The frame of every screen: the title, a notice, the keys."""

from collections.abc import Callable

from rich.cells import cell_len
from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from sixqp_tui.i18n import _, phrases
from sixqp_tui.i18n.home import BETWEEN
from sixqp_tui.tui.keys import SCROLL, KeyLine
from sixqp_tui.tui.scale import SMALL
from sixqp_tui.tui.widgets.common.columns import GAP, columns


class TitleLine(Widget):
    ALLOW_SELECT = False

    table = reactive("")
    where = reactive("")

    def render(self) -> Content:
        """Of the right part, what doesn't fit beside the whole title is left out, the last first."""
        game = Content.styled(phrases.GAME, "bold $strong")
        width, table, where = self.size.width, self.table, self.where
        while BETWEEN in where and game.cell_length + cell_len(table + where) + 2 * GAP > width:
            where = where.rpartition(BETWEEN)[0]
        cells = (game, Content.styled(table, "bold $strong"), Content.styled(where, "$dim"))
        return columns([cells], "lLl", width)[0]


class Notice(Static):
    """A sentence above the keys, from `show` until `clear`."""

    def __init__(self) -> None:
        super().__init__(markup=False, classes="notice")

    def show(self, sentence: str) -> None:
        self.update(sentence)
        self.add_class("-shown")

    def clear(self) -> None:
        self.remove_class("-shown")


class Scroll(VerticalScroll):
    BINDINGS = [SCROLL]


class Page(Vertical):
    """Contains all of a screen. Adds the title line, a notice, and the line of keys.

    A sentence covers the screen while the window is too small.

    `update_title` calls `title` and `place`, the left and the right part of the title line; without a `title` there
    is no such line.
    """

    DEFAULT_CSS = """
    Page { layers: default above; }
    TitleLine { height: 1; dock: top; width: 100%; padding: 0 1; background: $edge; }
    Notice {
        layer: above; dock: bottom; margin: 0 0 1 0; height: 1; padding: 0 1; display: none;
        background: $alarm; color: $red; text-style: bold;
    }
    Notice.-shown { display: block; }
    Notice.-lifted { margin-bottom: 2; }
    .too-small {
        overlay: screen; display: none; position: absolute; offset: 0 0; width: 100vw; height: 100vh;
        padding: 0 1; background: $felt; color: $gold; content-align: center middle; text-align: center;
    }
    .-narrow .too-small, .-flat .too-small { display: block; }
    """

    notice = getters.query_one(Notice)

    def __init__(self, title: Callable[[], str] | None = str, place: Callable[[], str] = str) -> None:
        super().__init__()
        self._title, self._place = title, place

    def compose(self) -> ComposeResult:
        if self._title is not None:
            yield TitleLine()
        yield Notice()
        yield KeyLine()
        sentence = _("Make the window at least {width}×{height}.")
        least = sentence.format(width=SMALL.least.width, height=SMALL.least.height)
        yield Static(least, classes="too-small", markup=False)

    def update_title(self) -> None:
        if self._title is not None:
            line = self.query_one(TitleLine)
            line.table, line.where = self._title(), self._place()

    on_mount = update_title
