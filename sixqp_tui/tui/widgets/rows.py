"""The four rows: five slots each, the dangerous sixth, and what the row would cost."""

from typing import ClassVar

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive

from sixqp_tui.engine.cards import ROW_LIMIT, ROWS, heads_of
from sixqp_tui.tui.film import Walk
from sixqp_tui.tui.glyphs import HEAD, LEFT_HALF
from sixqp_tui.tui.theme import ALARM, DIM, GHOST, GOLD, RED, SLOT, STRONG
from sixqp_tui.tui.widgets import card, motion
from sixqp_tui.tui.widgets.canvas import Canvas
from sixqp_tui.tui.widgets.pointing import Pointable

LEFT = 4
COST = 3  # cells of a row's cost
DEAR = 10  # from so many heads on a row's cost is red


class TableRows(Pointable):
    """The rows as they lie. While `choosing`, they light up and say which one was clicked."""

    DEFAULT_CSS = "TableRows { width: auto; height: auto; }"
    ALLOW_SELECT = False
    GESTURES: ClassVar = {"click a row": "row"}

    card_size: reactive[card.Size] = reactive(card.SMALL, layout=True)
    rows: reactive[tuple[tuple[int, ...], ...]] = reactive((), repaint=False)
    choosing = reactive(False)
    picked: reactive[int | None] = reactive(None)
    landing: reactive[tuple[int, int | None] | None] = reactive(None)
    """A card and the row where it would land, drawn as a ghost; None: it is too low, every row shows its cost."""
    walk: reactive[Walk | None] = reactive(None, repaint=False)
    lit: reactive[int | None] = reactive(None, repaint=False)
    """The row that is just being taken."""
    seen: int | None = None
    """The picked row of the newest picture."""

    class Clicked(Message):
        """A row was clicked, counted from 0."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    def watch_rows(self, before: tuple[tuple[int, ...], ...], after: tuple[tuple[int, ...], ...]) -> None:
        """Paint the rows that lie otherwise."""
        self._repaint(*(row for row in range(ROWS) if before[row : row + 1] != after[row : row + 1]))

    def watch_walk(self, before: Walk | None, after: Walk | None) -> None:
        """Paint the rows where a card walks."""
        self._repaint(*{walk.row for walk in (before, after) if walk})

    def watch_lit(self, before: int | None, after: int | None) -> None:
        """Paint the row that is taken."""
        self._repaint(*(row for row in (before, after) if row is not None))

    def x_of(self, place: int) -> int:
        """The column of a place in its row, from 0; behind the sixth stands the cost."""
        return LEFT + self.card_size.step * place

    def y_of(self, row: int) -> int:
        """The first line of a row."""
        return self.card_size.lines * row

    @property
    def width(self) -> int:
        """Cells from the row's number to its cost."""
        return self.x_of(ROW_LIMIT + 1) + COST

    def render(self) -> Canvas:
        """The rows, painted."""
        self.seen = self.picked
        canvas = Canvas(self.width, self.y_of(ROWS))
        for row, cards in enumerate(self.rows):
            self._draw_row(canvas, row, cards)
            if row == self.lit:
                for place, number in enumerate(cards):
                    motion.lit(canvas, self.x_of(place), self.y_of(row), number, self.card_size)
        if self.walk:
            x, y = self.x_of(self.walk.place), self.y_of(self.walk.row)
            motion.walking(canvas, self.walk, x, y, self.card_size)
        return canvas

    def on_click(self, event: events.Click) -> None:
        """Say which row was clicked."""
        row = self.part(event.x, event.y)
        if row is not None:
            self.post_message(self.Clicked(row))

    def part(self, x: int, y: int) -> int | None:
        """The row at this cell."""
        row = y // self.card_size.lines
        return row if 0 <= row < len(self.rows) else None

    def _repaint(self, *rows: int) -> None:
        lines = self.card_size.lines
        self.refresh(*(Region(0, self.y_of(row), self.width, lines) for row in rows), repaint=bool(rows))

    def _draw_row(self, canvas: Canvas, row: int, cards: tuple[int, ...]) -> None:
        top, size = self.y_of(row), self.card_size
        picked = self.choosing and row == self.picked
        lit = picked or (self.choosing and row == self.pointed_at)
        canvas.text(1, top + size.middle, str(row + 1), GOLD, bold=True)
        if picked:
            for line in range(size.lines - 1):
                canvas.text(0, top + line, LEFT_HALF, GOLD)
        for place in range(ROW_LIMIT):
            if place < len(cards):
                card.card(canvas, self.x_of(place), top, cards[place], size)
            else:
                card.slot(canvas, self.x_of(place), top, GHOST if lit else SLOT, size)
        self._draw_sixth(canvas, top, full=len(cards) == ROW_LIMIT, lit=lit)
        if self.landing and self.landing[1] == row:
            place = min(len(cards), ROW_LIMIT)
            card.ghost(canvas, self.x_of(place), top, self.landing[0], size)
        any_row = self.landing is not None and self.landing[1] is None
        self._draw_cost(canvas, top + size.middle, cards, lit or any_row)

    def _draw_sixth(self, canvas: Canvas, top: int, *, full: bool, lit: bool) -> None:
        left, size = self.x_of(ROW_LIMIT), self.card_size
        card.slot(canvas, left, top, ALARM if full else GHOST if lit else SLOT, size)
        sign, ink = ("6 !", RED) if full else ("6", DIM)
        canvas.middle(left, top + size.middle, size.width, sign, ink, bold=full)

    def _draw_cost(self, canvas: Canvas, y: int, cards: tuple[int, ...], lit: bool) -> None:
        cost = heads_of(cards)
        ink = GOLD if lit else RED if len(cards) == ROW_LIMIT or cost >= DEAR else STRONG
        canvas.right(canvas.width, y, f"{cost}{HEAD}", ink, bold=True)
