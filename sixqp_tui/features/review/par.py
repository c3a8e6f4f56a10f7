"""What sensible play loses with a hand that was dealt."""

from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from sixqp_protocol.facts import Variant
from sixqp_tui.analysis.moments import Deal
from sixqp_tui.analysis.result import Tenths
from sixqp_tui.analysis.rng import seeded_rng
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.engine.cards import HAND


class Par(Struct, frozen=True):
    """What a seat was expected to lose in a round: on average of all hands, and how much more with its own."""

    seat: int
    round: int
    average: Tenths
    luck: Tenths


class _Usual(NamedTuple):
    """At a table of so many: heads a round in tenths, of the hard level and of a playout by sense alone.

    `worth` is how many percent of what a hand costs in playouts by sense it costs the hard level too.
    """

    hard: Tenths
    sense: Tenths
    worth: int


_DEFAULT: dict[Variant, dict[int, _Usual]] = {
    "classic": {
        2: _Usual(62, 97, 24), 3: _Usual(92, 98, 14), 4: _Usual(106, 98, 15), 6: _Usual(132, 112, 65),
        8: _Usual(141, 125, 65), 10: _Usual(140, 126, 65),
    },
    "tactic": {2: _Usual(60, 92, 24), 4: _Usual(104, 100, 15), 7: _Usual(136, 118, 65), 10: _Usual(140, 126, 65)},
    "draft": {2: _Usual(53, 93, 24), 4: _Usual(102, 92, 15), 7: _Usual(135, 108, 65), 10: _Usual(140, 126, 65)},
}  # fmt: skip
"""By variant and players, as `tests/bench/review_par.py` measures them; what lies between is interpolated.

A strong player plays a bad hand nearly as cheaply as a good one. A playout by sense alone does not, least of all at
small tables: there it is a poor guide, and little of it counts.
"""


def estimate_par(deal: Deal, deals: int) -> Par:
    """What this hand was worth when the rows had started, over so many deals of the other cards. Pure."""
    table = deal.view.table
    assert len(deal.view.hand) == HAND
    usual = _usual(table.rules.variant, table.seats)
    luck = round(Fraction(usual.worth, 100) * (Fraction(10 * sense_heads(deal, deals), deals) - usual.sense))
    return Par(deal.seat, table.round, usual.hard, luck)


def sense_heads(deal: Deal, deals: int) -> int:
    """The heads that this hand loses by sense alone, over so many deals of the other cards together."""
    rollouts = Rollouts(deal.view, seeded_rng(deal.view, "par"), lambda heads: heads[deal.seat])
    return sum(int(rollouts.hand()) for _ in range(deals))


def _usual(variant: Variant, players: int) -> _Usual:
    """The figures for this table: measured, or on the line between the two that are."""
    measured = _DEFAULT[variant]
    if players in measured:
        return measured[players]
    below = max(number for number in measured if number < players)
    above = min(number for number in measured if number > players)
    part = Fraction(players - below, above - below)
    low, high = measured[below], measured[above]
    return _Usual(*(round(one + part * (other - one)) for one, other in zip(low, high, strict=True)))
