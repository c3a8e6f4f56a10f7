"""The hands of the draft: everybody's, as lines of numbers, and the own one as cards."""

from rich.cells import cell_len
from textual.reactive import reactive

from sixqp_tui.engine.cards import HAND
from sixqp_tui.i18n import _, phrases
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.view_model import OpenHand
from sixqp_tui.tui.scale import CARD_TINY, CardSize
from sixqp_tui.tui.theme.glyphs import AWAY, BOT, POINTER
from sixqp_tui.tui.theme.roles import DIM, GOLD, RED, seat_ink
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, truncate
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget

SIGN, NAME = 1, 3
"""The columns of a player's sign, behind the pointer, and of the name."""
INDENT = 2
"""Cells before the cards."""
ONE_LINE = 34
"""Cells of the widest hand on one line: 95 to 104."""
HALF = 5
"""Cards of a hand on each of two lines."""
COLUMN = 4
"""Cells of a column of cards: three digits and a blank."""


class DraftHands(CellWidget):
    """Everybody's hand, by seat: a name, and below it the cards on one line or on two.

    A quick reaction stands in the place of the name while it is shown. Where two lines must do for both, the last
    cards stand on the second and what is left behind the name.
    """

    DEFAULT_CSS = "DraftHands { width: 25; height: 100%; }"

    hands: reactive[tuple[OpenHand, ...]] = reactive(())

    @property
    def head(self) -> int:
        return int(self.size.height > 2 * len(self.hands))

    @property
    def step(self) -> int:
        return max(2, min(4, (self.size.height - self.head) // max(1, len(self.hands))))

    def render(self) -> Canvas:
        canvas = Canvas(*self.size)
        if self.hands and self.head:
            canvas.text(INDENT, 0, _("HANDS"), DIM, bold=True)
        for seat, hand in enumerate(self.hands):
            y = self.head + seat * self.step
            canvas.text(SIGN, y, seat_sign(seat), seat_ink(seat), bold=hand.own)
            self._draw(canvas, y, hand, seat_ink(seat))
        return canvas

    def _draw(self, canvas: Canvas, y: int, hand: OpenHand, name_ink: str) -> None:
        ink, room = GOLD if hand.own else DIM, canvas.width - INDENT
        if self.step > 2 and room < ONE_LINE:
            self._draw_name(canvas, y, hand, room, name_ink)
            for place, number in enumerate(hand.cards):
                line, column = divmod(place, HALF)
                canvas.right(INDENT + (column + 1) * COLUMN, y + 1 + line, str(number), ink)
            return
        before, after = split_numbers(hand.cards, room)
        canvas.right(canvas.width, y, before, ink)
        self._draw_name(canvas, y, hand, room - len(before) - bool(before), name_ink)
        canvas.text(INDENT, y + 1, after, ink)

    def _draw_name(self, canvas: Canvas, y: int, hand: OpenHand, room: int, ink: str) -> None:
        room -= NAME - INDENT
        if hand.picks:
            canvas.text(0, y, POINTER, GOLD, bold=True)
        sign = AWAY if hand.away else BOT if hand.bot else ""
        said = phrases.reaction(hand.reaction) if hand.reaction else hand.name
        tight = cell_len(said) + 2 > room
        name = truncate(said, room - bool(sign))
        after = canvas.text(NAME, y, name, GOLD if hand.reaction else ink, bold=hand.own or hand.picks)
        canvas.text(after + (not tight), y, sign, RED if hand.away else DIM)


def split_numbers(cards: tuple[int, ...], room: int) -> tuple[str, str]:
    """The numbers in two texts, the second as long as it may be in so many cells."""
    numbers = [str(number) for number in cards]
    first = 0
    while len(" ".join(numbers[first:])) > room:
        first += 1
    return " ".join(numbers[:first]), " ".join(numbers[first:])


class DraftHand(CellWidget):
    """The own hand as it grows: ten places, below a heading where there is a line for it."""

    DEFAULT_CSS = "DraftHand { width: 1fr; height: 4; }"

    card_size: reactive[CardSize] = reactive(CARD_TINY)
    hand: reactive[tuple[int, ...] | None] = reactive(None)

    def x_of(self, place: int) -> int:
        """The column of a card, by its place from 0."""
        return 1 + self.card_size.step * place

    def render(self) -> Canvas:
        canvas, size = Canvas(*self.size), self.card_size
        if self.hand is None:
            return canvas
        top = self.size.height - size.lines
        if top:
            canvas.text(1, 0, _("Your hand"), DIM, bold=True)
        for place in range(HAND):
            if place < len(self.hand):
                card.paint_card(canvas, self.x_of(place), top, self.hand[place], size)
            else:
                card.paint_slot(canvas, self.x_of(place), top, size=size)
        return canvas
