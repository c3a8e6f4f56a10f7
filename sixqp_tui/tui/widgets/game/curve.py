"""The totals after each round, plotted towards the limit."""

from textual.reactive import reactive

from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _
from sixqp_tui.presentation.plot import highest_total, spread, totals_by_round
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.tui.theme.glyphs import DOT, RULE
from sixqp_tui.tui.theme.roles import DIM, RED, STRONG, seat_ink
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

ENDS = 24
"""Cells for the total, the sign and the name at the end of a path."""
MIN_LINES, MIN_PLOT = 4, 10


class Curve(CellWidget):
    """A path for each seat in its colour, the player's own bold; the limit is a red line. A round is no curve."""

    table: reactive[Table] = reactive(Table())
    own: reactive[int | None] = reactive(None)

    def render(self) -> Canvas:
        width, height = self.size
        canvas, plot, table = Canvas(width, height), width - ENDS, self.table
        if height <= max(MIN_LINES, table.seats) or len(table.scores) < 2 or plot < MIN_PLOT:
            return canvas
        canvas.text(0, 0, _("Totals after each round"), DIM)
        highest = highest_total(table)

        def line(total: float) -> int:
            return height - 1 - round(total / highest * (height - 2))

        if table.rules.limit is not None:
            canvas.text(0, line(table.rules.limit), RULE * plot, RED)
        for seat in sorted(range(table.seats), key=lambda seat: (seat == self.own, seat)):
            totals = totals_by_round(table, seat)
            for x in range(plot):
                before, way = divmod(x / (plot - 1) * (len(totals) - 1), 1)
                start, end = totals[int(before)], totals[min(int(before) + 1, len(totals) - 1)]
                canvas.text(x, line(start + (end - start) * way), DOT, seat_ink(seat), bold=seat == self.own)
        ranked = sorted(range(table.seats), key=lambda seat: -table.totals[seat])
        for seat, y in zip(ranked, spread((line(table.totals[seat]) for seat in ranked), height - 1), strict=True):
            own = seat == self.own
            canvas.right(plot + 5, y, str(table.totals[seat]), STRONG, bold=own)
            canvas.text(plot + 6, y, seat_sign(seat), seat_ink(seat), bold=own)
            canvas.text(
                plot + 8, y, truncate(table.names[seat], ENDS - 8), seat_ink(seat) if own else DIM, bold=own
            )
        return canvas
