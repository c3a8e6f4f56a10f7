"""The four rows, the dangerous sixth place, a card that moves to its place, and the cards still to place."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive

from sixqp_protocol.text import NAME_CELLS
from sixqp_tui.engine.cards import ROW_LIMIT, ROWS, heads_of
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import HEAD
from sixqp_tui.presentation.catastrophe import CATASTROPHE
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame, Walk, plays_in, rows_in
from sixqp_tui.tui.scale import CARD_SMALL, CardSize
from sixqp_tui.tui.theme.glyphs import LEFT_HALF
from sixqp_tui.tui.theme.roles import ALARM, DIM, GHOST, GOLD, RED, SLOT, STRONG
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

LEFT = 4
"""Cells before the first place: the row's number, and the mark of a selected row."""
COST = 3
"""Cells of a row's cost: two digits and a head."""


class Row(NamedTuple):
    """`ghost` is a card that would land in the row.

    `lit`: the row can be taken and is hovered or selected; `picked`: it is selected; `priced`: the player may have
    to pay its cost. `sixth` and `cost`: the sixth place and the cost are shown.
    """

    number: int
    cards: tuple[int, ...]
    size: CardSize
    ghost: int | None = None
    lit: bool = False
    picked: bool = False
    priced: bool = False
    sixth: bool = True
    cost: bool = True


def x_of(place: int, size: CardSize) -> int:
    return LEFT + size.step * place


def width_of(size: CardSize) -> int:
    return x_of(ROW_LIMIT + 1, size) + COST


@lru_cache(maxsize=64)
def paint_row(row: Row) -> Canvas:
    """Don't paint on it: it is cached."""
    size, full = row.size, len(row.cards) == ROW_LIMIT
    canvas = Canvas(width_of(size), size.lines)
    canvas.text(1, size.middle, str(row.number + 1), GOLD, bold=True)
    if row.picked:
        for line in range(size.lines - 1):
            canvas.text(0, line, LEFT_HALF, GOLD)
    for place, number in enumerate(row.cards):
        card.paint_card(canvas, x_of(place, size), 0, number, size)
    for place in range(len(row.cards), ROW_LIMIT):
        card.paint_block(canvas, x_of(place, size), 0, GHOST if row.lit else SLOT, size)
    if row.sixth:
        _draw_sixth(canvas, row, full=full)
    if row.ghost is not None:
        card.paint_ghost(canvas, x_of(len(row.cards), size), 0, row.ghost, size, costs=full)
    if not row.cost:
        return canvas
    cost = heads_of(row.cards)
    ink = GOLD if row.lit else RED if full or cost >= CATASTROPHE else GOLD if row.priced else STRONG
    canvas.right(canvas.width, size.middle, f"{cost}{HEAD}", ink, bold=True)
    return canvas


def _draw_sixth(canvas: Canvas, row: Row, *, full: bool) -> None:
    left, size = x_of(ROW_LIMIT, row.size), row.size
    card.paint_block(canvas, left, 0, ALARM if full else GHOST if row.lit else SLOT, size)
    sign, ink = ("6 !", RED) if full else ("6", DIM)
    canvas.middle(left, size.middle, size.width, sign, ink, bold=full)


class TableRows(CellWidget):
    """While `choosing`, rows can be selected and clicked."""

    DEFAULT_CSS = "TableRows { width: auto; height: auto; }"

    card_size: reactive[CardSize] = reactive(CARD_SMALL, layout=True)
    rows: reactive[tuple[tuple[int, ...], ...]] = reactive((), repaint=False)
    choosing = reactive(False)
    picked: reactive[int | None] = reactive(None)
    shows_sixth = reactive(True)
    shows_costs = reactive(True)
    landing: reactive[tuple[int, int | None] | None] = reactive(None, repaint=False)
    """A card and the row where it would land, which shows its ghost. Row None: the card is too low, and every row
    shows its cost."""
    walk: reactive[Walk | None] = reactive(None, repaint=False)
    lit: reactive[int | None] = reactive(None, repaint=False)
    seen: int | None = None

    @dataclass
    class Clicked(Message):
        row: int

    def show(self, table: Table, frame: Frame | None) -> None:
        self.rows = rows_in(frame, table)
        self.walk, self.lit = (frame.walk, frame.lit) if frame else (None, None)

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
        return self.pointed_at if self.choosing and self.pointed_at is not None else self.picked

    def render(self) -> Canvas:
        self.seen = self.picked
        canvas = Canvas(self.width, self.y_of(ROWS))
        for row, cards in enumerate(self.rows):
            canvas.stamp(0, self.y_of(row), paint_row(self._row(row, cards)))
            if row == self.lit:
                for place, number in enumerate(cards):
                    card.paint_taken(canvas, self.x_of(place), self.y_of(row), number, self.card_size)
        if self.walk:
            x, y = self.x_of(self.walk.place), self.y_of(self.walk.row)
            card.paint_walk(canvas, self.walk, x, y, self.card_size)
        return canvas

    def on_click(self, event: events.Click) -> None:
        row = self.part(event.x, event.y)
        if row is not None:
            self.post_message(self.Clicked(row))

    def part(self, x: int, y: int) -> int | None:
        row = y // self.card_size.lines
        return row if 0 <= row < len(self.rows) else None

    def _repaint(self, *rows: int) -> None:
        lines = self.card_size.lines
        self.refresh(*(Region(0, self.y_of(row), self.width, lines) for row in rows), repaint=bool(rows))

    def _row(self, number: int, cards: tuple[int, ...]) -> Row:
        lit = self.choosing and number in (self.picked, self.pointed_at)
        lands, where = self.landing or (None, number)
        return Row(
            number, cards, self.card_size,
            ghost=lands if where == number else None, lit=lit,
            picked=self.choosing and number == self.picked, priced=self.choosing or where is None,
            sixth=self.shows_sixth, cost=self.shows_costs,
        )  # fmt: skip


class CardsToPlace(CellWidget):
    """`plays` are (name, card, whether it is the player's own).

    The places of the cards that have `left` stay empty. With two lines for `names`, long ones alternate between
    them.
    """

    card_size: reactive[CardSize] = reactive(CARD_SMALL, layout=True)
    plays: reactive[tuple[tuple[str, int, bool], ...]] = reactive(())
    backs = reactive(False)
    heading = reactive(True, layout=True)
    names = reactive(2, layout=True)
    left = reactive(0)

    def show(self, model: ViewModel, frame: Frame | None) -> None:
        plays = plays_in(frame, model.table)
        self.plays = tuple((model.name_of(seat), card, seat == model.view.seat) for seat, card in plays)
        self.left = model.table.seats - len(plays) if frame else 0
        self.backs = frame is not None and frame.backs

    @property
    def step(self) -> int:
        return max(self.card_size.step, _name_step(self.size.width, self.left + len(self.plays)))

    def x_of(self, place: int) -> int:
        return LEFT + self.step * place

    def render(self) -> Canvas:
        size = self.card_size
        top = int(self.heading)
        canvas = Canvas(self.size.width, top + size.lines + self.names)
        if self.plays and self.heading:
            canvas.text(1, 0, _("Still to place"), DIM, bold=True)
        one_line = all(cell_len(name) < self.step for name, _card, _own in self.plays)
        for place, (name, number, own) in enumerate(self.plays, self.left):
            if self.backs:
                card.paint_back(canvas, self.x_of(place), top, size)
            else:
                card.paint_card(canvas, self.x_of(place), top, number, size)
            if self.names:
                line = top + size.lines + (0 if one_line else place % self.names)
                self._draw_name(canvas, self.x_of(place), line, name, GOLD if own else DIM)
        return canvas

    def _draw_name(self, canvas: Canvas, left: int, y: int, name: str, ink: str) -> None:
        shown = truncate(name, self.names * self.step - 1)
        x = left + (self.card_size.width - cell_len(shown)) // 2
        canvas.text(max(0, min(x, canvas.width - cell_len(shown))), y, shown, ink)


def stand_side_by_side(names: Sequence[str], width: int) -> bool:
    return all(cell_len(name) < _name_step(width, len(names)) for name in names)


def _name_step(width: int, players: int) -> int:
    return min(NAME_CELLS + 1, (width - LEFT) // max(1, players))
