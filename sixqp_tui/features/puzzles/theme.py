"""What a position is about, and how hard it is: found out of the position itself."""

from collections.abc import Sequence
from itertools import chain

from msgspec.structs import replace

from sixqp_tui.analysis.reasons import card_reasons
from sixqp_tui.analysis.result import Tenths
from sixqp_tui.bots.medium import Medium
from sixqp_tui.engine.rules import landing
from sixqp_tui.engine.view import View
from sixqp_tui.features.puzzles.lead import CONFIRMING, Measurement
from sixqp_tui.features.puzzles.puzzle import Strength, Theme

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
