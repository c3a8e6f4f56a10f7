"""The curtain between two people at one keyboard: whose turn it is, in letters that can be read across a table."""

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.reactive import reactive

from sixqp_tui.i18n import _
from sixqp_tui.tui.theme.roles import DIM, EDGE, GOLD, INK
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, truncate
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget
from sixqp_tui.tui.widgets.graphics.name_text import NAME_LINES, draw_name

HEIGHT = NAME_LINES + 3
"""Lines of the curtain: the name with a blank line around it, and what is asked of everybody."""
BETWEEN = 3
"""Cells between the two sentences below the name."""


class Curtain(CellWidget):
    """Hangs while it has a `name_shown`; `plain`: without half blocks. A click opens it."""

    DEFAULT_CSS = f"""
    Curtain {{ height: {HEIGHT}; width: 1fr; display: none; }}
    Curtain.-hangs {{ display: block; }}
    """

    name_shown = reactive("")
    plain = reactive(False)

    class Clicked(Message):
        """The curtain was clicked."""

    def show(self, name: str, plain: bool = False) -> None:
        """Hang for whoever is called so, or with "" not at all."""
        self.name_shown, self.plain = name, plain
        self.set_class(bool(name), "-hangs")

    def render(self) -> Canvas:
        width, name = self.size.width, self.name_shown
        canvas = Canvas(width, HEIGHT, EDGE)
        lines = () if self.plain else draw_name(name, width - 2)
        for y, line in enumerate(lines or ("", " ".join(truncate(name, width // 2))), 1):
            canvas.middle(0, y, width, line, GOLD, bold=True)
        said, away = _i_am(name), _("Everyone else, look away")
        left = max(0, (width - cell_len(said) - cell_len(away) - BETWEEN) // 2)
        after = canvas.text(left, HEIGHT - 1, said, INK, bold=True)
        canvas.text(after + BETWEEN, HEIGHT - 1, away, DIM)
        return canvas

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked())


def _i_am(name: str) -> str:
    # Translators: the keyboard goes from one player to the next; this one must say so before the hand is shown
    return _("Enter: I'm {name}").format(name=name)
