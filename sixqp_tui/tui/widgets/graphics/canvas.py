"""A canvas of cells, and the base of widgets that render one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.css.styles import RulesMap
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widget import Widget

from sixqp_tui.tui.theme.glyphs import CUT
from sixqp_tui.tui.theme.roles import FELT, INK

Paint = tuple[str, str, bool]
Cell = tuple[str, Paint]


def truncate(text: str, width: int) -> str:
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text + CUT if width > 0 else ""


class Canvas(Visual):
    """`width` by `height` cells. Painting outside of them has no effect."""

    def __init__(self, width: int, height: int, block: str = FELT) -> None:
        self.width = width
        self.height = height
        self.cells: list[list[Cell]] = [[(" ", (block, block, False))] * width for _ in range(height)]

    def text(self, x: int, y: int, text: str, ink: str = INK, *, bold: bool = False) -> int:
        """Keeps the background. Returns the column after the text."""
        for character in text:
            size = cell_len(character)
            if size == 0:
                continue
            shown = character if character.isprintable() else "?"
            self._put(x, y, shown, ink, bold)
            for after in range(x + 1, x + size):
                self._put(after, y, "", ink, bold)
            x += size
        return x

    def right(self, x: int, y: int, text: str, ink: str = INK, *, bold: bool = False) -> None:
        self.text(x - cell_len(text), y, text, ink, bold=bold)

    def middle(self, x: int, y: int, width: int, text: str, ink: str = INK, *, bold: bool = False) -> None:
        self.text(x + (width - cell_len(text)) // 2, y, text, ink, bold=bold)

    def fill(
        self, x: int, y: int, width: int, height: int, block: str, sign: str = " ", ink: str | None = None
    ) -> None:
        cell = (sign, (ink or block, block, False))
        left = min(max(0, x), self.width)
        right = min(max(left, x + width), self.width)
        for line in self.cells[max(0, y) : max(0, y + height)]:
            line[left:right] = [cell] * (right - left)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        return [Strip(_segments(line), self.width).crop(0, width) for line in self.cells[:height]]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return self.width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self.height

    def _put(self, x: int, y: int, character: str, ink: str, bold: bool) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            _character, (_ink, block, _bold) = self.cells[y][x]
            self.cells[y][x] = (character, (ink, block, bold))


def _segments(line: Iterable[Cell]) -> Iterator[Segment]:
    for (ink, block, bold), cells in groupby(line, key=lambda cell: cell[1]):
        style = Style.parse(f"{'bold' if bold else 'not bold'} ${ink} on ${block}")
        yield Segment("".join(character for character, _paint in cells), style.rich_style)


class CellWidget(Widget):
    """Renders a canvas, and fills its container unless CSS says otherwise. Its text can't be selected."""

    DEFAULT_CSS = "CellWidget { width: 1fr; height: 1fr; }"
    ALLOW_SELECT = False

    auto_links = reactive(False)

    def fit(self, width: int | str, lines: int) -> None:
        """Take this size. With `auto`, Textual may keep one that it measured before the first picture."""
        self.styles.width, self.styles.height = width, lines


class Choice(CellWidget):
    """Parts, such as cards or rows, of which one can be `chosen`; `part` says which one lies at a place.

    `pointed_at` is the part under the mouse, and Pointed is posted when that changes.
    """

    chosen: reactive[int | None] = reactive(None)
    _drawn: int | None = None
    pointed_at: int | None = None

    class Pointed(Message):
        """The mouse is over another part, or over none."""

    @dataclass
    class Clicked(Message):
        choice: "Choice"
        part: int

        @property
        def control(self) -> "Choice":
            return self.choice

    def part(self, x: int, y: int) -> int | None:
        raise NotImplementedError

    def draw(self) -> Canvas:
        raise NotImplementedError

    def render(self) -> Canvas:
        self._drawn = self.chosen
        return self.draw()

    @property
    def seen(self) -> int | None:
        """The chosen part, once it has been drawn so."""
        return self.chosen if self.chosen == self._drawn else None

    def choose(self, part: int) -> None:
        """Choose a part by key, or by a click; the mouse may rest on another."""
        if self.pointed_at is not None:
            self.pointed_at = None
            self.refresh()
        self.chosen = part

    def on_click(self, event: events.Click) -> None:
        part = self.part(event.x, event.y)
        if part is not None:
            self.post_message(self.Clicked(self, part))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._point(self.part(event.x, event.y))

    def on_leave(self) -> None:
        self._point(None)

    def _point(self, part: int | None) -> None:
        if part != self.pointed_at:
            self.pointed_at = part
            self.refresh()
            self.post_message(self.Pointed())
