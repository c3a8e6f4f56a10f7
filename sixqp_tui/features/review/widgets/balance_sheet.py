"""Luck or skill: where the heads came from that a player took, a line each, which add up."""

from rich.cells import cell_len
from textual.reactive import reactive

from sixqp_tui.analysis.lines import BalanceLine
from sixqp_tui.features.review.widgets.bar import paint_bar
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.tui.theme.roles import DIM, GREEN, INK, RED, STRONG
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

LEFT = 2
FIGURE = 6
"""Cells of a figure with its sign."""
MAX_BAR, MIN_BAR = 16, 3


class BalanceSheet(CellWidget):
    """The lines of a balance, below a heading; without lines nothing."""

    DEFAULT_CSS = "BalanceSheet { width: 100%; height: 7; }"

    lines: reactive[tuple[BalanceLine, ...]] = reactive(())

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        if not self.lines:
            return canvas
        parts, total = self.lines[:-1], self.lines[-1]
        signed = [line for line in parts if line is not parts[0]]
        after_label = LEFT + max(cell_len(line.label) for line in self.lines) + 2
        bar_at = after_label + FIGURE + 2
        notes = max(cell_len(line.note) for line in self.lines)
        bar_width = max(MIN_BAR, min(MAX_BAR, width - bar_at - notes - 3))
        most = max((abs(line.tenths) for line in signed), default=0)
        canvas.text(LEFT, 0, _luck_or_skill(), DIM, bold=True)
        canvas.right(after_label + FIGURE, 0, _heads_column(), DIM)
        for y, line in enumerate(self.lines, 1):
            strong = line is total
            ink = STRONG if strong else _ink(line.tenths) if line in signed else INK
            canvas.text(LEFT, y, line.label, STRONG if strong else INK, bold=strong)
            canvas.right(after_label + FIGURE, y, line.figure, ink, bold=strong)
            if line in signed:
                paint_bar(canvas, bar_at, y, line.tenths, most, bar_width, ink)
            note_at = bar_at + bar_width + 2
            canvas.text(note_at, y, truncate(line.note, width - note_at), DIM)
        return canvas


def _ink(tenths: int) -> str:
    return RED if tenths > 0 else GREEN if tenths < 0 else INK


def _luck_or_skill() -> str:
    # Translators: a heading in capitals
    return _("LUCK OR SKILL")


def _heads_column() -> str:
    # Translators: above a column of figures: so many heads
    return pgettext("column", "heads")
