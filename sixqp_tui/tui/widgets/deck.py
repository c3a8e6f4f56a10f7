"""The open deck of the draft, face up, with a hole for each card that is gone."""

from typing import NamedTuple

from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_tui.engine.cards import HEADS
from sixqp_tui.tui.glyphs import HOLE, LEFT_HALF, RIGHT_HALF
from sixqp_tui.tui.theme import DIM, GOLD, SLOT
from sixqp_tui.tui.widgets.canvas import Canvas
from sixqp_tui.tui.widgets.card import colours, heads_mark

LEFT = 1


class Grid(NamedTuple):
    """How the cards lie: cards in a line, their width, and the steps from one to the next.

    In a `dense` grid the heads stand below the number on the felt, not on the card.
    """

    columns: int
    width: int
    across: int
    down: int
    dense: bool

    def place(self, card: int) -> tuple[int, int]:
        """Line and column of a card."""
        return divmod(card - 1, self.columns)

    def lines(self, cards: int) -> int:
        """How many lines of cards so many cards make."""
        return -(-cards // self.columns)


ROOMY = Grid(columns=11, width=4, across=5, down=3, dense=False)
DENSE = Grid(columns=13, width=3, across=4, down=2, dense=True)
MOST_ROOMY = 55


def grid_for(cards: int) -> Grid:
    """The grid that holds so many cards in the least window."""
    return ROOMY if cards <= MOST_ROOMY else DENSE


def moved(cursor: int | None, left: frozenset[int], grid: Grid, across: int, down: int) -> int | None:
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


class Deck(Widget):
    """Cards 1 to `highest`, those in `left` face up; the `cursor` in gold."""

    DEFAULT_CSS = "Deck { width: 1fr; height: 15; } Deck.-dense { height: 16; }"
    ALLOW_SELECT = False

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
        """How the cards lie."""
        return grid_for(self.highest)

    @property
    def _top(self) -> int:
        lines = self.grid.lines(self.highest) * self.grid.down
        return 1 if lines < self.size.height else 0

    def watch_highest(self) -> None:
        """A large deck lies dense."""
        self.set_class(self.grid.dense, "-dense")

    def step(self, across: int, down: int) -> None:
        """Move the cursor."""
        self.cursor = moved(self.cursor, self.left, self.grid, across, down)

    def render(self) -> Canvas:
        """The deck, painted."""
        self.seen = self.cursor
        canvas = Canvas(*self.size)
        for card in range(1, self.highest + 1):
            line, column = self.grid.place(card)
            self._draw(canvas, LEFT + column * self.grid.across, self._top + line * self.grid.down, card)
        return canvas

    def on_click(self, event: events.Click) -> None:
        """Say which card was clicked."""
        column, line = (event.x - LEFT) // self.grid.across, (event.y - self._top) // self.grid.down
        card = line * self.grid.columns + column + 1
        if 0 <= column < self.grid.columns and card in self.left:
            self.post_message(self.Clicked(card))

    def _draw(self, canvas: Canvas, x: int, y: int, card: int) -> None:
        width, dense = self.grid.width, self.grid.dense
        if card in self.left:
            look, mark = colours(card), heads_mark(HEADS[card], 3)
            canvas.fill(x, y, width, 1 if dense else 2, look.block)
            canvas.right(x + 3, y, str(card), look.ink, bold=True)
            if dense:
                canvas.right(x + 3, y + 1, mark, DIM)
            else:
                canvas.middle(x, y + 1, width, mark, look.ink)
        else:
            canvas.fill(x, y, width, 1 if dense else 2, SLOT)
            canvas.text(x + 1, y, HOLE, DIM)
        if card == self.cursor:
            for line in (y,) if dense else (y, y + 1):
                canvas.text(x - 1, line, RIGHT_HALF, GOLD)
                canvas.text(x + width, line, LEFT_HALF, GOLD)
