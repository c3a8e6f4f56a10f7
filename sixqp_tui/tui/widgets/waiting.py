"""The revealed cards that still wait to be placed, the lowest first."""

from rich.cells import cell_len
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_tui.i18n import words_table as words
from sixqp_tui.tui.theme import DIM, GOLD
from sixqp_tui.tui.widgets import card, motion
from sixqp_tui.tui.widgets.canvas import Canvas, fitting

LEFT = 3
STEP = card.WIDTH + 1
WIDTH = 74
HEIGHT = 1 + card.LINES + 1


class WaitingCards(Widget):
    """Each card with the name of its player; `plays` are (name, card, whether it is the reader's).

    They show their `backs` or their faces, and keep their places behind those that have `left` already.
    """

    DEFAULT_CSS = f"WaitingCards {{ width: {WIDTH}; height: {HEIGHT}; }}"
    ALLOW_SELECT = False

    plays: reactive[tuple[tuple[str, int, bool], ...]] = reactive(())
    backs = reactive(False)
    left = reactive(0)

    def render(self) -> Canvas:
        """The cards, painted."""
        canvas = Canvas(WIDTH, HEIGHT)
        if self.plays:
            canvas.text(1, 0, words.still_to_place(), DIM, bold=True)
        step = max(STEP, min(card.WIDTH + 4, (WIDTH - LEFT) // max(1, self.left + len(self.plays))))
        for place, (name, number, own) in enumerate(self.plays, self.left):
            left = LEFT + step * place
            if self.backs:
                motion.back(canvas, left, 1)
            else:
                card.card(canvas, left, 1, number)
            shown = fitting(name, step - 1)
            shift = max(0, (cell_len(shown) - card.WIDTH) // 2)
            canvas.middle(left - shift, HEIGHT - 1, card.WIDTH + 2 * shift, shown, GOLD if own else DIM)
        return canvas
