"""Below the hand, what each of its cards would cost more than the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.reactive import reactive

from sixqp_tui.engine.cards import HAND
from sixqp_tui.tui.scale import CARD_SMALL, CardSize
from sixqp_tui.tui.theme.glyphs import BAR
from sixqp_tui.tui.theme.roles import GOLD, RED
from sixqp_tui.tui.widgets.game.hand import LEFT
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget

if TYPE_CHECKING:
    from sixqp_tui.features.coach.judged import CardCost

FULL = 50
"""Tenths of a head from which on a bar is as wide as its card: the dearest decisions of a round cost as much."""


class CostBars(CellWidget):
    """A figure and a bar below each card, in the columns of the hand; no line where there is nothing to tell."""

    DEFAULT_CSS = "CostBars { width: auto; height: auto; display: none; }"

    costs: reactive[tuple[CardCost, ...]] = reactive((), layout=True)
    card_size: reactive[CardSize] = reactive(CARD_SMALL, layout=True)

    def render(self) -> Canvas:
        size = self.card_size
        canvas = Canvas(LEFT + size.step * HAND, 2)
        for place, cost in enumerate(self.costs):
            left, ink = LEFT + size.step * place, RED if cost.more else GOLD
            canvas.middle(left, 0, size.width, cost.told, ink, bold=not cost.more)
            wide = min(size.width, -(-cost.more * size.width // FULL))
            canvas.text(left, 1, BAR * wide, ink)
        return canvas
