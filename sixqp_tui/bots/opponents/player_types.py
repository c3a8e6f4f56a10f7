"""How different players choose: for each type, how much it likes each card of a position.

A player of a type lays a card of its hand in proportion to the odds of the cards there; now and then any card.
"""

from collections.abc import Callable, Sequence
from math import exp, frexp
from typing import Final, NamedTuple

from sixqp_tui.bots.opponents.choice_model import SCALE, Position, fitted_numbers, scores
from sixqp_tui.bots.search.heuristics import EPSILON, card_costs, expected_heads
from sixqp_tui.engine.cards import ROW_LIMIT

_DOUBT: Final = 34 * SCALE
"""A score that is so much below the best counts as no less."""
_BITS: Final = 24
"""Of each of the odds so many bits are kept: more might differ where another library computes powers."""
_PER_RANK: Final = SCALE // 3
"""How much a score falls from one unseen card to the next, for those who always lay the card that they like best.

We know what they like only about as they do.
"""
_SURE: Final = 4
"""How many times as much it falls where their hands are known: then we know what they like best of them."""


def _odds(less: int) -> float:
    """The odds of a card whose score is so much less than the best: a whole number, which any sum keeps exact."""
    odds = 2**49 * exp(-less / SCALE)
    unit = 2 ** max(0, frexp(odds)[1] - _BITS)
    return float(round(odds / unit) * unit)


_ODDS: Final = [_odds(less) for less in range(_DOUBT + 1)]


class PlayerType(NamedTuple):
    """A way to choose. `share` is how many players are taken to be of this type, before they have laid a card.

    `epsilon` is how often such a player lays a card at random. `strong`: the fitted numbers tell.
    """

    share: float
    epsilon: float
    scores: Callable[[Position], Sequence[float]]
    strong: bool = False

    def odds(self, position: Position, known: bool = False) -> list[float]:
        """How likely this type lays each card here, beside the other cards of its hand; by card.

        `known`: everybody knows its hand.
        """
        found = self.scores(position)
        best, times = max(found[1:]), _SURE if known and not self.strong else 1
        return [_ODDS[min(_DOUBT, round(times * (best - score)))] for score in found]


def _strong(position: Position) -> Sequence[float]:
    return scores(position, fitted_numbers())


def _one_turn_ahead(position: Position) -> Sequence[float]:
    """The cards by the heads that they are expected to cost at once, as the medium level counts."""
    (ends, weights), below, _, players = position
    unseen = below[-1]
    costs = [float(min(weights) >> 3)] * (ends[0] + 1)
    for end, weight, after in zip(ends, weights, (*ends[1:], position.highest), strict=True):
        room, heads = ROW_LIMIT - (weight & 7), weight >> 3
        costs += [
            expected_heads(players - 1, room, heads, below[card - 1] - below[end], unseen)
            for card in range(end + 1, after + 1)
        ]
    return _by_rank(position, costs)


def _nearest(position: Position) -> Sequence[float]:
    """The cards by how close they are behind any end, as a beginner looks at them."""
    ends, highest = position.rows.ends, position.highest
    steps = [float(highest)] * (ends[0] + 1)
    for end, after in zip(ends, (*ends[1:], highest), strict=True):
        steps += [card - end for card in range(end + 1, after + 1)]
    return _by_rank(position, steps)


def _sensible(position: Position) -> Sequence[float]:
    return _by_rank(position, card_costs(position.players, position.highest).costs(position.rows))


def _by_rank(position: Position, costs: Sequence[float]) -> Sequence[float]:
    """The less a card costs the better, of equals the higher; only cards that are not turned over have a rank."""
    below, found = position.below, [0.0] * len(costs)
    unseen = [card for card in range(1, position.highest + 1) if below[card] > below[card - 1]]
    for rank, card in enumerate(sorted(unseen, key=lambda card: (costs[card], -card))):
        found[card] = -float(rank * _PER_RANK)
    return found


def _any(position: Position) -> Sequence[float]:
    return [0.0] * (position.highest + 1)


TYPES: Final = (
    PlayerType(0.6, 0.03, _strong, strong=True),
    PlayerType(0.12, 0.03, _one_turn_ahead),
    PlayerType(0.08, EPSILON, _nearest),
    PlayerType(0.17, EPSILON, _sensible),
    PlayerType(0.03, 1.0, _any),
)
"""Who may sit there: players like the hard, the medium and the easy level, those who do not count, and anybody."""
