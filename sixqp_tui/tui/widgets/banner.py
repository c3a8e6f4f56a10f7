"""The sign over the door: five cards in a row, and the place of the sixth."""

from textual.visual import Visual
from textual.widget import Widget

from sixqp_tui.tui.theme import ALARM, RED
from sixqp_tui.tui.widgets import card
from sixqp_tui.tui.widgets.canvas import Canvas

ROW = (12, 25, 30, 44, 55)
STEP = card.WIDTH + 1


class Banner(Widget):
    """A full row, drawn with the cards of the table."""

    DEFAULT_CSS = f"Banner {{ width: {STEP * 6}; height: {card.LINES}; }}"

    def render(self) -> Visual:
        """The row."""
        canvas = Canvas(STEP * 6, card.LINES)
        for place, number in enumerate(ROW):
            card.card(canvas, place * STEP, 0, number)
        card.slot(canvas, len(ROW) * STEP, 0, ALARM)
        canvas.middle(len(ROW) * STEP, 0, card.WIDTH, "6 !", RED, bold=True)
        return canvas
