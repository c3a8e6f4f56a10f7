"""What each option was likely to do in its own turn."""

from collections import Counter

from sixqp_tui.analysis.moments import seeded_rng
from sixqp_tui.analysis.result import Reason, ReasonKind
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.bots.standin import cheapest_row
from sixqp_tui.engine.cards import ROW_LIMIT, heads_of
from sixqp_tui.engine.rules import Effect, Rows, landing
from sixqp_tui.engine.view import View

DEALS = 100
"""The deals behind "in 63 of 100 deals"."""
_TELLING = DEALS // 2
"""Heads over all deals that are worth naming: half a head per deal."""


def card_reasons(view: View, best: int) -> dict[int, Reason]:
    rollouts = Rollouts(view, seeded_rng(view, "reasons"))
    outcomes = {card: _Outcomes(view.table.rows, card) for card in view.hand}
    for _ in range(DEALS):
        rows, others, at = view.table.rows, rollouts.others(), 0
        for card in view.hand:
            while at < len(others) and others[at] < card:
                rows = _placed(rows, others[at])
                at += 1
            outcomes[card].count(rows)
    return {
        card: each.reason(each.usual() if card == best else each.costliest()) for card, each in outcomes.items()
    }


def row_reasons(rows: Rows) -> dict[int, Reason]:
    return {at: Reason("row", at, 0, DEALS, DEALS, 10 * heads_of(row)) for at, row in enumerate(rows)}


class _Outcomes:
    def __init__(self, rows: Rows, card: int) -> None:
        self._card = card
        self._row = landing(rows, card).row
        self._place = 0 if self._row is None else len(rows[self._row]) + 1
        self._times: Counter[ReasonKind] = Counter()
        self._heads: Counter[ReasonKind] = Counter()
        self._filled: Counter[int] = Counter()

    def count(self, rows: Rows) -> None:
        effect, row = landing(rows, self._card)
        if row is None:
            self._add("too low", heads_of(rows[cheapest_row(rows)]))
        elif effect is Effect.APPENDS:
            self._add("safe", 0)
        elif row == self._row and self._place > ROW_LIMIT:
            self._add("sixth", heads_of(rows[row]))
        else:
            self._add("filled", heads_of(rows[row]))
            self._filled[row] += 1

    def _add(self, kind: ReasonKind, heads: int) -> None:
        self._times[kind] += 1
        self._heads[kind] += heads

    def usual(self) -> ReasonKind:
        return min(self._times, key=lambda kind: (-self._times[kind], kind))

    def costliest(self) -> ReasonKind:
        kind = min(self._heads, key=lambda kind: (-self._heads[kind], kind))
        return kind if self._heads[kind] >= _TELLING else "safe"

    def reason(self, kind: ReasonKind) -> Reason:
        times = self._times[kind]
        row = min(self._filled, key=lambda row: (-self._filled[row], row)) if kind == "filled" else self._row
        heads = round(10 * self._heads[kind] / times) if times else 0
        return Reason(kind, row, self._place, times, DEALS, heads)


def _placed(rows: Rows, card: int) -> Rows:
    """The rows after another player's card; if it is too low, it takes the cheapest row (8.1)."""
    effect, row = landing(rows, card)
    if row is None:
        row = cheapest_row(rows)
    held = (*rows[row], card) if effect is Effect.APPENDS else (card,)
    return (*rows[:row], held, *rows[row + 1 :])
