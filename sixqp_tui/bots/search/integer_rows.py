"""Places cards in plain integers, for searches that do it many thousand times.

A test compares them with `engine.rules`. Rows are in the order of their ends. A row's weight is 32 times its heads,
plus 4 times its length, plus its place from 0: the least weight is the row that `cheapest_row` takes (8.1).
"""

from typing import NamedTuple

from sixqp_tui.engine.cards import HEADS, ROW_LIMIT, heads_of
from sixqp_tui.engine.rules import Rows

WEIGHTS = [32 * heads + 4 for heads in HEADS]
LENGTH = 7 << 2
"""The bits of a weight that hold the number of cards."""
PLACE = 3
"""The bits of a weight that hold the place."""
_FULL = ROW_LIMIT << 2
SEATS = 16
"""A play is 16 times its card plus its seat, so plays sort like cards (3.3)."""


class IntegerRows(NamedTuple):
    """The four rows by rising end: their ends, and their weights. Both lists are mutable."""

    ends: list[int]
    weights: list[int]

    def copy(self) -> "IntegerRows":
        return IntegerRows(self.ends[:], self.weights[:])

    def place(self, plays: list[int], heads: list[int]) -> None:
        """Place these plays, the lowest first, and add up the heads.

        A card that is too low takes the cheapest row, then the shortest, then the topmost (8.1).
        """
        ends, weights = self
        for play in plays:
            card = play // SEATS
            if card < ends[0]:
                at = weights.index(min(weights))
                heads[play % SEATS] += weights[at] >> 5
                self._restart(at, card)
                continue
            at = 3 if card > ends[3] else 2 if card > ends[2] else 1 if card > ends[1] else 0
            weight = weights[at]
            ends[at] = card
            if weight & LENGTH < _FULL:
                weights[at] = weight + WEIGHTS[card]
            else:
                heads[play % SEATS] += weight >> 5
                weights[at] = WEIGHTS[card] | weight & PLACE

    def take(self, end: int, play: int, heads: list[int]) -> None:
        at = self.ends.index(end)
        heads[play % SEATS] += self.weights[at] >> 5
        self._restart(at, play // SEATS)

    def _restart(self, at: int, card: int) -> None:
        place = self.weights[at] & PLACE
        del self.ends[at], self.weights[at]
        self.ends.insert(0, card)
        self.weights.insert(0, WEIGHTS[card] | place)


def integer_rows(rows: Rows) -> IntegerRows:
    ordered = sorted((row[-1], 32 * heads_of(row) + 4 * len(row) + place) for place, row in enumerate(rows))
    return IntegerRows([end for end, _ in ordered], [weight for _, weight in ordered])
