"""Cards as blocks of colour, and what moves on the table: cards, a row that is taken, heads."""

from typing import TYPE_CHECKING

from sixqp_tui.engine.cards import HEADS
from sixqp_tui.i18n.phrases import HEAD
from sixqp_tui.tui.scale import CARD_SMALL, CardSize
from sixqp_tui.tui.theme.glyphs import TIMES, UPPER_HALF
from sixqp_tui.tui.theme.roles import ALARM, BACK, BY_HEADS, DIM, FELT, GHOST, GOLD, RED, TAKEN, CardColours
from sixqp_tui.tui.widgets.graphics.canvas import Canvas

if TYPE_CHECKING:
    from sixqp_tui.tui.animation.frames import Walk

CORNERS = 5
"""Minimum lines for the number in two corners, with the heads between them."""


def heads_mark(heads: int, width: int) -> str:
    return HEAD * heads if heads <= width else f"{HEAD}{TIMES}{heads}"


def colours(card: int) -> CardColours:
    return BY_HEADS[HEADS[card]]


def paint_block(canvas: Canvas, x: int, y: int, colour: str, size: CardSize) -> None:
    """The last line is a half line, unless it is the only one."""
    if size.lines == 1:
        canvas.fill(x, y, size.width, 1, colour)
        return
    canvas.fill(x, y, size.width, size.lines - 1, colour)
    canvas.fill(x, y + size.lines - 1, size.width, 1, FELT, UPPER_HALF, colour)


def paint_face(canvas: Canvas, x: int, y: int, number: int, ink: str, size: CardSize) -> None:
    if size.lines == 1:
        canvas.middle(x, y, size.width, str(number), ink, bold=True)
        return
    mark = heads_mark(HEADS[number], size.width)
    if size.lines < CORNERS:
        canvas.middle(x, y, size.width, str(number), ink, bold=True)
        canvas.middle(x, y + 1, size.width, mark, ink)
        return
    canvas.text(x + 1, y, str(number), ink, bold=True)
    canvas.middle(x, y + size.middle, size.width, mark, ink)
    canvas.right(x + size.width - 1, y + size.lines - 2, str(number), ink, bold=True)


def paint_card(canvas: Canvas, x: int, y: int, number: int, size: CardSize = CARD_SMALL) -> None:
    look = colours(number)
    paint_block(canvas, x, y, look.block, size)
    paint_face(canvas, x, y, number, look.ink, size)


def paint_ghost(canvas: Canvas, x: int, y: int, number: int, size: CardSize, *, costs: bool = False) -> None:
    """A card that is no longer there, or not yet; `costs`: it would take the row."""
    paint_block(canvas, x, y, ALARM if costs else GHOST, size)
    shown, ink = (f"{number} !", RED) if costs else (str(number), GOLD)
    canvas.middle(x, y + size.middle, size.width, shown, ink, bold=True)
    if size.lines > 1:
        canvas.middle(x, y + size.middle + 1, size.width, heads_mark(HEADS[number], size.width), DIM)


SIGN = "6"


def paint_walk(canvas: Canvas, walk: "Walk", x: int, y: int, size: CardSize) -> None:
    paint_card(canvas, x + round(walk.left * (canvas.width - x)), y, walk.card, size)


def paint_taken(canvas: Canvas, x: int, y: int, number: int, size: CardSize) -> None:
    paint_block(canvas, x, y, TAKEN.block, size)
    paint_face(canvas, x, y, number, TAKEN.ink, size)


def paint_back(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    paint_block(canvas, x, y, BACK, size)
    canvas.middle(x, y + size.middle, size.width, SIGN, DIM, bold=True)
