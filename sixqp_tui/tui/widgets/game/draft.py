"""The draft: the deck as a grid of cards, and everybody's hand."""

from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive

from sixqp_tui.engine.cards import HAND, HEADS
from sixqp_tui.i18n import _
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.view_model import OpenHand
from sixqp_tui.tui.scale import CARD_GRAND, CARD_LARGE, CARD_MEDIUM, CARD_SMALL, CARD_TINY, HELD_LARGE, CardSize
from sixqp_tui.tui.theme.glyphs import AWAY, BOT, HOLE, LEFT_HALF, POINTER, RIGHT_HALF
from sixqp_tui.tui.theme.roles import DIM, GOLD, RED, SLOT, seat_ink
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

LEFT = 1


class Grid(NamedTuple):
    """In a `dense` grid a card is one line high and its heads stand below it."""

    columns: int
    size: CardSize
    dense: bool = False

    def place(self, number: int) -> tuple[int, int]:
        return divmod(number - 1, self.columns)

    def lines(self, cards: int) -> int:
        return -(-cards // self.columns)


SIZES = (
    CARD_GRAND,
    CARD_LARGE,
    HELD_LARGE,
    CardSize(8, 5),
    CARD_MEDIUM,
    CardSize(7, 4),
    CardSize(6, 4),
    CardSize(7, 3),
    CARD_SMALL,
    CardSize(5, 3),
    CARD_TINY,
)
DENSE_SIZES = (CardSize(5, 2), CardSize(4, 2))
DENSE = Grid(columns=13, size=CardSize(3, 2), dense=True)


def grid_for(cards: int, room: Size) -> Grid:
    """The one with the largest cards that fit, else a dense one."""
    for size in (*SIZES, *DENSE_SIZES):
        most = max(1, (room.width - LEFT + 1) // size.step)
        lines = max(1, -(-cards // most))
        if lines * size.lines <= room.height:
            return Grid(max(1, -(-cards // lines)), size, size in DENSE_SIZES)
    return DENSE


def next_card(cursor: int | None, left: frozenset[int], grid: Grid, across: int, down: int) -> int | None:
    """Steps go around the end of a line and skip cards that have been taken."""
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
    """Cards 1 to `highest`, those in `left` face up. The `cursor` is gold."""

    highest = reactive(0)
    left: reactive[frozenset[int]] = reactive(frozenset())
    cursor: reactive[int | None] = reactive(None)
    seen: int | None = None

    @dataclass
    class Clicked(Message):
        card: int

    @property
    def grid(self) -> Grid:
        return grid_for(self.highest, self.size)

    @property
    def top(self) -> int:
        grid = self.grid
        return (self.size.height - grid.lines(self.highest) * grid.size.lines) // 2

    def step(self, across: int, down: int) -> None:
        self.cursor = next_card(self.cursor, self.left, self.grid, across, down)

    def render(self) -> Canvas:
        self.seen = self.cursor
        canvas, grid, top = Canvas(*self.size), self.grid, self.top
        for number in range(1, self.highest + 1):
            line, column = grid.place(number)
            x, y = LEFT + column * grid.size.step, top + line * grid.size.lines
            (self._draw_dense if grid.dense else self._draw)(canvas, x, y, number)
            if number == self.cursor:
                for at in range(y, y + max(1, grid.size.lines - 1)):
                    canvas.text(x - 1, at, RIGHT_HALF, GOLD)
                    canvas.text(x + grid.size.width, at, LEFT_HALF, GOLD)
        return canvas

    def on_click(self, event: events.Click) -> None:
        number = self.part(event.x, event.y)
        if number is not None:
            self.post_message(self.Clicked(number))

    def part(self, x: int, y: int) -> int | None:
        grid = self.grid
        (column, beside), (line, below) = divmod(x - LEFT, grid.size.step), divmod(y - self.top, grid.size.lines)
        number = line * grid.columns + column + 1
        on_card = 0 <= column < grid.columns and beside < grid.size.width and below < max(2, grid.size.lines)
        return number if on_card and number in self.left else None

    def _draw(self, canvas: Canvas, x: int, y: int, number: int) -> None:
        size = self.grid.size
        if number in self.left:
            card.paint_card(canvas, x, y, number, size)
        else:
            card.paint_block(canvas, x, y, SLOT, size)
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


SIGN, NAME = 1, 3
INDENT = 2
"""Cells before the cards."""
ONE_LINE = 34
"""Cells of the widest hand on one line: 95 to 104."""
HALF = 5
COLUMN = 4
"""Cells of a column of cards: three digits and a blank."""


class DraftHands(CellWidget):
    """A name for each seat, and its cards on one or two lines.

    With two lines for a seat, the first cards stand behind the name.
    """

    hands: reactive[tuple[OpenHand, ...]] = reactive(())

    @property
    def head(self) -> int:
        return int(self.size.height > 2 * len(self.hands))

    @property
    def step(self) -> int:
        return max(2, min(4, (self.size.height - self.head) // max(1, len(self.hands))))

    def render(self) -> Canvas:
        canvas = Canvas(*self.size)
        if self.hands and self.head:
            canvas.text(NAME, 0, _("HANDS"), DIM, bold=True)
        for seat, hand in enumerate(self.hands):
            y = self.head + seat * self.step
            canvas.text(SIGN, y, seat_sign(seat), seat_ink(seat), bold=hand.own)
            self._draw(canvas, y, hand, seat_ink(seat))
        return canvas

    def _draw(self, canvas: Canvas, y: int, hand: OpenHand, name_ink: str) -> None:
        ink, room = GOLD if hand.own else DIM, canvas.width - INDENT
        if self.step > 2 and room < ONE_LINE:
            self._draw_name(canvas, y, hand, room, name_ink)
            for place, number in enumerate(hand.cards):
                line, column = divmod(place, HALF)
                canvas.right(INDENT + (column + 1) * COLUMN, y + 1 + line, str(number), ink)
            return
        before, after = split_numbers(hand.cards, room)
        canvas.right(canvas.width, y, before, ink)
        self._draw_name(canvas, y, hand, room - len(before) - bool(before), name_ink)
        canvas.text(INDENT, y + 1, after, ink)

    def _draw_name(self, canvas: Canvas, y: int, hand: OpenHand, room: int, ink: str) -> None:
        room -= NAME - INDENT
        if hand.picks:
            canvas.text(0, y, POINTER, GOLD, bold=True)
        sign = AWAY if hand.away else BOT if hand.bot else ""
        tight = cell_len(hand.name) + 2 > room
        name = truncate(hand.name, room - bool(sign))
        after = canvas.text(NAME, y, name, ink, bold=hand.own or hand.picks)
        canvas.text(after + (not tight), y, sign, RED if hand.away else DIM)


def split_numbers(cards: tuple[int, ...], room: int) -> tuple[str, str]:
    """The second text is as long as `room` permits."""
    numbers = [str(number) for number in cards]
    first = 0
    while len(" ".join(numbers[first:])) > room:
        first += 1
    return " ".join(numbers[:first]), " ".join(numbers[first:])


class DraftHand(CellWidget):
    """Ten places, below a heading if there is a line for it."""

    card_size: reactive[CardSize] = reactive(CARD_TINY)
    hand: reactive[tuple[int, ...] | None] = reactive(None)

    def x_of(self, place: int) -> int:
        return 1 + self.card_size.step * place

    def render(self) -> Canvas:
        canvas, size = Canvas(*self.size), self.card_size
        if self.hand is None:
            return canvas
        top = self.size.height - size.lines
        if top:
            canvas.text(1, 0, _("Your hand"), DIM, bold=True)
        for place in range(HAND):
            if place < len(self.hand):
                card.paint_card(canvas, self.x_of(place), top, self.hand[place], size)
            else:
                card.paint_block(canvas, self.x_of(place), top, SLOT, size)
        return canvas
