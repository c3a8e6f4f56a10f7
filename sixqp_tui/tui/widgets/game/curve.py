"""The totals after each round as a plot towards the limit."""

from itertools import accumulate

from textual.reactive import reactive

from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _
from sixqp_tui.tui.theme.glyphs import HOLE, RULE
from sixqp_tui.tui.theme.roles import DIM, FELT, GOLD, INK, RED
from sixqp_tui.tui.widgets.game.score_sheet import seat_sign
from sixqp_tui.tui.widgets.graphics.canvas import Canvas
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget

LEFT = 7
"""Cells before the plot, for the totals."""
WIDEST_STEP = 9
"""Cells from one round to the next at most, or a sixth of the room where that is more."""


def totals_by_round(table: Table, seat: int) -> tuple[int, ...]:
    """The totals of a seat, from 0 before the first round."""
    return tuple(accumulate((scores[seat] for scores in table.scores), initial=0))


class Curve(CellWidget):
    """A path for each seat, the reader's in gold and on top; the limit as a red line."""

    DEFAULT_CSS = "Curve { width: 1fr; height: 1fr; }"

    table: reactive[Table] = reactive(Table())
    own: reactive[int | None] = reactive(None)

    def render(self) -> Canvas:
        """The plot, painted."""
        width, height = self.size
        canvas = Canvas(width, height)
        if height < 4 or not self.table.scores:
            return canvas
        canvas.text(LEFT, 0, _("Totals after each round"), DIM)
        highest, limit = max(self.table.totals), self.table.rules.limit
        canvas.right(LEFT - 1, self._line(highest, height), str(highest), DIM)
        if limit is not None:
            y = self._line(limit, height)
            canvas.fill(0, y, LEFT, 1, FELT)
            canvas.text(LEFT, y, RULE * (width - LEFT - 2), RED)
            canvas.right(LEFT - 1, y, str(limit), RED)
        canvas.right(LEFT - 1, height - 2, "0", DIM)
        for number in range(1, len(self.table.scores) + 1):
            canvas.right(LEFT + 1 + number * self._step, height - 1, str(number), DIM)
        others = [seat for seat in range(self.table.seats) if seat != self.own]
        for seat in [*others, *([] if self.own is None else [self.own])]:
            self._draw_path(canvas, seat)
        return canvas

    @property
    def _step(self) -> int:
        room = self.size.width - LEFT - 2
        return max(1, min(max(WIDEST_STEP, room // 6), room // max(1, len(self.table.scores))))

    def _line(self, value: float, height: int) -> int:
        top = max(self.table.rules.limit or 1, *self.table.totals)
        return height - 2 - round(value / top * (height - 3))

    def _draw_path(self, canvas: Canvas, seat: int) -> None:
        own = seat == self.own
        totals = totals_by_round(self.table, seat)
        step = self._step
        for number in range(1, len(totals)):
            before, total = totals[number - 1 : number + 1]
            x = LEFT + (number - 1) * step
            for part in range(1, step):
                between = self._line(before + (total - before) * part / step, canvas.height)
                canvas.text(x + part, between, HOLE, GOLD if own else DIM)
            y = self._line(total, canvas.height)
            canvas.text(x + step, y, seat_sign(seat, own), GOLD if own else INK, bold=own)
