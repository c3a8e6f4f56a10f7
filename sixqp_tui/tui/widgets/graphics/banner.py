"""The picture above the first screen: five cards in a row, and the place of the sixth."""

from textual.reactive import reactive

from sixqp_tui.tui.scale import CARD_LINE, CardSize
from sixqp_tui.tui.theme.roles import ALARM, RED
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget

ROW = (12, 25, 30, 44, 55)
"""One of each colour, in ascending order."""


class Banner(CellWidget):
    """A full row; `sixth`: with the place of the sixth card."""

    card_size: reactive[CardSize] = reactive(CARD_LINE)

    def __init__(self, *, sixth: bool = True) -> None:
        super().__init__()
        self._sixth = sixth

    def watch_card_size(self, size: CardSize) -> None:
        self.fit(size.step * (len(ROW) + self._sixth) - 1, size.lines)

    def render(self) -> Canvas:
        size = self.card_size
        canvas = Canvas(*self.size)
        for place, number in enumerate(ROW):
            card.paint_card(canvas, place * size.step, 0, number, size)
        if self._sixth:
            left = len(ROW) * size.step
            card.paint_block(canvas, left, 0, ALARM, size)
            canvas.middle(left, size.middle, size.width, "6!" if size is CARD_LINE else "6 !", RED, bold=True)
        return canvas
