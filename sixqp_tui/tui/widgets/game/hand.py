"""The player's own hand, the figures below it, and open hands."""

from fractions import Fraction
from itertools import zip_longest
from math import ceil
from typing import NamedTuple

from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import reactive

from sixqp_protocol.text import NAME_CELLS
from sixqp_tui.engine.cards import HAND
from sixqp_tui.presentation.view_model import Player, ViewModel
from sixqp_tui.tui.scale import CARD_SMALL, CardSize
from sixqp_tui.tui.theme.glyphs import BACKSPACE, BAR
from sixqp_tui.tui.theme.roles import DIM, GOLD
from sixqp_tui.tui.widgets.common.columns import TextLines, columns
from sixqp_tui.tui.widgets.common.seat_text import player_name
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, Choice, truncate

LEFT = 4
"""The column of the first card, as in the rows."""
LIFT = 1


class HandRow(Choice):
    """The hand in ascending order. A card that has been sent or laid leaves a ghost.

    A card is `sent` until the table answers. Below the cards are their keys while the player is `choosing`, or the
    key that takes the laid card back while it `returns`. A `flat` hand has no lines above and below the cards.
    """

    card_size: reactive[CardSize] = reactive(CARD_SMALL)

    hand: reactive[tuple[int, ...]] = reactive(())
    chosen: reactive[int | None] = reactive(None, repaint=False)
    sent: reactive[int | None] = reactive(None)
    laid: reactive[int | None] = reactive(None)
    choosing = reactive(True)
    returns = reactive(True)
    flat = reactive(False)

    def show(self, model: ViewModel, *, new_turn: bool) -> None:
        """A chosen card stays chosen while it can be played, but not in a new turn."""
        self.hand, self.laid = model.view.hand, model.view.laid
        self.choosing, self.returns = model.prompted == "card", model.may_take_back
        if new_turn or not self.choosing or self.chosen not in self.hand:
            self.chosen = self.sent = None

    def watch_card_size(self) -> None:
        self.fit(self.x_of(HAND), self._lines)

    watch_flat = watch_card_size

    def watch_chosen(self, before: int | None, after: int | None) -> None:
        places = [place for place, number in enumerate(self.shown) if number in (before, after)]
        size = Size(self.card_size.width, self.size.height)
        self.refresh(*(Region(self.x_of(place), 0, *size) for place in places))

    @property
    def shown(self) -> tuple[int, ...]:
        return self.hand if self.laid is None else tuple(sorted((*self.hand, self.laid)))

    def x_of(self, place: int) -> int:
        return LEFT + self.card_size.step * place

    @property
    def looked_at(self) -> int | None:
        return self.pointed_at if self.pointed_at in self.hand else self.chosen

    def draw(self) -> Canvas:
        size = self.card_size
        canvas = Canvas(self.x_of(HAND), self._lines)
        for place, number in enumerate(self.shown):
            self._draw(canvas, place, number, size)
        return canvas

    @property
    def _lines(self) -> int:
        return self.card_size.lines + (0 if self.flat else LIFT + 1)

    def part(self, x: int, y: int) -> int | None:
        place, beside = divmod(x - LEFT, self.card_size.step)
        return self.shown[place] if 0 <= place < len(self.shown) and beside < self.card_size.width else None

    def _draw(self, canvas: Canvas, place: int, number: int, size: CardSize) -> None:
        left, foot, lifted = self.x_of(place), canvas.height - 1, number == self.chosen
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
        key = str((place + 1) % 10) if self.choosing and self.sent is None else ""
        bright = lifted or number == self.pointed_at
        canvas.middle(left, foot, size.width, key, GOLD if bright else DIM, bold=bright)


NUMBERS = 36
"""Cells of the longest hand, 95 to 104, with a gap and the sign of its seat."""
MAX_HANDS_BELOW = 4
"""Hands with a line each below a small table; more stand in two columns."""


class OpenHands(TextLines):
    """A line for each seat; a card that is face down is gold."""

    hands: reactive[tuple[Player, ...]] = reactive((), layout=True)

    def lines(self, width: int) -> list[Content]:
        many = len(self.hands) > MAX_HANDS_BELOW and width >= 2 * NUMBERS
        room = (width - 1) // 2 if many else width
        rows = [(player_name(seat, hand.name, own=hand.own), _cards(hand)) for seat, hand in enumerate(self.hands)]
        lines = columns(rows, "Ll", min(room, NUMBERS + NAME_CELLS + 2), gap=1)
        if not many:
            return lines
        middle = -(-len(lines) // 2)
        return columns(list(zip_longest(lines[:middle], lines[middle:], fillvalue="")), "ll", gap=1)


def _cards(hand: Player) -> Content:
    laid = () if hand.laid is None else (hand.laid,)
    numbers = (
        Content.styled(str(number), "bold $gold" if number == hand.laid else "$ink")
        for number in sorted((*hand.cards, *laid))
    )
    return Content(" ").join(numbers)


class HandFigure(NamedTuple):
    """The figure of a card, and the `share` of the card's width that its bar fills."""

    text: str
    ink: str
    bold: bool
    share: Fraction


class HandFigures(CellWidget):
    """One figure a card, in the columns of the hand; below them the `unit` if it isn't empty."""

    figures: reactive[tuple[HandFigure, ...]] = reactive((), layout=True)
    unit: reactive[str] = reactive("", layout=True)
    card_size: reactive[CardSize] = reactive(CARD_SMALL)

    def watch_card_size(self) -> None:
        self.styles.width = LEFT + self.card_size.step * HAND

    def render(self) -> Canvas:
        size = self.card_size
        canvas = Canvas(LEFT + size.step * HAND, 2 + bool(self.unit))
        canvas.text(LEFT, 2, self.unit, DIM)
        for place, (text, ink, bold, share) in enumerate(self.figures):
            left = LEFT + size.step * place
            canvas.middle(left, 0, size.width, truncate(text, size.width), ink, bold=bold)
            canvas.text(left, 1, BAR * min(size.width, ceil(size.width * share)), ink)
        return canvas
