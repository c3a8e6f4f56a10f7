"""Which row to take for a card that is too low: the house rule of 8.1, which the simpler bots share."""

from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.rules import Rows


def cheapest_row(rows: Rows) -> int:
    """The row (0 to 3) with the fewest heads, then the shortest, then the topmost (8.1)."""
    return min(range(len(rows)), key=lambda row: (heads_of(rows[row]), len(rows[row]), row))
