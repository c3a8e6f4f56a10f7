"""The picture at the top of the first screen: five cards in a row, and the place of the sixth."""

from textual.reactive import reactive
from textual.visual import Visual
from textual.widget import Widget

from sixqp_tui.tui.scale import CardSize
from sixqp_tui.tui.theme.roles import ALARM, RED
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas

ROW = (12, 25, 30, 44, 55)
"""One of each colour, in ascending order."""
WIDTH = 4


class Banner(Widget):
    """A full row, or a single line if `card_size` is None."""

    DEFAULT_CSS = "Banner { width: auto; height: auto; }"

    card_size: reactive[CardSize | None] = reactive(None, layout=True)

    def render(self) -> Visual:
        size = self.card_size
        if size is None:
            return _one_line()
        canvas = Canvas(size.step * (len(ROW) + 1) - 1, size.lines)
        for place, number in enumerate(ROW):
            card.paint_card(canvas, place * size.step, 0, number, size)
        left = len(ROW) * size.step
        card.paint_slot(canvas, left, 0, ALARM, size)
        canvas.middle(left, size.middle, size.width, "6 !", RED, bold=True)
        return canvas


def _one_line() -> Canvas:
    canvas = Canvas((WIDTH + 1) * (len(ROW) + 1) - 1, 1)
    for place, number in enumerate(ROW):
        look = card.colours(number)
        canvas.fill(place * (WIDTH + 1), 0, WIDTH, 1, look.block)
        canvas.middle(place * (WIDTH + 1), 0, WIDTH, str(number), look.ink, bold=True)
    left = len(ROW) * (WIDTH + 1)
    canvas.fill(left, 0, WIDTH, 1, ALARM)
    canvas.middle(left, 0, WIDTH, "6!", RED, bold=True)
    return canvas
