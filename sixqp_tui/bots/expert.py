"""The expert level searches as the hard one does, and reads what was laid before.

It draws hands that explain what the others have laid in this round, and expects of each what a player of its kind
would lay now. Where it knows all hands, it searches for the others too.
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
    """Decides by trying. Its randomness, and how many deals it may try, are given to it."""

    thinks = True

    def __init__(self, rng: Random, budget: Budget) -> None:
        self._rng = rng
        self._budget = budget

    def card(self, view: View) -> int:
        """The card that does best over the deals (3.1)."""
        if len(view.hand) == 1:
            return view.hand[0]
        if _known_hands(view):
            rollouts = Rollouts(view, self._rng, others=SearchingOthers(view, self._rng))
        else:
            rollouts = self._rollouts(view)
        return best_candidate(view.hand, rollouts.cards, self._budget)

    def row(self, view: View) -> int:
        """The row whose taking does best over the deals (3.7)."""
        rollouts = Rollouts(view, self._rng) if _known_hands(view) else self._rollouts(view)
        return best_candidate(range(ROWS), rollouts.rows, self._budget)

    def draft(self, view: View) -> int:
        """The card whose taking does best over many ways in which the draft and the round may go on (5.2)."""
        return best_candidate(view.table.deck, Rollouts(view, self._rng).picks, self._budget)

    def _rollouts(self, view: View) -> Rollouts:
        others = HandSampler(view, self._rng)
        return Rollouts(view, self._rng, others=others, playouts=_LikelyPlayouts(view, self._rng, others))


def _known_hands(view: View) -> bool:
    return None not in view.table.hands


class _LikelyPlayouts:
    """The round goes on as among strong players as often as others are taken for such, else by what is sensible."""

    def __init__(self, view: View, rng: Random, others: HandSampler) -> None:
        self._others = others
        self._strong, self._sensible = ModelPlayouts(view, rng), SensiblePlayouts(view, rng)

    def draw(self) -> Playout:
        return (self._strong if self._others.draw_type().strong else self._sensible).draw()
