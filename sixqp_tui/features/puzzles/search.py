"""Decides whether a position is a puzzle, by one rule for shipped and own puzzles."""

from collections.abc import Callable, Sequence
from itertools import chain
from math import sqrt
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sixqp_tui.analysis.judgement import WORTH
from sixqp_tui.analysis.moments import seeded_rng
from sixqp_tui.analysis.reasons import card_reasons
from sixqp_tui.analysis.result import EVIDENCE, Tenths
from sixqp_tui.bots.medium import Medium
from sixqp_tui.bots.opponents.hand_sampler import HandSampler
from sixqp_tui.bots.opponents.model_playouts import ModelPlayouts
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.engine.rules import landing
from sixqp_tui.engine.view import View
from sixqp_tui.features.puzzles.puzzle import Position, Puzzle, Strength, Theme

MIN: Final[Tenths] = 15
"""Least lead of the best card of a puzzle, in what such a difference is worth in play."""
DOUBT: Final = 3
"""Standard errors that the lead must exceed it by."""
CONFIRMING: Final = 1000
"""Deals that confirm a puzzle; the standard error is about a tenth of a head then."""
PROBING: Final = 300
"""Deals that try its best card under another assumption."""


class Lead(Struct, frozen=True):
    """What some deals say about a hand.

    `more` is by card, ascending. `lead` is how much more the second best card costs than `best`, and `error` its
    standard error, both unrounded, over this many `deals`.
    """

    best: int
    more: tuple[Tenths, ...]
    lead: float
    error: float
    deals: int

    @property
    def clear(self) -> bool:
        return self.lead - DOUBT * self.error >= MIN

    @property
    def hopeless(self) -> bool:
        """Whether the lead would be unclear even if it were a standard error larger."""
        remaining = self.error * sqrt(min(1, self.deals / CONFIRMING))
        return self.lead + self.error - DOUBT * remaining < MIN

    @property
    def evident(self) -> bool:
        return self.lead - DOUBT * self.error >= EVIDENCE


class Measurement:
    """Measures the cards of a hand with more and more deals, the same for every card.

    The other players weigh what each card is expected to cost. If they are `strong`, they play like the levels that
    search, and their hands explain what they have played.
    """

    def __init__(self, view: View, purpose: str = "puzzle", *, strong: bool = False) -> None:
        rng = seeded_rng(view, purpose)
        others, playouts = (HandSampler(view, rng), ModelPlayouts(view, rng)) if strong else (None, None)
        self._hand = view.hand
        self._rollouts = Rollouts(view, rng, lambda heads: heads[view.seat or 0], others, playouts)
        self._losses: list[tuple[int, ...]] = []

    def lead(self, deals: int) -> Lead:
        """At least two deals."""
        while len(self._losses) < deals:
            self._losses.append(tuple(int(loss) for loss in self._rollouts.cards(self._hand)))
        sums = [sum(losses) for losses in zip(*self._losses, strict=True)]
        best = min(range(len(sums)), key=sums.__getitem__)
        scale, number = 10 * WORTH, len(self._losses)
        second = min((at for at in range(len(sums)) if at != best), key=sums.__getitem__)
        more = tuple(round(scale * (total - sums[best]) / number) for total in sums)
        lead = float(scale * (sums[second] - sums[best]) / number)
        return Lead(self._hand[best], more, lead, float(scale) * self._error(best, second), number)

    def _error(self, best: int, second: int) -> float:
        """In integers up to one division and one root."""
        excess = [losses[second] - losses[best] for losses in self._losses]
        number = len(excess)
        spread = number * sum(value * value for value in excess) - sum(excess) ** 2
        return sqrt(spread / (number**2 * (number - 1)))


def holds(view: View, best: int, purpose: str = "probe") -> bool:
    """Whether this card leads against strong players too, whichever of equally cheap rows is taken (8.1)."""
    upside_down = replace(view, table=replace(view.table, rows=view.table.rows[::-1]))
    probes = Measurement(upside_down, purpose), Measurement(view, purpose, strong=True)
    return all(lead.best == best and lead.evident for lead in (probe.lead(PROBING) for probe in probes))


LAST_CARDS = 3


def theme_of(view: View, best: int, more: Sequence[Tenths]) -> Theme | None:
    """None if no theme fits. It may take some tenths of a second."""
    variant = view.table.rules.variant
    if variant != "classic":
        return variant
    if _is_counted(view, best, more):
        return "counting"
    if len(view.hand) <= LAST_CARDS:
        return "last three"
    if landing(view.table.rows, best).row is None:
        return "too low"
    tempting = min((at for at, card in enumerate(view.hand) if card != best), key=more.__getitem__)
    reasons = card_reasons(view, best)
    kinds = {reasons[best].kind, reasons[view.hand[tempting]].kind}
    return "sixth card" if kinds & {"sixth", "filled"} else None


def _is_counted(view: View, best: int, more: Sequence[Tenths]) -> bool:
    without = Measurement(_forgetful(view)).lead(CONFIRMING)
    return without.best != best or 3 * (without.lead + without.error) < 2 * sorted(more)[1]


def _forgetful(view: View) -> View:
    table = view.table
    return replace(view, table=replace(table, seen=frozenset(chain.from_iterable(table.rows))))


def strength_of(view: View, best: int) -> Strength:
    found = (_nearest(view) == best) + (Medium().card(view) == best)
    return 1 if found == 2 else 2 if found else 3


def _nearest(view: View) -> int:
    ends = [row[-1] for row in view.table.rows]
    return min(view.hand, key=lambda card: min((card - end for end in ends if end < card), default=105))


SCREENING: Final = (16, 48, 160, 400)
"""Numbers of deals after which a hopeless position is given up."""


def find_puzzle(view: View, position: Position, wanted: Callable[[int], bool] = lambda best: True) -> Puzzle | None:
    """None if no wanted card leads clearly, or no theme fits. It may take two seconds."""
    measurement = Measurement(view)
    for deals in (*SCREENING, CONFIRMING):
        lead = measurement.lead(deals)
        if lead.hopeless or not wanted(lead.best):
            return None
    theme = theme_of(view, lead.best, lead.more) if lead.clear and holds(view, lead.best) else None
    return Puzzle(theme, strength_of(view, lead.best), lead.more, position) if theme else None
