"""What moves on the table: cards, a row that is taken, heads."""

from sixqp_tui.engine.cards import ROWS
from sixqp_tui.i18n.phrases import heads
from sixqp_tui.tui.animation.frames import Flight, Walk
from sixqp_tui.tui.scale import CardSize
from sixqp_tui.tui.theme.roles import BACK, DIM, TAKEN
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas

SIGN = "6"


def paint_walk(canvas: Canvas, walk: Walk, x: int, y: int, size: CardSize) -> None:
    card.paint_card(canvas, x + round(walk.left * (canvas.width - x)), y, walk.card, size)


def paint_taken(canvas: Canvas, x: int, y: int, number: int, size: CardSize) -> None:
    card.paint_block(canvas, x, y, TAKEN.block, size)
    card.paint_face(canvas, x, y, number, TAKEN.ink, size)


def paint_back(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    card.paint_block(canvas, x, y, BACK, size)
    canvas.middle(x, y + size.middle, size.width, SIGN, DIM, bold=True)


def paint_flight(canvas: Canvas, flight: Flight, right: int) -> None:
    """Heads flying from their row to the line of the player who takes them, up to the column `right`."""
    text = f"+{heads(flight.heads)}"
    start, end = flight.row * canvas.height / ROWS, 1 + flight.seat
    y = round(start + flight.way * (end - start))
    canvas.text(round(flight.way * (right - len(text))), y, text, TAKEN.ink, TAKEN.block, bold=True)
