"""Below a hand what each card of it costs more than the best."""

from textual.reactive import reactive

from sixqp_tui.analysis.result import Tenths
from sixqp_tui.features.puzzles import words as words
from sixqp_tui.tui.scale import CARD_SMALL, CardSize
from sixqp_tui.tui.theme.roles import DIM, GOLD, RED
from sixqp_tui.tui.widgets.game.hand import LEFT
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate


class HandFigures(CellWidget):
    """A figure below each card: gold the best one's, red and marked that of the card that was `made`."""

    DEFAULT_CSS = "HandFigures { width: 1fr; height: 1; }"

    card_size: reactive[CardSize] = reactive(CARD_SMALL)
    figures: reactive[tuple[tuple[int, Tenths], ...]] = reactive(())
    made: reactive[int | None] = reactive(None)

    def retranslate(self) -> None:
        self.refresh()

    def render(self) -> Canvas:
        size = self.card_size
        canvas = Canvas(self.size.width, 1)
        for place, (card, more) in enumerate(self.figures):
            made = card == self.made
            ink = GOLD if not more else RED if made else DIM
            said = truncate(words.figure(more), size.width)
            canvas.middle(LEFT + size.step * place, 0, size.width, said, ink, bold=made or not more)
        return canvas
