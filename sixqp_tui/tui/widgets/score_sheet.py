"""The score sheet: a line a round, a column a seat, totals and ranks."""

from rich.cells import cell_len
from textual.reactive import reactive

from sixqp_tui.engine.rules import ranks
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import pgettext
from sixqp_tui.i18n import table as table_words
from sixqp_tui.tui.theme.glyphs import CHOSEN
from sixqp_tui.tui.theme.roles import DIM, GOLD, INK, RED, SLOT, STRONG
from sixqp_tui.tui.widgets.canvas import Canvas, fitting
from sixqp_tui.tui.widgets.cell_widget import Painted

LABEL = 7
FIXED_LINES = 4  # names, signs, totals, ranks
WIDEST_COLUMN = 18


def sign(seat: int, own: int | None) -> str:
    """What stands for a seat in the plot: its number, or a dot for the reader's."""
    return CHOSEN if seat == own else str((seat + 1) % 10)


class ScoreSheet(Painted):
    """As many rounds as the height allows, the last ones unless scrolled back by `back` rounds.

    Names that are too long to stand side by side take turns on two lines.
    """

    DEFAULT_CSS = "ScoreSheet { width: 1fr; height: auto; }"

    table: reactive[Table] = reactive(Table(), layout=True)
    own: reactive[int | None] = reactive(None)
    room = reactive(7, layout=True)
    back = reactive(0)
    seen: int = 0
    """How many rounds the newest picture tells of."""

    def validate_back(self, back: int) -> int:
        """Never before the first round nor after the last."""
        return max(0, min(back, len(self.table.scores) - self.room))

    def render(self) -> Canvas:
        """The sheet, painted."""
        table = self.table
        self.seen = len(table.scores)
        shown = min(self.room, len(table.scores))
        last = len(table.scores) - self.validate_back(self.back)
        first = last - shown
        width = max(self.size.width, 80)
        top = 1 + self.name_lines
        canvas = Canvas(width, FIXED_LINES - 1 + self.name_lines + shown)
        self._draw_names(canvas)
        for y, number in enumerate(range(first, last), top):
            canvas.right(LABEL - 1, y, str(number + 1), DIM)
            self._draw_line(canvas, y, table.scores[number], INK)
        canvas.text(1, top - 1, table_words.more_rounds(first, len(table.scores) - last), GOLD)
        self._draw_totals(canvas, top + shown)
        return canvas

    @property
    def name_lines(self) -> int:
        """One line of names, or two."""
        return 1 if all(cell_len(name) < self._column for name in self.table.names) else 2

    @property
    def _column(self) -> int:
        return min(WIDEST_COLUMN, (self.size.width - LABEL - 1) // max(1, self.table.seats))

    def _draw_names(self, canvas: Canvas) -> None:
        canvas.text(1, 0, pgettext("score sheet", "Round"), DIM)
        for seat, name in enumerate(self.table.names):
            ink = GOLD if seat == self.own else INK
            right, lines = LABEL + (seat + 1) * self._column, self.name_lines
            y = lines - 1 - seat % lines
            canvas.right(right, y, fitting(name, lines * self._column - 1), ink, bold=seat == self.own)
            canvas.right(right, lines, sign(seat, self.own), GOLD if seat == self.own else DIM)

    def _draw_line(self, canvas: Canvas, y: int, values: tuple[int, ...], ink: str) -> None:
        for seat, value in enumerate(values):
            canvas.right(LABEL + (seat + 1) * self._column, y, str(value), ink)

    def _draw_totals(self, canvas: Canvas, y: int) -> None:
        table = self.table
        canvas.fill(0, y, LABEL + table.seats * self._column + 1, 1, SLOT)
        canvas.text(1, y, pgettext("score sheet", "Total"), DIM)
        canvas.text(1, y + 1, pgettext("score sheet", "Rank"), DIM)
        limit = table.rules.limit
        for seat, (total, rank) in enumerate(zip(table.totals, ranks(table.totals), strict=True)):
            right = LABEL + (seat + 1) * self._column
            over = limit is not None and total >= limit + (table.rules.limit_rule == "over")
            canvas.right(right, y, str(total), RED if over else STRONG, bold=True)
            canvas.right(right, y + 1, str(rank), GOLD if rank == 1 else DIM, bold=rank == 1)
