"""Lines of coloured text on the felt, in one column or in two."""

from collections.abc import Sequence

from textual.geometry import Size
from textual.reactive import reactive

from sixqp_tui.presentation.spans import Line
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget

GAP = 4
"""Cells between two columns."""


class LineSheet(CellWidget):
    """Columns of lines side by side, each `column` cells wide; as high as the longest of them."""

    DEFAULT_CSS = "LineSheet { width: auto; height: auto; }"

    columns: reactive[tuple[tuple[Line, ...], ...]] = reactive((), layout=True)
    column = reactive(76, layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max(1, len(self.columns) * (self.column + GAP) - GAP)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max((len(column) for column in self.columns), default=0)

    def render(self) -> Canvas:
        canvas = Canvas(*self.size)
        for place, lines in enumerate(self.columns):
            part = Canvas(self.column, len(lines))
            for y, line in enumerate(lines):
                paint_line(part, 0, y, line)
            canvas.stamp(place * (self.column + GAP), 0, part)
        return canvas


def paint_line(canvas: Canvas, x: int, y: int, line: Sequence[tuple[str, str, bool]]) -> int:
    """Write the pieces of a line one behind the other; the column behind them."""
    for text, ink, bold in line:
        x = canvas.text(x, y, text, ink, bold=bold)
    return x
