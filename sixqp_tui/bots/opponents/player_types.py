"""Types of players: how much each likes each card of a position.

A player lays a card of its hand in proportion to the odds of the cards there, and sometimes any card.
"""

from collections.abc import Callable, Sequence
from math import exp, frexp
from typing import Final, NamedTuple

from sixqp_tui.bots.opponents.choice_model import SCALE, Position, fitted_numbers, scores
from sixqp_tui.bots.search.heuristics import EPSILON, card_costs, expected_heads
from sixqp_tui.engine.cards import ROW_LIMIT

_DOUBT: Final = 34 * SCALE
"""The largest difference to the best score that counts."""
_BITS: Final = 24
"""Bits of each of the odds; more might differ on machines whose library computes powers otherwise."""
_PER_RANK: Final = SCALE // 3
"""How much a score falls from one unseen card to the next, for players who always lay their favourite card.

We know their favourites only roughly."""
_SURE: Final = 4
"""The factor by which it falls faster if their hands are known, which makes their favourites certain."""


def _odds(less: int) -> float:
    """The odds of a card whose score is this much below the best: an integer, which sums keep exact."""
    odds = 2**49 * exp(-less / SCALE)
    unit = 2 ** max(0, frexp(odds)[1] - _BITS)
    return float(round(odds / unit) * unit)


_ODDS: Final = [_odds(less) for less in range(_DOUBT + 1)]


class PlayerType(NamedTuple):
    """A way to choose. `share` is the proportion of players of this type before anybody has laid a card.

    Such a player lays a random card with the probability `epsilon`. A `strong` type uses the fitted numbers.
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
    ends, highest = position.rows.ends, position.highest
    steps = [float(highest)] * (ends[0] + 1)
    for end, after in zip(ends, (*ends[1:], highest), strict=True):
        steps += [card - end for card in range(end + 1, after + 1)]
    return _by_rank(position, steps)


def _sensible(position: Position) -> Sequence[float]:
    return _by_rank(position, card_costs(position.players, position.highest).costs(position.rows))


def _by_rank(position: Position, costs: Sequence[float]) -> Sequence[float]:
    """Lower costs rank first, then higher cards; only cards that are not turned over have a rank."""
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
"""Players like the hard, medium and easy levels, players who don't count, and random ones."""
