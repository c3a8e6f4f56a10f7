"""The totals after each round, plotted towards the limit."""

from collections import defaultdict
from collections.abc import Iterator

from rich.cells import cell_len
from textual.reactive import reactive

from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _
from sixqp_tui.presentation.plot import highest_total, spread, totals_by_round
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.tui.theme.glyphs import HOLE, RULE
from sixqp_tui.tui.theme.roles import DIM, FELT, RED, STRONG, seat_ink
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget

LEFT = 7
MIN_GAP = 3
END_GAP = 2
"""Cells between the plot and the totals at its end."""
MIN_PLOT = 10
NAMED_PLOT = 30
"""Cells that a plot must keep beside names."""


class Curve(CellWidget):
    """A path for each seat in its colour, the player's own bold; the limit is a red line.

    Paths that share a cell take turns in it. At the end, each seat has its sign, total and, if there is room, name,
    as near to its path as the others allow, side by side if there are too few lines. A single round is no curve.
    """

    table: reactive[Table] = reactive(Table())
    own: reactive[int | None] = reactive(None)

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        if height < 4 or len(self.table.scores) < 2 or width - LEFT - self._end_width < MIN_PLOT:
            return canvas
        canvas.text(LEFT, 0, _("Totals after each round"), DIM)
        highest, limit = max(self.table.totals), self.table.rules.limit
        canvas.right(LEFT - 1, self._line(highest), str(highest), DIM)
        if limit is not None:
            y = self._line(limit)
            canvas.fill(0, y, LEFT, 1, FELT)
            canvas.text(LEFT, y, RULE * (width - LEFT - self._end_width), RED)
            canvas.right(LEFT - 1, y, str(limit), RED)
        canvas.right(LEFT - 1, height - 2, "0", DIM)
        self._draw_rounds(canvas)
        self._draw_paths(canvas)
        self._draw_ends(canvas)
        return canvas

    @property
    def _seats(self) -> list[int]:
        return sorted(range(self.table.seats), key=lambda seat: (seat == self.own, seat))

    @property
    def _ends_abreast(self) -> int:
        return -(-self.table.seats // (self.size.height - 2))

    @property
    def _total_width(self) -> int:
        return max(len(str(total)) for total in self.table.totals)

    @property
    def _names_width(self) -> int:
        """Cells of a name and the blank before it; 0 if names leave no room for the plot."""
        widest = 1 + max(map(cell_len, self.table.names))
        left = self.size.width - 1 - LEFT - self._ends_abreast * (END_GAP + 2 + self._total_width + widest)
        return widest if left >= NAMED_PLOT else 0

    @property
    def _end_width(self) -> int:
        return self._ends_abreast * (END_GAP + 2 + self._total_width + self._names_width) + 1

    def _column(self, number: int) -> int:
        room = self.size.width - LEFT - 1 - self._end_width
        return LEFT + round(number * room / len(self.table.scores))

    def _line(self, value: float) -> int:
        height = self.size.height
        return height - 2 - round(value / highest_total(self.table) * (height - 3))

    def _draw_rounds(self, canvas: Canvas) -> None:
        free = LEFT
        for number in range(1, len(self.table.scores) + 1):
            x, label = self._column(number), str(number)
            if x - len(label) >= free:
                canvas.right(x + 1, canvas.height - 1, label, DIM)
                free = x + MIN_GAP

    def _draw_paths(self, canvas: Canvas) -> None:
        through: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for seat in self._seats:
            for cell in self._path(seat):
                through[cell].append(seat)
        for (x, y), seats in through.items():
            seat = seats[x % len(seats)]
            canvas.text(x, y, HOLE, seat_ink(seat), bold=seat == self.own)

    def _path(self, seat: int) -> Iterator[tuple[int, int]]:
        totals = totals_by_round(self.table, seat)
        for number in range(1, len(totals)):
            start, end = self._column(number - 1), self._column(number)
            before, total = totals[number - 1 : number + 1]
            for x in range(start + 1, end + 1):
                yield x, self._line(before + (total - before) * (x - start) / (end - start))

    def _draw_ends(self, canvas: Canvas) -> None:
        totals, abreast, last = self.table.totals, self._ends_abreast, canvas.height - 2
        ranked = sorted(self._seats, key=lambda seat: -totals[seat])
        groups = [ranked[at : at + abreast] for at in range(0, len(ranked), abreast)]
        begin, width = canvas.width - self._end_width + END_GAP, self._end_width // abreast
        for seats, y in zip(groups, spread((self._line(totals[each[0]]) for each in groups), last), strict=True):
            for x, seat in zip(range(begin, canvas.width, width), seats, strict=False):
                own = seat == self.own
                after = canvas.text(x, y, seat_sign(seat), seat_ink(seat), bold=own) + self._total_width
                canvas.right(after + 1, y, str(totals[seat]), STRONG, bold=own)
                if self._names_width:
                    canvas.text(after + 2, y, self.table.names[seat], seat_ink(seat), bold=own)
