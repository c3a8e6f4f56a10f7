"""The easy level plays like a beginner: close behind a row's end, however full the row is."""

from random import Random

from sixqp_tui.engine.cards import HEADS
from sixqp_tui.engine.view import View

_EPSILON = 0.25
"""The probability of a random card."""


class Easy:
    thinks = False

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def card(self, view: View) -> int:
        if self._rng.random() < _EPSILON:
            return self._rng.choice(view.hand)
        ends = [row[-1] for row in view.table.rows]
        return min(view.hand, key=lambda card: min((card - end for end in ends if end < card), default=105))

    def row(self, view: View) -> int:
        rows = view.table.rows
        return min(range(len(rows)), key=lambda row: (len(rows[row]), self._rng.random()))

    def draft(self, view: View) -> int:
        return min(view.table.deck, key=lambda card: (HEADS[card], self._rng.random()))
