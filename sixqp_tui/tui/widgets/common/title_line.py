"""The dark line on top: the game, the table's name, and where in the game it is."""

from rich.cells import cell_len
from textual.reactive import reactive

from sixqp_tui.i18n import phrases
from sixqp_tui.tui.theme.roles import DIM, EDGE, STRONG
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, truncate
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget


class TitleLine(CellWidget):
    """The table's name at the left, where the game is at the right."""

    DEFAULT_CSS = "TitleLine { height: 1; dock: top; width: 100%; background: $edge; }"

    table = reactive("")
    where = reactive("")

    def render(self) -> Canvas:
        """The line, painted."""
        width = self.size.width
        canvas = Canvas(width, 1, EDGE)
        after = canvas.text(1, 0, phrases.GAME, STRONG, bold=True)
        room = width - after - cell_len(self.where) - 5
        canvas.text(after + 2, 0, truncate(self.table, room), STRONG, bold=True)
        canvas.right(width - 1, 0, self.where, DIM)
        return canvas
