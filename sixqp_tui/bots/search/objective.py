"""What a search minimizes: one number for how a round may end."""

from collections.abc import Callable, Sequence

from sixqp_tui.engine.rules import end_reason
from sixqp_tui.engine.view import View

Loss = Callable[[Sequence[int]], float]
_WIN = 3.0
"""How many heads a win is worth."""


def loss_function(view: View) -> Loss:
    """The loss of the view's seat, from the heads of every seat in this round."""
    table = view.table
    seat, totals, seats = view.seat or 0, table.totals, table.seats
    last = end_reason(table.rules, (0,) * seats, table.round) is not None

    def loss(heads: Sequence[int]) -> float:
        return heads[seat]

    def last_loss(heads: Sequence[int]) -> float:
        """In the last round it counts a little too who wins the game (4.4)."""
        sums = [total + taken for total, taken in zip(totals, heads, strict=True)]
        least = min(sums)
        won = 1 / sums.count(least) if sums[seat] == least else 0.0
        return heads[seat] - _WIN * won

    return last_loss if last else loss
