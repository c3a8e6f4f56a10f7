"""A card as a block of colour: its number, its heads, and a half line below."""

from sixqp_tui.engine.cards import HEADS
from sixqp_tui.tui.glyphs import HEAD, TIMES, UPPER_HALF
from sixqp_tui.tui.theme import BY_HEADS, DIM, FELT, GHOST, GOLD, SLOT, CardColours
from sixqp_tui.tui.widgets.canvas import Canvas

WIDTH = 6
LINES = 3


def heads_mark(heads: int, width: int) -> str:
    """The heads as so many signs, or one sign and their number where that would not fit."""
    return HEAD * heads if heads <= width else f"{HEAD}{TIMES}{heads}"


def colours(card: int) -> CardColours:
    """The colours that go with the card's heads."""
    return BY_HEADS[HEADS[card]]


def block(canvas: Canvas, x: int, y: int, colour: str, width: int = WIDTH) -> None:
    """A block of colour, two lines and a half high."""
    canvas.fill(x, y, width, LINES - 1, colour)
    canvas.text(x, y + LINES - 1, UPPER_HALF * width, colour, FELT)


def card(canvas: Canvas, x: int, y: int, number: int, width: int = WIDTH) -> None:
    """A card, face up, two lines and a half high."""
    look = colours(number)
    block(canvas, x, y, look.block, width)
    canvas.middle(x, y, width, str(number), look.ink, bold=True)
    canvas.middle(x, y + 1, width, heads_mark(HEADS[number], width), look.ink)


def ghost(canvas: Canvas, x: int, y: int, number: int, width: int = WIDTH) -> None:
    """A card that is not there (any more, or yet): its number and heads on a dim block."""
    block(canvas, x, y, GHOST, width)
    canvas.middle(x, y, width, str(number), GOLD, bold=True)
    canvas.middle(x, y + 1, width, heads_mark(HEADS[number], width), DIM)


def slot(canvas: Canvas, x: int, y: int, colour: str = SLOT, width: int = WIDTH) -> None:
    """An empty place for a card."""
    block(canvas, x, y, colour, width)
