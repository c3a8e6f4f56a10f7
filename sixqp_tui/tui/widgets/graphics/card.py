"""Cards as blocks of colour."""

from sixqp_tui.engine.cards import HEADS
from sixqp_tui.i18n.phrases import HEAD
from sixqp_tui.tui.scale import CARD_SMALL, CardSize
from sixqp_tui.tui.theme.glyphs import TIMES, UPPER_HALF
from sixqp_tui.tui.theme.roles import ALARM, BY_HEADS, DIM, FELT, GHOST, GOLD, RED, CardColours
from sixqp_tui.tui.widgets.graphics.canvas import Canvas

CORNERS = 5
"""Minimum lines for the number in two corners, with the heads between them."""


def heads_mark(heads: int, width: int) -> str:
    return HEAD * heads if heads <= width else f"{HEAD}{TIMES}{heads}"


def colours(card: int) -> CardColours:
    return BY_HEADS[HEADS[card]]


def paint_block(canvas: Canvas, x: int, y: int, colour: str, size: CardSize) -> None:
    """A place or a card. The last line is a half line, unless it is the only one."""
    whole = max(1, size.lines - 1)
    canvas.fill(x, y, size.width, whole, colour)
    if size.lines > 1:
        canvas.fill(x, y + whole, size.width, 1, FELT, UPPER_HALF, colour)


def paint_card(
    canvas: Canvas, x: int, y: int, number: int, size: CardSize = CARD_SMALL, look: CardColours | None = None
) -> None:
    """In the colours of its heads, unless it has another `look`."""
    block, ink = look or colours(number)
    mark = heads_mark(HEADS[number], size.width)
    paint_block(canvas, x, y, block, size)
    if size.lines < CORNERS:
        canvas.middle(x, y, size.width, str(number), ink, bold=True)
        if size.lines > 1:
            canvas.middle(x, y + 1, size.width, mark, ink)
        return
    canvas.text(x + 1, y, str(number), ink, bold=True)
    canvas.middle(x, y + size.middle, size.width, mark, ink)
    canvas.right(x + size.width - 1, y + size.lines - 2, str(number), ink, bold=True)


def paint_ghost(canvas: Canvas, x: int, y: int, number: int, size: CardSize, *, costs: bool = False) -> None:
    """A card that is no longer there, or not yet; `costs`: it would take the row."""
    paint_block(canvas, x, y, ALARM if costs else GHOST, size)
    shown, ink = (f"{number} !", RED) if costs else (str(number), GOLD)
    canvas.middle(x, y + size.middle, size.width, shown, ink, bold=True)
    if size.lines > 1:
        canvas.middle(x, y + size.middle + 1, size.width, heads_mark(HEADS[number], size.width), DIM)
