"""The medium level looks one turn ahead: how many heads a card is likely to cost at once."""

from math import comb

from sixqp_tui.bots.standin import cheapest_row
from sixqp_tui.engine.cards import ROW_LIMIT, heads_of
from sixqp_tui.engine.rules import landing
from sixqp_tui.engine.view import View


class Medium:
    thinks = False

    def card(self, view: View) -> int:
        unseen = view.unseen
        return min(view.hand, key=lambda card: (_cost(view, unseen, card), -card))

    def row(self, view: View) -> int:
        return cheapest_row(view.table.rows)

    def draft(self, view: View) -> int:
        middle = (min(view.table.deck) + max(view.table.deck)) / 2
        held = set(view.hand)

        def worth(card: int) -> tuple[float, int]:
            beside = len({card - 1, card + 1} & held)
            return abs(card - middle) / middle + beside / 4, card

        return max(view.table.deck, key=worth)


def _cost(view: View, unseen: tuple[int, ...], card: int) -> float:
    rows = view.table.rows
    others = view.table.seats - 1
    _, row = landing(rows, card)
    if row is None:
        return float(heads_of(rows[cheapest_row(rows)]))
    end, room = rows[row][-1], ROW_LIMIT - len(rows[row])
    between = sum(end < other < card for other in unseen) / max(1, len(unseen))
    if room == 0:
        return heads_of(rows[row]) * _exactly(0, others, between)
    average = heads_of(unseen) / max(1, len(unseen))
    return _exactly(room, others, between) * (heads_of(rows[row]) + room * average)


def _exactly(hits: int, tries: int, chance: float) -> float:
    if hits > tries:
        return 0.0
    return comb(tries, hits) * chance**hits * (1 - chance) ** (tries - hits)
