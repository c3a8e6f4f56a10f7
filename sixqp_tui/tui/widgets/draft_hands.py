"""The hands of the draft: everybody's, as lines of numbers, and the own one as cards."""

from typing import NamedTuple

from textual.reactive import reactive
from textual.widget import Widget

from sixqp_tui.engine.cards import HAND
from sixqp_tui.i18n import words_table as words
from sixqp_tui.tui.glyphs import AWAY, BOT, POINTER
from sixqp_tui.tui.theme import DIM, GOLD, INK, RED
from sixqp_tui.tui.widgets import card
from sixqp_tui.tui.widgets.canvas import Canvas, fitting

A_LINE = 5  # cards that stand on one line of a hand
CARD = 4


class OpenHand(NamedTuple):
    """A player's public hand; `picks` says that this player is to take a card now."""

    name: str
    cards: tuple[int, ...]
    own: bool = False
    bot: bool = False
    away: bool = False
    picks: bool = False


class DraftHands(Widget):
    """Everybody's hand, by seat; for ten players two lines each."""

    DEFAULT_CSS = "DraftHands { width: 25; height: 20; } DraftHands.-many { width: 27; }"
    ALLOW_SELECT = False

    hands: reactive[tuple[OpenHand, ...]] = reactive(())

    def watch_hands(self) -> None:
        """Many hands need more room."""
        self.set_class(len(self.hands) > 6, "-many")

    def render(self) -> Canvas:
        """The hands, painted."""
        canvas = Canvas(*self.size)
        many = len(self.hands) > 6
        step = 4 if len(self.hands) < 6 else 3 if not many else 2
        head = 0 if many else 1
        if self.hands and head:
            canvas.text(2, 0, words.hands(), DIM, bold=True)
        for place, hand in enumerate(self.hands):
            top = head + place * step
            self._draw_name(canvas, top, hand, 6 if many else 14)
            lines = (hand.cards[:A_LINE], hand.cards[A_LINE:])
            for y, cards in enumerate(lines, top if many else top + 1):
                for x, number in enumerate(cards):
                    canvas.right((11 if many else 6) + x * CARD, y, str(number), GOLD if hand.own else DIM)
        return canvas

    def _draw_name(self, canvas: Canvas, y: int, hand: OpenHand, room: int) -> None:
        ink = GOLD if hand.own else INK
        if hand.picks:
            canvas.text(0, y, POINTER, GOLD, bold=True)
        sign = AWAY if hand.away else BOT if hand.bot else ""
        after = canvas.text(2, y, fitting(hand.name, room - bool(sign)), ink, bold=hand.own or hand.picks)
        canvas.text(after if room < 10 else after + 1, y, sign, RED if hand.away else DIM)


class DraftHand(Widget):
    """The own hand as it grows: ten places."""

    DEFAULT_CSS = "DraftHand { width: 1fr; height: 4; } DraftHand.-dense { height: 3; }"
    ALLOW_SELECT = False

    hand: reactive[tuple[int, ...] | None] = reactive(None)

    def render(self) -> Canvas:
        """The hand, painted; nothing for somebody who looks on."""
        canvas = Canvas(*self.size)
        if self.hand is None:
            return canvas
        top = self.size.height - card.LINES
        if top:
            canvas.text(1, 0, words.your_hand(), DIM, bold=True)
        for place in range(HAND):
            x = 1 + place * (CARD + 1)
            if place < len(self.hand):
                card.card(canvas, x, top, self.hand[place], CARD)
            else:
                card.slot(canvas, x, top, width=CARD)
        return canvas
