"""The heads that sensible play loses in a round, by variant and players."""

from fractions import Fraction
from typing import NamedTuple

from sixqp_protocol.facts import Variant
from sixqp_tui.analysis.result import Tenths


class UsualHeads(NamedTuple):
    """Tenths of heads per round, for a hard bot and for a sensible playout.

    `worth` is how many percent of a hand's cost in playouts it also costs the hard bot. `low` is the percentage of
    its heads from cards that are too low (3.7).
    """

    hard: Tenths
    sense: Tenths
    worth: int
    low: int


_DEFAULT: dict[Variant, dict[int, UsualHeads]] = {
    "classic": {
        2: UsualHeads(62, 97, 24, 60), 3: UsualHeads(92, 98, 14, 49), 4: UsualHeads(106, 98, 15, 41),
        6: UsualHeads(132, 112, 65, 22), 8: UsualHeads(141, 125, 65, 19), 10: UsualHeads(140, 126, 65, 14),
    },
    "tactic": {
        2: UsualHeads(60, 92, 24, 45), 4: UsualHeads(104, 100, 15, 43), 7: UsualHeads(136, 118, 65, 22),
        10: UsualHeads(140, 126, 65, 14),
    },
    "draft": {
        2: UsualHeads(53, 93, 24, 28), 4: UsualHeads(102, 92, 15, 35), 7: UsualHeads(135, 108, 65, 22),
        10: UsualHeads(140, 126, 65, 14),
    },
}  # fmt: skip
"""Measured by `tests/bench/review_par.py`; values in between are interpolated. Strong players play a bad hand
nearly as cheaply as a good one, sensible playouts don't, so at small tables these say little and count little.
"""


def usual_heads(variant: Variant, players: int) -> UsualHeads:
    measured = _DEFAULT[variant]
    if players in measured:
        return measured[players]
    below = max(number for number in measured if number < players)
    above = min(number for number in measured if number > players)
    part = Fraction(players - below, above - below)
    low, high = measured[below], measured[above]
    return UsualHeads(*(round(one + part * (other - one)) for one, other in zip(low, high, strict=True)))
