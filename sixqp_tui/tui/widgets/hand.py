"""The own hand: the cards and their keys, one of them lifted, or one laid."""

from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_tui.engine.cards import HAND
from sixqp_tui.tui.glyphs import BACKSPACE
from sixqp_tui.tui.theme import DIM, GOLD
from sixqp_tui.tui.widgets import card
from sixqp_tui.tui.widgets.canvas import Canvas

LEFT = 4
STEP = card.WIDTH + 1
WIDTH = LEFT + STEP * HAND
HEIGHT = 1 + card.LINES + 1


class HandRow(Widget):
    """The hand in ascending order; the lifted card stands a line higher, a laid card leaves its shade."""

    DEFAULT_CSS = f"HandRow {{ width: {WIDTH}; height: {HEIGHT}; }}"
    ALLOW_SELECT = False

    hand: reactive[tuple[int, ...]] = reactive(())
    lifted: reactive[int | None] = reactive(None)
    laid: reactive[int | None] = reactive(None)
    seen: int | None = None
    """The lifted card of the newest picture."""

    class Clicked(Message):
        """A card of the hand was clicked."""

        def __init__(self, card: int) -> None:
            super().__init__()
            self.card = card

    @property
    def shown(self) -> tuple[int, ...]:
        """The cards from left to right, the laid one in its old place."""
        return self.hand if self.laid is None else tuple(sorted((*self.hand, self.laid)))

    def render(self) -> Canvas:
        """The hand, painted."""
        self.seen = self.lifted
        canvas = Canvas(WIDTH, HEIGHT)
        for place, number in enumerate(self.shown):
            left = LEFT + STEP * place
            if number == self.laid:
                card.ghost(canvas, left, 1, number)
                canvas.middle(left, HEIGHT - 1, card.WIDTH, BACKSPACE, GOLD)
                continue
            lifted = number == self.lifted
            card.card(canvas, left, 0 if lifted else 1, number)
            key = str((place + 1) % 10) if self.laid is None else ""
            canvas.middle(left, HEIGHT - 1, card.WIDTH, key, GOLD if lifted else DIM, bold=lifted)
        return canvas

    def on_click(self, event: events.Click) -> None:
        """Say which card was clicked."""
        place, beside = divmod(event.x - LEFT, STEP)
        if 0 <= place < len(self.shown) and beside < card.WIDTH:
            self.post_message(self.Clicked(self.shown[place]))
