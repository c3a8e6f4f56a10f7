"""What the others lay if every hand is known, as in the draft (5.2): strong ones lay what their search finds."""

from random import Random

from sixqp_tui.bots.opponents.hand_sampler import HandSampler
from sixqp_tui.bots.search.elimination import Elimination
from sixqp_tui.bots.search.heuristics import Hands
from sixqp_tui.bots.search.integer_rows import SEATS
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.engine.view import View

_AHEAD = 8
"""Deals that each other seat tries before the first deal here; fewer say little."""


class SearchingOthers:
    """What the others lay at a moment when every hand is known and has a card.

    Each other seat searches like the hard level, from its own view, one deal more for every deal here: the longer
    our search takes, the better it knows what they lay. A seat that seems strong lays what its search finds, and
    any other what its type likes. What a seat has laid so far reveals its type.
    """

    def __init__(self, view: View, rng: Random) -> None:
        self._rng, self._sampler = rng, HandSampler(view, rng)
        self._searches = {
            seat: (Elimination(hand), Rollouts(View(seat, view.table), rng).cards)
            for seat, hand in enumerate(view.table.hands)
            if hand and seat != view.seat
        }
        self._due = _AHEAD

    def next(self) -> Hands:
        return self._sampler.next()

    def lay(self, hands: Hands) -> list[int]:
        plays = []
        for seat, (search, trial) in self._searches.items():
            for _ in range(self._due):
                search.run(trial)
            if self._sampler.type_of(seat).strong:
                card = search.draw(self._rng)
                hands[seat].remove(card)
            else:
                card = self._sampler.lay_card(seat, hands[seat])
            plays.append(card * SEATS + seat)
        self._due = 1
        plays.sort()
        return plays
