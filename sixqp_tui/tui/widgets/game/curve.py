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
WITH_NAMES = 66
MIN_GAP = 3
END_GAP = 2
"""Cells between the plot and the signs at its end."""


class Curve(CellWidget):
    """A path for each seat in its colour, the player's own bold and on top; the limit is a red line.

    Paths that share a cell take turns in it. If there are enough lines, every seat has one at the end, with its
    sign, name and total. A single round is no curve.
    """

    table: reactive[Table] = reactive(Table())
    own: reactive[int | None] = reactive(None)

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        if height < 4 or len(self.table.scores) < 2:
            return canvas
        canvas.text(LEFT, 0, _("Totals after each round"), DIM)
        highest, limit = max(self.table.totals), self.table.rules.limit
        canvas.right(LEFT - 1, self._line(highest), str(highest), DIM)
        if limit is not None:
            y = self._line(limit)
            canvas.fill(0, y, LEFT, 1, FELT)
            canvas.text(LEFT, y, RULE * (width - LEFT - 2), RED)
            canvas.right(LEFT - 1, y, str(limit), RED)
        canvas.right(LEFT - 1, height - 2, "0", DIM)
        self._draw_rounds(canvas)
        self._draw_paths(canvas)
        self._draw_points(canvas)
        self._draw_ends(canvas)
        return canvas

    @property
    def _seats(self) -> list[int]:
        return sorted(range(self.table.seats), key=lambda seat: (seat == self.own, seat))

    @property
    def _end_width(self) -> int:
        if not self._has_ends:
            return 0
        total = 1 + max(len(str(total)) for total in self.table.totals)
        return END_GAP + 1 + total + (1 + max(map(cell_len, self.table.names)) if self._names_ends else 0)

    @property
    def _names_ends(self) -> bool:
        return self.size.width >= WITH_NAMES

    @property
    def _has_ends(self) -> bool:
        return self.table.seats <= self.size.height - 2

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
            for x in range(start + 1, end):
                yield x, self._line(before + (total - before) * (x - start) / (end - start))

    def _draw_points(self, canvas: Canvas) -> None:
        for number in range(1, len(self.table.scores) + 1):
            x, step = self._column(number), self._column(number) - self._column(number - 1)
            at: defaultdict[int, list[int]] = defaultdict(list)
            for seat in reversed(self._seats):
                at[self._line(totals_by_round(self.table, seat)[number])].append(seat)
            last = number == len(self.table.scores)
            for y, seats in at.items():
                for left, seat in enumerate(seats[: max(1, step)]):
                    sign = HOLE if last and self._has_ends else seat_sign(seat)
                    canvas.text(x - left, y, sign, seat_ink(seat), bold=seat == self.own)

    def _draw_ends(self, canvas: Canvas) -> None:
        if not self._has_ends:
            return
        totals, last = self.table.totals, canvas.height - 2
        ranked = sorted(self._seats, key=lambda seat: -totals[seat])
        x = canvas.width - self._end_width + END_GAP
        widest = max(len(str(total)) for total in totals)
        for seat, y in zip(ranked, spread((self._line(totals[seat]) for seat in ranked), last), strict=True):
            own = seat == self.own
            canvas.fill(x - END_GAP, y, canvas.width - x + END_GAP, 1, FELT)
            after = canvas.text(x, y, seat_sign(seat), seat_ink(seat), bold=own)
            canvas.right(after + 1 + widest, y, str(totals[seat]), STRONG, bold=own)
            if self._names_ends:
                canvas.text(after + widest + 2, y, self.table.names[seat], seat_ink(seat), bold=own)
