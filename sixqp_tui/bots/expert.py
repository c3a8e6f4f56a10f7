"""The expert level searches like the hard one, and draws conclusions from what was laid before.

It draws hands that explain what the others have laid in this round, and expects each to lay what a player of its
type would. If all hands are known, it searches for the others too.
"""

from random import Random

from sixqp_tui.bots.opponents.hand_sampler import HandSampler
from sixqp_tui.bots.opponents.model_playouts import ModelPlayouts
from sixqp_tui.bots.opponents.searching_others import SearchingOthers
from sixqp_tui.bots.search.budget import Budget
from sixqp_tui.bots.search.elimination import best_candidate
from sixqp_tui.bots.search.rollouts import Playout, Rollouts, SensiblePlayouts
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.engine.view import View


class Expert:
    thinks = True

    def __init__(self, rng: Random, budget: Budget) -> None:
        self._rng = rng
        self._budget = budget

    def card(self, view: View) -> int:
        if len(view.hand) == 1:
            return view.hand[0]
        if _known_hands(view):
            rollouts = Rollouts(view, self._rng, others=SearchingOthers(view, self._rng))
        else:
            rollouts = self._rollouts(view)
        return best_candidate(view.hand, rollouts.cards, self._budget)

    def row(self, view: View) -> int:
        rollouts = Rollouts(view, self._rng) if _known_hands(view) else self._rollouts(view)
        return best_candidate(range(ROWS), rollouts.rows, self._budget)

    def draft(self, view: View) -> int:
        return best_candidate(view.table.deck, Rollouts(view, self._rng).picks, self._budget)

    def _rollouts(self, view: View) -> Rollouts:
        others = HandSampler(view, self._rng)
        return Rollouts(view, self._rng, others=others, playouts=_LikelyPlayouts(view, self._rng, others))


def _known_hands(view: View) -> bool:
    return None not in view.table.hands


class _LikelyPlayouts:
    """Playouts by strong players as often as the others seem strong, else by sensible ones."""

    def __init__(self, view: View, rng: Random, others: HandSampler) -> None:
        self._others = others
        self._strong, self._sensible = ModelPlayouts(view, rng), SensiblePlayouts(view, rng)

    def draw(self) -> Playout:
        return (self._strong if self._others.draw_type().strong else self._sensible).draw()
