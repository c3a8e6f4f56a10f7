"""The hard level searches.

It draws deals consistent with what it has seen, the same for all candidates, and plays each to the end of the round
with sensible opponents.
"""

from random import Random

from sixqp_tui.bots.search.budget import Budget
from sixqp_tui.bots.search.elimination import best_candidate
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.engine.view import View


class Hard:
    thinks = True

    def __init__(self, rng: Random, budget: Budget) -> None:
        self._rng = rng
        self._budget = budget

    def card(self, view: View) -> int:
        return best_candidate(view.hand, lambda: Rollouts(view, self._rng).cards, self._budget)

    def row(self, view: View) -> int:
        return best_candidate(range(ROWS), lambda: Rollouts(view, self._rng).rows, self._budget)

    def draft(self, view: View) -> int:
        return best_candidate(view.table.deck, lambda: Rollouts(view, self._rng).picks, self._budget)
