"""Decides whether a position is a puzzle: one rule for the shipped puzzles and for those of own games."""

from collections.abc import Sequence
from itertools import chain
from math import sqrt
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sixqp_tui.analysis.judgement import WORTH
from sixqp_tui.analysis.moments import seeded_rng
from sixqp_tui.analysis.reasons import card_reasons
from sixqp_tui.analysis.result import Tenths
from sixqp_tui.bots.medium import Medium
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.engine.rules import landing
from sixqp_tui.engine.view import View
from sixqp_tui.features.puzzles.puzzle import Position, Puzzle, Strength, Theme

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


LAST_CARDS = 3


def theme_of(view: View, best: int, more: Sequence[Tenths]) -> Theme | None:
    """The theme of a position with this best card; None where it fits none. It may take some tenths of a second."""
    variant = view.table.rules.variant
    if variant != "classic":
        return variant
    if _is_counted(view, best):
        return "counting"
    if len(view.hand) <= LAST_CARDS:
        return "last three"
    if landing(view.table.rows, best).row is None:
        return "too low"
    tempting = min((at for at, card in enumerate(view.hand) if card != best), key=more.__getitem__)
    reasons = card_reasons(view, best)
    kinds = {reasons[best].kind, reasons[view.hand[tempting]].kind}
    return "sixth card" if kinds & {"sixth", "filled"} else None


def _is_counted(view: View, best: int) -> bool:
    """Whether the lead is there only for who knows which cards have been seen."""
    without = Measurement(_forgetful(view)).lead(CONFIRMING)
    return without.best != best or without.hopeless


def _forgetful(view: View) -> View:
    """What is known to a player who looks at the hand and the rows, and has forgotten all cards that are gone."""
    table = view.table
    return replace(view, table=replace(table, seen=frozenset(chain.from_iterable(table.rows))))


def strength_of(view: View, best: int) -> Strength:
    """How many of two simple ways to play find the best card: both, one, or none."""
    found = (_nearest(view) == best) + (Medium().card(view) == best)
    return 1 if found == 2 else 2 if found else 3


def _nearest(view: View) -> int:
    """The card that lies closest behind an end, as a beginner would lay it."""
    ends = [row[-1] for row in view.table.rows]
    return min(view.hand, key=lambda card: min((card - end for end in ends if end < card), default=105))


SCREENING: Final = (16, 48, 160)
"""Deals after which a position is given up that hardly is a puzzle."""


def find_puzzle(view: View, position: Position) -> Puzzle | None:
    """The puzzle of this position, which its seat sees so; None where no card leads clearly, or no theme fits.

    Pure, and slow: it may take a second.
    """
    measurement = Measurement(view)
    if any(measurement.lead(deals).hopeless for deals in SCREENING):
        return None
    lead = measurement.lead(CONFIRMING)
    theme = theme_of(view, lead.best, lead.more) if lead.clear else None
    return Puzzle(theme, strength_of(view, lead.best), lead.more, position) if theme else None
