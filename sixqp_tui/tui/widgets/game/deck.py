"""The open deck of the draft, face up, with a hole for each card that is gone."""

from typing import ClassVar, NamedTuple

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive

from sixqp_tui.engine.cards import HEADS
from sixqp_tui.i18n import N_
from sixqp_tui.tui.scale import CARD_GRAND, CARD_LARGE, CARD_SMALL, CARD_TINY, HELD_LARGE, CardSize
from sixqp_tui.tui.theme.glyphs import HOLE, LEFT_HALF, RIGHT_HALF
from sixqp_tui.tui.theme.roles import DIM, GOLD, SLOT
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget

LEFT = 1
"""The column of the first card; before it stands a half of the cursor."""


class Grid(NamedTuple):
    """How the cards lie: how many in a line, and how large.

    In a `dense` grid a card is one line high and its heads stand below it on the felt.
    """

    columns: int
    size: CardSize
    dense: bool = False

    @property
    def across(self) -> int:
        return self.size.step

    @property
    def down(self) -> int:
        return self.size.lines

    def place(self, number: int) -> tuple[int, int]:
        return divmod(number - 1, self.columns)

    def lines(self, cards: int) -> int:
        return -(-cards // self.columns)


SIZES = (CARD_GRAND, CARD_LARGE, HELD_LARGE, CardSize(6, 4), CARD_SMALL, CardSize(5, 3), CARD_TINY)
DENSE = Grid(columns=13, size=CardSize(3, 2), dense=True)


def grid_for(cards: int, room: Size) -> Grid:
    """The grid of the largest cards that all lie face up in this room; the dense one where none does."""
    for size in SIZES:
        most = max(1, (room.width - LEFT + 1) // size.step)
        lines = max(1, -(-cards // most))
        if lines * size.lines <= room.height:
            return Grid(max(1, -(-cards // lines)), size)
    return DENSE


def next_card(cursor: int | None, left: frozenset[int], grid: Grid, across: int, down: int) -> int | None:
    """The card that a step leads to, sideways around the end; only cards that still lie there are stepped on."""
    if not left or cursor is None:
        return min(left, default=None)
    if across:
        beyond = [card for card in left if (card - cursor) * across > 0]
        return min(beyond, key=lambda card: abs(card - cursor), default=(min if across > 0 else max)(left))
    line, column = grid.place(cursor)
    places = {card: grid.place(card) for card in left}
    beyond = [card for card, (on, _) in places.items() if (on - line) * down > 0]
    return min(
        beyond, key=lambda card: (abs(places[card][0] - line), abs(places[card][1] - column)), default=cursor
    )


class Deck(CellWidget):
    """Cards 1 to `highest`, those in `left` face up; the `cursor` in gold."""

    DEFAULT_CSS = "Deck { width: 1fr; height: 1fr; }"
    GESTURES: ClassVar = {"look": N_("Hover for a card's details, click to select it, click again to take it")}

    highest = reactive(0)
    left: reactive[frozenset[int]] = reactive(frozenset())
    cursor: reactive[int | None] = reactive(None)
    seen: int | None = None
    """The card under the cursor of the newest picture."""

    class Clicked(Message):
        """A card that still lies there was clicked."""

        def __init__(self, card: int) -> None:
            super().__init__()
            self.card = card

    @property
    def grid(self) -> Grid:
        return grid_for(self.highest, self.size)

    @property
    def top(self) -> int:
        """The first line of the cards, which lie in the middle of their room."""
        grid = self.grid
        return (self.size.height - grid.lines(self.highest) * grid.down) // 2

    def step(self, across: int, down: int) -> None:
        self.cursor = next_card(self.cursor, self.left, self.grid, across, down)

    def render(self) -> Canvas:
        self.seen = self.cursor
        canvas, grid, top = Canvas(*self.size), self.grid, self.top
        for number in range(1, self.highest + 1):
            line, column = grid.place(number)
            x, y = LEFT + column * grid.across, top + line * grid.down
            (self._draw_dense if grid.dense else self._draw)(canvas, x, y, number)
            if number == self.cursor:
                for at in range(y, y + max(1, grid.down - 1)):
                    canvas.text(x - 1, at, RIGHT_HALF, GOLD)
                    canvas.text(x + grid.size.width, at, LEFT_HALF, GOLD)
        return canvas

    def on_click(self, event: events.Click) -> None:
        number = self.part(event.x, event.y)
        if number is not None:
            self.post_message(self.Clicked(number))

    def part(self, x: int, y: int) -> int | None:
        grid = self.grid
        (column, beside), (line, below) = divmod(x - LEFT, grid.across), divmod(y - self.top, grid.down)
        number = line * grid.columns + column + 1
        on_card = 0 <= column < grid.columns and beside < grid.size.width and below < max(2, grid.size.lines)
        return number if on_card and number in self.left else None

    def _draw(self, canvas: Canvas, x: int, y: int, number: int) -> None:
        size = self.grid.size
        if number in self.left:
            card.paint_card(canvas, x, y, number, size)
        else:
            card.paint_slot(canvas, x, y, size=size)
            canvas.middle(x, y + size.middle, size.width, HOLE, DIM)

    def _draw_dense(self, canvas: Canvas, x: int, y: int, number: int) -> None:
        width = self.grid.size.width
        if number not in self.left:
            canvas.fill(x, y, width, 1, SLOT)
            canvas.text(x + 1, y, HOLE, DIM)
            return
        look = card.colours(number)
        canvas.fill(x, y, width, 1, look.block)
        canvas.right(x + width, y, str(number), look.ink, bold=True)
        canvas.right(x + width, y + 1, card.heads_mark(HEADS[number], width), DIM)
