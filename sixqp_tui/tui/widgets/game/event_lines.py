"""The last lines of what happened and of what was said, dim at the foot of the table."""

from rich.cells import cell_len
from textual.reactive import reactive

from sixqp_tui.i18n.facts import Told
from sixqp_tui.tui.theme.roles import DIM, GOLD, RED
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, fitting
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget

BETWEEN = " · "


class EventLines(CellWidget):
    """As many of the newest happenings as fit, set one behind the other; below them the last thing said.

    At the foot of its room; the newest always shows.
    """

    DEFAULT_CSS = "EventLines { height: 1fr; width: 1fr; }"

    told: reactive[tuple[Told, ...]] = reactive(())
    said: reactive[str] = reactive("")

    def render(self) -> Canvas:
        """The lines, painted."""
        width, height = self.size
        canvas = Canvas(width, height)
        room = height - bool(self.said)
        lines = self._broken(width - 2)[-room:] if room > 0 else []
        top = height - bool(self.said) - len(lines)
        for y, line in enumerate(lines, top):
            self._draw(canvas, y, line)
        if self.said and height:
            canvas.text(1, height - 1, fitting(self.said, width - 2), GOLD)
        return canvas

    def _broken(self, width: int) -> list[list[Told]]:
        lines: list[list[Told]] = [[]]
        used = 0
        for told in self.told:
            if not told.short:
                continue
            size = cell_len(told.short)
            if lines[-1] and used + len(BETWEEN) + size > width:
                lines.append([])
                used = 0
            used += size + (len(BETWEEN) if lines[-1] else 0)
            lines[-1].append(told)
        return [line for line in lines if line]

    def _draw(self, canvas: Canvas, y: int, line: list[Told]) -> None:
        x = 1
        for told in line:
            if x > 1:
                x = canvas.text(x + 1, y, BETWEEN.strip(), DIM) + 1
            x = canvas.text(x, y, fitting(told.short, canvas.width - 1 - x), RED if told.tone == "cost" else DIM)
