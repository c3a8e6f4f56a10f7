"""What a position is about, and how hard it is: found out of the position itself."""

from collections.abc import Sequence

from sixqp_tui.bots.medium import Medium
from sixqp_tui.engine.cards import ROW_LIMIT
from sixqp_tui.engine.rules import landing
from sixqp_tui.engine.view import View
from sixqp_tui.puzzles.puzzle import Strength, Theme
from sixqp_tui.review.reasons import card_reasons
from sixqp_tui.review.result import Tenths

LAST_CARDS = 3


def theme_of(view: View, best: int, more: Sequence[Tenths]) -> Theme | None:
    """The theme of a position with this best card; None where it fits none."""
    variant = view.table.rules.variant
    if variant != "classic":
        return variant
    if len(view.hand) <= LAST_CARDS:
        return "last three"
    row = landing(view.table.rows, best).row
    if row is None:
        return "too low"
    if _is_counted(view, best, row):
        return "counting"
    tempting = min((at for at, card in enumerate(view.hand) if card != best), key=more.__getitem__)
    reasons = card_reasons(view, best)
    kinds = {reasons[best].kind, reasons[view.hand[tempting]].kind}
    return "sixth card" if kinds & {"sixth", "filled"} else None


def _is_counted(view: View, card: int, row: int) -> bool:
    """Whether so few cards before this one are unseen that it cannot become the sixth, and only a count tells."""
    held = view.table.rows[row]
    room = ROW_LIMIT - len(held)
    between = range(held[-1] + 1, card)
    unseen = len(set(between) & set(view.unseen))
    others = view.table.seats - 1
    return 0 < room <= others and unseen < room <= len(between)


def strength_of(view: View, best: int) -> Strength:
    """How many of two simple ways to play find the best card: both, one, or none."""
    found = (_nearest(view) == best) + (Medium().card(view) == best)
    return 1 if found == 2 else 2 if found else 3


def _nearest(view: View) -> int:
    """The card that lies closest behind an end, as a beginner would lay it."""
    ends = [row[-1] for row in view.table.rows]
    return min(view.hand, key=lambda card: min((card - end for end in ends if end < card), default=105))
