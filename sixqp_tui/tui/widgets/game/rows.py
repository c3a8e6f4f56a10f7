"""The four rows, the dangerous sixth place, a card that moves to its place, and the cards still to place."""

from rich.cells import cell_len
from textual.geometry import Region
from textual.reactive import reactive

from sixqp_protocol.text import NAME_CELLS
from sixqp_tui.engine.cards import ROW_LIMIT, ROWS, heads_of
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n.facts import CATASTROPHE
from sixqp_tui.i18n.phrases import HEAD
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame, Walk, plays_in, rows_in
from sixqp_tui.tui.scale import CARD_SMALL, CardSize
from sixqp_tui.tui.theme.glyphs import LEFT_HALF
from sixqp_tui.tui.theme.roles import ALARM, BACK, DIM, GHOST, GOLD, RED, SLOT, STRONG, TAKEN
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, Choice, truncate

LEFT = 4
"""Cells before the first place: the row's number, and the mark of a selected row."""
COST = 3
"""Cells of a row's cost: two digits and a head."""
SIXTH = "6"
"""On the sixth place of a row, and on the back of a card."""


def x_of(place: int, size: CardSize) -> int:
    return LEFT + size.step * place


def width_of(size: CardSize) -> int:
    return x_of(ROW_LIMIT + 1, size) + COST


class TableRows(Choice):
    """While `choosing`, rows can be selected and clicked."""

    card_size: reactive[CardSize] = reactive(CARD_SMALL)
    rows: reactive[tuple[tuple[int, ...], ...]] = reactive((), repaint=False)
    choosing = reactive(False)
    shows_sixth = reactive(True)
    shows_costs = reactive(True)
    landing: reactive[tuple[int, int | None] | None] = reactive(None, repaint=False)
    """A card and the row where it would land, which shows its ghost. Row None: the card is too low, and every row
    shows its cost."""
    walk: reactive[Walk | None] = reactive(None, repaint=False)
    lit: reactive[int | None] = reactive(None, repaint=False)

    def show(self, table: Table, frame: Frame | None) -> None:
        self.rows = rows_in(frame, table)
        self.walk, self.lit = (frame.walk, frame.lit) if frame else (None, None)

    def watch_card_size(self) -> None:
        self.fit(self.width, self.y_of(ROWS))

    def watch_rows(self, before: tuple[tuple[int, ...], ...], after: tuple[tuple[int, ...], ...]) -> None:
        self._repaint(*(row for row in range(ROWS) if before[row : row + 1] != after[row : row + 1]))

    def watch_walk(self, before: Walk | None, after: Walk | None) -> None:
        self._repaint(*{walk.row for walk in (before, after) if walk})

    def watch_landing(self, before: tuple[int, int | None] | None, after: tuple[int, int | None] | None) -> None:
        places = [landing[1] for landing in (before, after) if landing]
        self._repaint(*(row for row in range(ROWS) if row in places or None in places))

    def watch_lit(self, before: int | None, after: int | None) -> None:
        self._repaint(*(row for row in (before, after) if row is not None))

    def x_of(self, place: int) -> int:
        return x_of(place, self.card_size)

    def y_of(self, row: int) -> int:
        return self.card_size.lines * row

    @property
    def width(self) -> int:
        return width_of(self.card_size)

    @property
    def looked_at(self) -> int | None:
        return self.pointed_at if self.choosing and self.pointed_at is not None else self.chosen

    def draw(self) -> Canvas:
        canvas = Canvas(self.width, self.y_of(ROWS))
        for row, cards in enumerate(self.rows):
            self._draw(canvas, row, cards)
        if self.walk:
            x, y = self.x_of(self.walk.place), self.y_of(self.walk.row)
            x += round(self.walk.left * (canvas.width - x))
            card.paint_card(canvas, x, y, self.walk.card, self.card_size)
        return canvas

    def part(self, x: int, y: int) -> int | None:
        row = y // self.card_size.lines
        return row if 0 <= row < len(self.rows) else None

    def _repaint(self, *rows: int) -> None:
        lines = self.card_size.lines
        self.refresh(*(Region(0, self.y_of(row), self.width, lines) for row in rows), repaint=bool(rows))

    def _draw(self, canvas: Canvas, row: int, cards: tuple[int, ...]) -> None:
        size, y, full = self.card_size, self.y_of(row), len(cards) == ROW_LIMIT
        chosen = self.choosing and row == self.chosen
        bright = chosen or (self.choosing and row == self.pointed_at)
        canvas.text(1, y + size.middle, str(row + 1), GOLD, bold=True)
        if chosen:
            for line in range(size.lines - 1):
                canvas.text(0, y + line, LEFT_HALF, GOLD)
        look = TAKEN if row == self.lit else None
        for place, number in enumerate(cards):
            card.paint_card(canvas, self.x_of(place), y, number, size, look)
        empty = GHOST if bright else SLOT
        for place in range(len(cards), ROW_LIMIT):
            card.paint_block(canvas, self.x_of(place), y, empty, size)
        if self.shows_sixth:
            colour, sign, ink = (ALARM, "6 !", RED) if full else (empty, SIXTH, DIM)
            card.paint_block(canvas, self.x_of(ROW_LIMIT), y, colour, size)
            canvas.middle(self.x_of(ROW_LIMIT), y + size.middle, size.width, sign, ink, bold=full)
        ghost, where = self.landing or (None, row)
        if ghost is not None and where == row:
            card.paint_ghost(canvas, self.x_of(len(cards)), y, ghost, size, costs=full)
        if self.shows_costs:
            cost, priced = heads_of(cards), self.choosing or where is None
            ink = GOLD if bright else RED if full or cost >= CATASTROPHE else GOLD if priced else STRONG
            canvas.right(self.width, y + size.middle, f"{cost}{HEAD}", ink, bold=True)


class CardsToPlace(CellWidget):
    """`plays` are (name, card, whether it is the player's own). The places of cards that have `left` stay empty.

    Long names alternate between two lines, where there are two.
    """

    plays: reactive[tuple[tuple[str, int, bool], ...]] = reactive(())
    backs = reactive(False)
    left = reactive(0)

    def show(self, model: ViewModel, frame: Frame | None) -> None:
        plays = plays_in(frame, model.table)
        self.plays = tuple((model.name_of(seat), card, seat == model.view.seat) for seat, card in plays)
        self.left = model.table.seats - len(plays) if frame else 0
        self.backs = frame is not None and frame.backs

    @property
    def step(self) -> int:
        room = (self.size.width - LEFT) // max(1, self.left + len(self.plays))
        return max(CARD_SMALL.step, min(NAME_CELLS + 1, room))

    def x_of(self, place: int) -> int:
        return LEFT + self.step * place

    def render(self) -> Canvas:
        canvas, size = Canvas(*self.size), CARD_SMALL
        fit = all(cell_len(name) < self.step for name, _card, _own in self.plays)
        lines = 1 if fit else max(1, self.size.height - size.lines)
        for place, (name, number, own) in enumerate(self.plays, self.left):
            if self.backs:
                card.paint_block(canvas, self.x_of(place), 0, BACK, size)
                canvas.middle(self.x_of(place), size.middle, size.width, SIXTH, DIM, bold=True)
            else:
                card.paint_card(canvas, self.x_of(place), 0, number, size)
            shown = truncate(name, lines * self.step - 1)
            x = self.x_of(place) + (size.width - cell_len(shown)) // 2
            x = max(0, min(x, canvas.width - cell_len(shown)))
            canvas.text(x, size.lines + place % lines, shown, GOLD if own else DIM)
        return canvas
