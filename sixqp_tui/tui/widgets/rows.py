"""The four rows: five slots each, the dangerous sixth, and what the row would cost."""

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_tui.engine.cards import ROW_LIMIT, ROWS, heads_of
from sixqp_tui.tui.film import Walk
from sixqp_tui.tui.glyphs import HEAD, LEFT_HALF
from sixqp_tui.tui.theme import ALARM, DIM, GHOST, GOLD, RED, SLOT, STRONG
from sixqp_tui.tui.widgets import card, motion
from sixqp_tui.tui.widgets.canvas import Canvas

LEFT = 4
STEP = card.WIDTH + 1
WIDTH = LEFT + STEP * (ROW_LIMIT + 1) + 3
DEAR = 10  # from so many heads on a row's cost is red


class TableRows(Widget):
    """The rows as they lie. While `choosing`, they light up and say which one was clicked."""

    DEFAULT_CSS = f"TableRows {{ width: {WIDTH}; height: {ROWS * card.LINES}; }}"
    ALLOW_SELECT = False

    rows: reactive[tuple[tuple[int, ...], ...]] = reactive((), repaint=False)
    choosing = reactive(False)
    picked: reactive[int | None] = reactive(None)
    landing: reactive[tuple[int, int] | None] = reactive(None)
    """A card and the row where it would land, drawn as a ghost."""
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

    def render(self) -> Canvas:
        """The rows, painted."""
        self.seen = self.picked
        canvas = Canvas(WIDTH, ROWS * card.LINES)
        for row, cards in enumerate(self.rows):
            self._draw_row(canvas, row, cards)
            if row == self.lit:
                motion.lit(canvas, row, cards, LEFT, STEP)
        if self.walk:
            motion.walking(canvas, self.walk, LEFT, STEP)
        return canvas

    def on_click(self, event: events.Click) -> None:
        """Say which row was clicked."""
        if self.rows and event.y // card.LINES < len(self.rows):
            self.post_message(self.Clicked(event.y // card.LINES))

    def _repaint(self, *rows: int) -> None:
        self.refresh(*(Region(0, row * card.LINES, WIDTH, card.LINES) for row in rows), repaint=bool(rows))

    def _draw_row(self, canvas: Canvas, row: int, cards: tuple[int, ...]) -> None:
        top = row * card.LINES
        picked = self.choosing and row == self.picked
        canvas.text(1, top, str(row + 1), GOLD, bold=True)
        if picked:
            for line in range(card.LINES - 1):
                canvas.text(0, top + line, LEFT_HALF, GOLD)
        for place in range(ROW_LIMIT):
            if place < len(cards):
                card.card(canvas, LEFT + STEP * place, top, cards[place])
            else:
                card.slot(canvas, LEFT + STEP * place, top, GHOST if picked else SLOT)
        self._draw_sixth(canvas, top, full=len(cards) == ROW_LIMIT, picked=picked)
        if self.landing and self.landing[1] == row:
            place = min(len(cards), ROW_LIMIT)
            card.ghost(canvas, LEFT + STEP * place, top, self.landing[0])
        self._draw_cost(canvas, top, cards, picked)

    def _draw_sixth(self, canvas: Canvas, top: int, *, full: bool, picked: bool) -> None:
        left = LEFT + STEP * ROW_LIMIT
        card.slot(canvas, left, top, ALARM if full else GHOST if picked else SLOT)
        canvas.middle(left, top, card.WIDTH, "6 !" if full else "6", RED if full else DIM, bold=full)

    def _draw_cost(self, canvas: Canvas, top: int, cards: tuple[int, ...], picked: bool) -> None:
        cost = heads_of(cards)
        ink = GOLD if picked else RED if len(cards) == ROW_LIMIT or cost >= DEAR else STRONG
        canvas.right(WIDTH, top, f"{cost}{HEAD}", ink, bold=True)
