"""Text in lines and columns."""

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

Cell = Content | str
GAP = 2


class TextLines(Widget):
    """Text that follows the width of the widget, which is as high as its `lines`."""

    ALLOW_SELECT = False

    def lines(self, width: int) -> list[Content]:
        raise NotImplementedError

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines(width))

    def render(self) -> Content:
        return Content("\n").join(self.lines(self.size.width))


def columns(rows: Sequence[Sequence[Cell]], justify: str, width: int = 0, gap: int = GAP) -> list[Content]:
    """Rows of cells as lines, in columns as wide as their widest cell.

    `justify` has a letter for each column: l (left), r (right), or L, which is left and takes what the others leave
    of `width`.
    """
    cells = [[Content(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    if not cells:
        return []
    widths = [max(cell.cell_length for cell in column) for column in zip(*cells, strict=True)]
    if "L" in justify:
        at = justify.index("L")
        widths[at] = max(1, width - sum(widths) + widths[at] - gap * (len(justify) - 1))
    between = Content(" " * gap)
    return [
        between.join(_fit(cell, room, side) for cell, room, side in zip(row, widths, justify, strict=True))
        for row in cells
    ]


def _fit(cell: Content, room: int, side: str) -> Content:
    spare = room - cell.cell_length
    if side == "r" and spare > 0:
        return cell.pad_left(spare)
    return cell.truncate(room, ellipsis=True, pad=True)
