"""The hard level searches.

It draws deals whose hands explain what the others have played in this round, the same for all candidates, and plays
each to the end of the round. It expects each of the others to play like their type. If all hands are known, it
searches for the others too.
"""

from random import Random

from sixqp_tui.bots.opponents.hand_sampler import HandSampler
from sixqp_tui.bots.opponents.model_playouts import ModelPlayouts
from sixqp_tui.bots.search.budget import Budget
from sixqp_tui.bots.search.elimination import Elimination, Trial, best_candidate
from sixqp_tui.bots.search.heuristics import Hands
from sixqp_tui.bots.search.integer_rows import SEATS
from sixqp_tui.bots.search.rollouts import Loss, Playout, Rollouts, SensiblePlayouts
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.engine.view import View


class Hard:
    thinks = True

    def __init__(self, rng: Random, budget: Budget) -> None:
        self._rng = rng
        self._budget = budget

    def card(self, view: View) -> int:
        def prepare() -> Trial:
            if _known_hands(view):
                return Rollouts(view, self._rng, others=SearchingOthers(view, self._rng)).cards
            return likely_rollouts(view, self._rng).cards

        return best_candidate(view.hand, prepare, self._budget)

    def row(self, view: View) -> int:
        def prepare() -> Trial:
            return (Rollouts if _known_hands(view) else likely_rollouts)(view, self._rng).rows

        return best_candidate(range(ROWS), prepare, self._budget)

    def draft(self, view: View) -> int:
        return best_candidate(view.table.deck, lambda: Rollouts(view, self._rng).picks, self._budget)


def likely_rollouts(view: View, rng: Random, loss: Loss | None = None) -> Rollouts:
    others = HandSampler(view, rng)
    return Rollouts(view, rng, loss, others, _LikelyPlayouts(view, rng, others))


def _known_hands(view: View) -> bool:
    return None not in view.table.hands


class _LikelyPlayouts:
    def __init__(self, view: View, rng: Random, others: HandSampler) -> None:
        self._others = others
        self._strong, self._sensible = ModelPlayouts(view, rng), SensiblePlayouts(view, rng)

    def draw(self) -> Playout:
        return (self._strong if self._others.draw_type().strong else self._sensible).draw()


_AHEAD = 8
"""Deals that each other seat tries before the first deal here."""


class SearchingOthers:
    """What the others play when every hand is known.

    Each other seat searches too, one more deal for every deal here. A seat that seems strong plays
    what its search finds, and any other what its type likes.
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
