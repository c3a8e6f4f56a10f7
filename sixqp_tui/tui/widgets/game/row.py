"""One row: five slots, the dangerous sixth, and what the row would cost."""

from functools import lru_cache
from typing import NamedTuple

from sixqp_tui.engine.cards import ROW_LIMIT, heads_of
from sixqp_tui.tui.theme.glyphs import HEAD, LEFT_HALF
from sixqp_tui.tui.theme.roles import ALARM, DIM, GHOST, GOLD, RED, SLOT, STRONG
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas

LEFT = 4
COST = 3  # cells of a row's cost
DEAR = 10  # from so many heads on a row's cost is red


class Row(NamedTuple):
    """What there is to see of a row: `ghost` is a card that would land there.

    It is `lit` where it may be taken and is looked at, `picked` where it is about to be; `priced` where only its
    cost is.
    """

    number: int
    cards: tuple[int, ...]
    size: card.Size
    ghost: int | None = None
    lit: bool = False
    picked: bool = False
    priced: bool = False


def x_of(place: int, size: card.Size) -> int:
    """The column of a place, from 0; behind the sixth stands the cost."""
    return LEFT + size.step * place


def width_of(size: card.Size) -> int:
    """Cells from the row's number to its cost."""
    return x_of(ROW_LIMIT + 1, size) + COST


@lru_cache(maxsize=64)
def painted(row: Row) -> Canvas:
    """The row, painted: a picture that is never painted on again."""
    size, full = row.size, len(row.cards) == ROW_LIMIT
    canvas = Canvas(width_of(size), size.lines)
    canvas.text(1, size.middle, str(row.number + 1), GOLD, bold=True)
    if row.picked:
        for line in range(size.lines - 1):
            canvas.text(0, line, LEFT_HALF, GOLD)
    for place, number in enumerate(row.cards):
        card.card(canvas, x_of(place, size), 0, number, size)
    for place in range(len(row.cards), ROW_LIMIT):
        card.slot(canvas, x_of(place, size), 0, GHOST if row.lit else SLOT, size)
    _draw_sixth(canvas, row, full=full)
    if row.ghost is not None:
        card.ghost(canvas, x_of(min(len(row.cards), ROW_LIMIT), size), 0, row.ghost, size)
    cost = heads_of(row.cards)
    ink = GOLD if row.lit or row.priced else RED if full or cost >= DEAR else STRONG
    canvas.right(canvas.width, size.middle, f"{cost}{HEAD}", ink, bold=True)
    return canvas


def _draw_sixth(canvas: Canvas, row: Row, *, full: bool) -> None:
    left, size = x_of(ROW_LIMIT, row.size), row.size
    card.slot(canvas, left, 0, ALARM if full else GHOST if row.lit else SLOT, size)
    sign, ink = ("6 !", RED) if full else ("6", DIM)
    canvas.middle(left, size.middle, size.width, sign, ink, bold=full)
