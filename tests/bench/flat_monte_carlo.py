"""The flat Monte Carlo player, by which published bots of this game are measured.

It tries each of its cards in 100 random completions of the round, and plays the one that cost it least.

`python tests/bench/flat_monte_carlo.py [PRECISION] [DEALS]`: the hard level, with at most this many deals a
decision, against three of them, until the difference is known within PRECISION heads a round. The usual number of
deals takes as long a move as their completions do. Par is 25 % of the wins.
"""

import sys
from random import Random

from sixqp_tui.bots.search.integer_rows import SEATS, integer_rows
from sixqp_tui.bots.standin import cheapest_row
from sixqp_tui.engine.cards import HAND, ROWS
from sixqp_tui.engine.view import View
from tools.arena import Entrant, entrant, lines, play

COMPLETIONS = 100
DEFAULT = (0.1, 80.0)
PLAYERS = 4


class FlatMonteCarlo:
    """Knows the cards that are out, as the search of the game's own bots does, and places them as fast."""

    thinks = False

    def __init__(self, rng: Random, completions: int = COMPLETIONS) -> None:
        self._rng = rng
        self._completions = completions

    def card(self, view: View) -> int:
        """The card with the least heads over its completions; each card has completions of its own."""
        completion = _Completion(view, self._rng)
        return min(view.hand, key=lambda card: sum(completion.heads(card) for _ in range(self._completions)))

    def row(self, view: View) -> int:
        return cheapest_row(view.table.rows)

    def draft(self, view: View) -> int:
        """Any card whose taking costs least over random completions of the draft and the round."""
        tries = max(1, self._completions // len(view.table.deck))
        return min(view.table.deck, key=lambda card: sum(self._drafted(view, card) for _ in range(tries)))

    def _drafted(self, view: View, card: int) -> int:
        seats, heads = view.table.seats, [0] * view.table.seats
        rest = [open_card for open_card in view.table.deck if open_card != card]
        self._rng.shuffle(rest)
        rows = integer_rows(tuple((start,) for start in rest[-ROWS:]))
        hands = [list(hand or ()) for hand in view.table.hands]
        for later, picked in enumerate((card, *rest[:-ROWS])):
            hands[((view.seat or 0) + later) % seats].append(picked)
        for hand in hands:
            self._rng.shuffle(hand)
        for turn in range(HAND):
            rows.place(sorted(hand[turn] * SEATS + by for by, hand in enumerate(hands)), heads)
        return heads[view.seat or 0]


class _Completion:
    """The round of a view, completed by lot."""

    def __init__(self, view: View, rng: Random) -> None:
        seats = range(view.table.seats)
        self._rng = rng
        self._seat, self._hand, self._rows = view.seat or 0, view.hand, integer_rows(view.table.rows)
        self._known = [view.hand if seat == view.seat else view.table.hands[seat] for seat in seats]
        self._unseen = view.unseen

    def heads(self, card: int) -> int:
        """The heads that this seat still takes when it plays this card, and everything after it goes by lot."""
        rows, taken, size = self._rows.copy(), [0] * len(self._known), len(self._hand)
        hidden = self._rng.sample(self._unseen, size * self._known.count(None))
        hands = [
            self._rng.sample(hand, size) if hand else [hidden.pop() for _ in range(size)] for hand in self._known
        ]
        own = hands[self._seat]
        own.remove(card)
        own.insert(0, card)
        for cards in zip(*hands, strict=True):
            rows.place(sorted(played * SEATS + seat for seat, played in enumerate(cards)), taken)
        return taken[self._seat]


def main() -> None:
    """Print the figures."""
    precision, most = [*map(float, sys.argv[1:]), *DEFAULT[len(sys.argv) - 1 :]]
    entrants = (entrant("hard", int(most)), *(Entrant("flat", FlatMonteCarlo),) * (PLAYERS - 1))
    played, _stopped = play(entrants, "classic", "flat", precision)
    print(*lines(played), sep="\n")


if __name__ == "__main__":
    main()
