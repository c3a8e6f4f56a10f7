"""A figure and a bar below each card of a hand."""

from fractions import Fraction
from math import ceil
from typing import NamedTuple

from textual.reactive import reactive

from sixqp_tui.engine.cards import HAND
from sixqp_tui.tui.scale import CARD_SMALL, CardSize
from sixqp_tui.tui.theme.glyphs import BAR
from sixqp_tui.tui.theme.roles import GOLD, RED
from sixqp_tui.tui.widgets.game.hand import LEFT
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget


class HandFigure(NamedTuple):
    """The figure of a card; its bar fills this `share` of the card's width, more than 1 counts as 1."""

    card: int
    text: str
    share: Fraction


class HandFigures(CellWidget):
    """One figure a card, in the columns of the hand; gold without a bar, else red."""

    DEFAULT_CSS = "HandFigures { width: auto; height: auto; display: none; }"

    figures: reactive[tuple[HandFigure, ...]] = reactive((), layout=True)
    card_size: reactive[CardSize] = reactive(CARD_SMALL, layout=True)

    def render(self) -> Canvas:
        size = self.card_size
        canvas = Canvas(LEFT + size.step * HAND, 2)
        for place, figure in enumerate(self.figures):
            left, ink = LEFT + size.step * place, RED if figure.share else GOLD
            canvas.middle(left, 0, size.width, figure.text, ink, bold=not figure.share)
            canvas.text(left, 1, BAR * min(size.width, ceil(figure.share * size.width)), ink)
        return canvas
