"""Every hand of a game that is over, a line each, with the card of it that lies face down."""

from textual.reactive import reactive

from sixqp_protocol.text import NAME_CELLS
from sixqp_tui.i18n import _
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.view_model import OpenHand
from sixqp_tui.tui.theme.glyphs import POINTER
from sixqp_tui.tui.theme.roles import DIM, GOLD, INK, seat_ink
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

SIGN, NAME = 1, 3
"""The columns of a player's sign, and of the name."""
NUMBERS = 36
"""Cells of the longest hand, 95 to 104, with the pointer before the laid card and a gap behind it."""
MIN_NAME = 4
"""Cells below which a name says too little: the sign stands alone then."""


class OpenHands(CellWidget):
    """The hands by seat, in as many `columns` as are asked for; below a heading where it is `headed`."""

    DEFAULT_CSS = "OpenHands { width: 1fr; height: auto; }"

    hands: reactive[tuple[OpenHand, ...]] = reactive((), layout=True)
    columns = reactive(1, layout=True)
    headed = reactive(False, layout=True)

    @property
    def lines(self) -> int:
        return lines_of(len(self.hands), self.columns) + (self.headed and bool(self.hands))

    def render(self) -> Canvas:
        width = self.size.width
        canvas, column = Canvas(width, self.lines), width // self.columns
        top = int(self.headed)
        if self.headed and self.hands:
            canvas.text(0, 0, _("HANDS"), DIM, bold=True)
        deep = lines_of(len(self.hands), self.columns)
        name = max(0, min(NAME_CELLS, column - NAME - 1 - NUMBERS))
        for seat, hand in enumerate(self.hands):
            across, down = divmod(seat, deep)
            self._draw(canvas, (across * column, top + down), seat, hand, name if name >= MIN_NAME else 0)
        return canvas

    def _draw(self, canvas: Canvas, at: tuple[int, int], seat: int, hand: OpenHand, name: int) -> None:
        x, y = at
        canvas.text(x + SIGN, y, seat_sign(seat), seat_ink(seat), bold=hand.own)
        canvas.text(x + NAME, y, truncate(hand.name, name), seat_ink(seat), bold=hand.own)
        x += NAME + name + bool(name)
        laid = () if hand.laid is None else (hand.laid,)
        for number in sorted((*hand.cards, *laid)):
            down = number == hand.laid
            x = canvas.text(x, y, f"{POINTER if down else ''}{number}", GOLD if down else INK, bold=down) + 1


def lines_of(hands: int, columns: int) -> int:
    return -(-hands // columns)
