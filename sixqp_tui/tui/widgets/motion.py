"""What moves, painted over what lies still: cards that walk, a row that is taken, heads that fly."""

from sixqp_tui.engine.cards import HEADS, ROWS
from sixqp_tui.i18n.words_table import heads
from sixqp_tui.tui.film import Flight, Walk
from sixqp_tui.tui.theme import BACK, DIM, TAKEN
from sixqp_tui.tui.widgets import card
from sixqp_tui.tui.widgets.canvas import Canvas

SIGN = "6"


def walking(canvas: Canvas, walk: Walk, left: int, step: int) -> None:
    """A card on its way along its row, whose first place is at `left`, from the right edge of the canvas."""
    place = left + step * walk.place
    card.card(canvas, place + round(walk.left * (canvas.width - place)), walk.row * card.LINES, walk.card)


def lit(canvas: Canvas, row: int, cards: tuple[int, ...], left: int, step: int) -> None:
    """A row that is taken, all its cards red."""
    for place, number in enumerate(cards):
        x, y = left + step * place, row * card.LINES
        card.block(canvas, x, y, TAKEN.block)
        canvas.middle(x, y, card.WIDTH, str(number), TAKEN.ink, bold=True)
        canvas.middle(x, y + 1, card.WIDTH, card.heads_mark(HEADS[number], card.WIDTH), TAKEN.ink)


def back(canvas: Canvas, x: int, y: int) -> None:
    """A card, face down."""
    card.block(canvas, x, y, BACK)
    canvas.middle(x, y, card.WIDTH, SIGN, DIM, bold=True)


def flying(canvas: Canvas, flight: Flight, right: int) -> None:
    """Heads on their way from the height of their row to the line of their taker, where they end at `right`."""
    said = f"+{heads(flight.heads)}"
    start, end = flight.row * canvas.height / ROWS, 1 + flight.seat
    y = round(start + flight.way * (end - start))
    canvas.text(round(flight.way * (right - len(said))), y, said, TAKEN.ink, TAKEN.block, bold=True)
