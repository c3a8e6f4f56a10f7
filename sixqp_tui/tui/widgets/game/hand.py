"""The own hand: the cards and their keys, one of them lifted, or one laid."""

from typing import ClassVar

from textual import events
from textual.message import Message
from textual.reactive import reactive

from sixqp_tui.engine.cards import HAND
from sixqp_tui.i18n import N_
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.scale import CARD_SMALL, CardSize
from sixqp_tui.tui.theme.glyphs import BACKSPACE
from sixqp_tui.tui.theme.roles import DIM, GOLD
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget

LEFT = 4
"""The column of the first card: that of the rows."""
LIFT = 1
"""Lines that a lifted card stands higher."""


class HandRow(CellWidget):
    """The hand in ascending order; the lifted card stands a line higher, a sent or laid card leaves its shade.

    A card is `sent` until the table has answered. The keys of the cards stand below them while one is `asked` for,
    the key that takes the laid one back while it `returns`. While it lies `flat` it has no lines above and below
    the cards: nothing can be done with them.
    """

    DEFAULT_CSS = "HandRow { width: auto; height: auto; }"
    GESTURES: ClassVar = {"lift": N_("Hover for a card's details, click to lift it, click again to play it")}

    card_size: reactive[CardSize] = reactive(CARD_SMALL, layout=True)

    hand: reactive[tuple[int, ...]] = reactive(())
    lifted: reactive[int | None] = reactive(None)
    sent: reactive[int | None] = reactive(None)
    laid: reactive[int | None] = reactive(None)
    asked = reactive(True)
    returns = reactive(True)
    flat = reactive(False, layout=True)
    seen: int | None = None
    """The lifted card of the newest picture."""

    class Clicked(Message):
        """A card of the hand was clicked."""

        def __init__(self, card: int) -> None:
            super().__init__()
            self.card = card

    def show(self, model: ViewModel, *, anew: bool) -> None:
        """Show the hand; a card stays lifted while it can be laid, not into a turn `anew`."""
        self.hand, self.laid = model.view.hand, model.view.laid
        self.asked, self.returns = model.asked == "card", model.may_take_back
        if anew or not self.asked or self.lifted not in self.hand:
            self.lifted = self.sent = None

    @property
    def shown(self) -> tuple[int, ...]:
        return self.hand if self.laid is None else tuple(sorted((*self.hand, self.laid)))

    def x_of(self, place: int) -> int:
        """The column of a card, by its place from 0."""
        return LEFT + self.card_size.step * place

    @property
    def looked_at(self) -> int | None:
        return self.pointed_at if self.pointed_at in self.hand else self.lifted

    def render(self) -> Canvas:
        self.seen = self.lifted
        size = self.card_size
        canvas = Canvas(self.x_of(HAND), size.lines + (0 if self.flat else LIFT + 1))
        for place, number in enumerate(self.shown):
            self._draw(canvas, place, number, size)
        return canvas

    def on_click(self, event: events.Click) -> None:
        clicked = self.part(event.x, event.y)
        if clicked is not None:
            self.post_message(self.Clicked(clicked))

    def part(self, x: int, y: int) -> int | None:
        place, beside = divmod(x - LEFT, self.card_size.step)
        return self.shown[place] if 0 <= place < len(self.shown) and beside < self.card_size.width else None

    def _draw(self, canvas: Canvas, place: int, number: int, size: CardSize) -> None:
        left, foot, lifted = self.x_of(place), canvas.height - 1, number == self.lifted
        if self.flat:
            paint = card.paint_ghost if number == self.laid else card.paint_card
            paint(canvas, left, 0, number, size)
            return
        if number in (self.laid, self.sent):
            card.paint_ghost(canvas, left, LIFT, number, size)
            if number == self.laid and self.returns:
                canvas.middle(left, foot, size.width, BACKSPACE, GOLD)
            return
        card.paint_card(canvas, left, 0 if lifted else LIFT, number, size)
        key = str((place + 1) % 10) if self.asked and self.sent is None else ""
        bright = lifted or number == self.pointed_at
        canvas.middle(left, foot, size.width, key, GOLD if bright else DIM, bold=bright)
