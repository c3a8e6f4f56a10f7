"""The careful stand-in that decides for an absent player (8.1)."""

from sixqp_tui.engine.cards import HEADS, ROW_LIMIT, heads_of
from sixqp_tui.engine.rules import Effect, Rows, landing
from sixqp_tui.engine.view import View

thinks = False


def card(view: View) -> int:
    """The card that endangers the seat least (3.1). The hand must not be empty."""
    unseen = view.unseen
    return min(view.hand, key=lambda held: (*_danger(view, unseen, held), held))


def row(view: View) -> int:
    return cheapest_row(view.table.rows)


def draft(view: View) -> int:
    return min(view.table.deck, key=lambda open_card: (HEADS[open_card], -open_card))


def _danger(view: View, unseen: tuple[int, ...], held: int) -> tuple[int, int]:
    rows = view.table.rows
    effect, target = landing(rows, held)
    if target is None:
        return heads_of(rows[cheapest_row(rows)]), 0
    cost = heads_of(rows[target])
    if effect is Effect.TAKES_FULL_ROW:
        return cost, 0
    between = sum(rows[target][-1] < other < held for other in unseen)
    others = min(between, view.table.seats - 1)
    return (cost if others >= ROW_LIMIT - len(rows[target]) else 0), between


def cheapest_row(rows: Rows) -> int:
    """The row (0 to 3) with the fewest heads, then the shortest, then the topmost (8.1)."""
    return min(range(len(rows)), key=lambda row: (heads_of(rows[row]), len(rows[row]), row))
