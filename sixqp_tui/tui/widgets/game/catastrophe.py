"""A row of many heads, in large figures beside the table while it is taken."""

from typing import NamedTuple

from textual.reactive import reactive

from sixqp_protocol.facts import RowTaken
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.i18n import _
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.theme.roles import DIM, RED, STRONG, seat_ink
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate
from sixqp_tui.tui.widgets.graphics.large_text import draw_words

TEXT_LINES = 6
"""Lines for the name, the reason and the gaps."""
NAME = 2


class Catastrophe(NamedTuple):
    """Whose row it was. `most`: no other row of this game has cost as much so far."""

    seat: int
    name: str
    row: int
    heads: int
    too_low: bool
    most: bool


def catastrophe_in(frame: Frame | None, model: ViewModel) -> Catastrophe | None:
    if frame is None or not frame.catastrophe or not isinstance(frame.fact, RowTaken):
        return None
    fact, heads = frame.fact, heads_of(frame.fact.cards)
    name, most = model.table.names[fact.seat], heads > model.shown.costliest
    return Catastrophe(fact.seat, name, fact.row, heads, fact.too_low, most)


class CatastropheFigure(CellWidget):
    shown: reactive[Catastrophe | None] = reactive(None)

    def show(self, catastrophe: Catastrophe | None) -> None:
        self.shown = catastrophe
        self.display = catastrophe is not None

    def render(self) -> Canvas:
        canvas, width = Canvas(*self.size), self.size.width - 1
        if self.shown is None:
            return canvas
        canvas.text(0, 1, seat_sign(self.shown.seat), seat_ink(self.shown.seat), bold=True)
        canvas.text(NAME, 1, truncate(self.shown.name.upper(), width - NAME), RED, bold=True)
        figure = draw_words([f"+{self.shown.heads}"], width, self.size.height - TEXT_LINES)
        for at, dots in enumerate(figure, 3):
            blank = len(dots) - len(dots.lstrip())
            canvas.text(blank, at, dots[blank:], RED, bold=True)
        y = 4 + len(figure)
        canvas.text(0, y, truncate(_reason(self.shown), width), STRONG)
        if self.shown.most:
            canvas.text(0, y + 1, truncate(_("the most in this game so far"), width), DIM)
        return canvas


def _reason(taken: Catastrophe) -> str:
    # Translators: why a player took a row of many heads: at most 28 letters
    words = _("too low: takes row {row}") if taken.too_low else _("the 6th card of row {row}")
    return words.format(row=taken.row + 1)
