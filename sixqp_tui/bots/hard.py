"""The hard level searches.

It draws many deals that agree with what it has seen, and plays each to the end of the round with sensible
opponents. The deals are the same for each of its candidates.
"""

from random import Random

from sixqp_tui.bots.search.budget import Budget
from sixqp_tui.bots.search.elimination import best_candidate
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.engine.view import View


class Hard:
    """Decides by trying. Its randomness, and how many deals it may try, are given to it."""

    thinks = True

    def __init__(self, rng: Random, budget: Budget) -> None:
        self._rng = rng
        self._budget = budget

    def card(self, view: View) -> int:
        """The card that does best over the deals (3.1)."""
        return best_candidate(view.hand, Rollouts(view, self._rng).cards, self._budget)

    def row(self, view: View) -> int:
        """The row whose taking does best over the deals (3.7)."""
        return best_candidate(range(ROWS), Rollouts(view, self._rng).rows, self._budget)

    def draft(self, view: View) -> int:
        """The card whose taking does best over many ways in which the draft and the round may go on (5.2)."""
        return best_candidate(view.table.deck, Rollouts(view, self._rng).picks, self._budget)
