"""By how much the best card of a hand leads, and how well that is known."""

from math import sqrt
from typing import Final

from msgspec import Struct

from sixqp_tui.analysis.judgement import WORTH
from sixqp_tui.analysis.result import Tenths
from sixqp_tui.analysis.rng import seeded_rng
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.engine.view import View

MIN: Final[Tenths] = 20
"""What the best card of a puzzle leads by at least, in what such a difference is worth in play."""
DOUBT: Final = 3
"""Standard errors by which it must do so."""
CONFIRMING: Final = 1000
"""Deals that a puzzle must show a clear lead over: its standard error is about a tenth of a head then."""


class Lead(Struct, frozen=True):
    """What a number of deals says of a hand: the best card, and by how much the next best costs more.

    `more` is by card of the hand, ascending. `lead` and its standard error `error` are in tenths too, unrounded.
    """

    best: int
    more: tuple[Tenths, ...]
    lead: float
    error: float

    @property
    def clear(self) -> bool:
        return self.lead - DOUBT * self.error >= MIN

    @property
    def hopeless(self) -> bool:
        return self.lead + self.error < MIN


class Measurement:
    """Measures the cards of a hand over more and more deals, the same for every card."""

    def __init__(self, view: View, purpose: str = "puzzle") -> None:
        self._hand = view.hand
        self._rollouts = Rollouts(view, seeded_rng(view, purpose), lambda heads: heads[view.seat or 0])
        self._losses: list[tuple[int, ...]] = []

    def lead(self, deals: int) -> Lead:
        """The lead over so many deals in all; two at least."""
        while len(self._losses) < deals:
            self._losses.append(tuple(int(loss) for loss in self._rollouts.cards(self._hand)))
        sums = [sum(losses) for losses in zip(*self._losses, strict=True)]
        best = min(range(len(sums)), key=sums.__getitem__)
        scale, number = 10 * WORTH, len(self._losses)
        second = min((at for at in range(len(sums)) if at != best), key=sums.__getitem__)
        more = tuple(round(scale * (total - sums[best]) / number) for total in sums)
        lead = float(scale * (sums[second] - sums[best]) / number)
        return Lead(self._hand[best], more, lead, float(scale) * self._error(best, second))

    def _error(self, best: int, second: int) -> float:
        """The standard error of the second's excess: whole numbers up to one division and one root."""
        excess = [losses[second] - losses[best] for losses in self._losses]
        number = len(excess)
        spread = number * sum(value * value for value in excess) - sum(excess) ** 2
        return sqrt(spread / (number**2 * (number - 1)))
