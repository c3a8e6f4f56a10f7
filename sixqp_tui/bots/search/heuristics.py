"""What a sensible player expects a card to cost this turn, from tables that make playouts cheap."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from math import comb

from sixqp_tui.bots.search.integer_rows import LENGTH, PLACE, SEATS, IntegerRows
from sixqp_tui.engine.cards import HEADS, ROW_LIMIT

Hands = list[list[int]]
"""Hands by seat, descending, so that the highest of equally dangerous cards is played."""

_CARDS = len(HEADS) - 1
_ALL_HEADS = sum(HEADS)
EPSILON = 0.25
"""The probability of a random card, so that a search doesn't rely on others to think alike."""


@lru_cache(1 << 14)
def expected_heads(others: int, room: int, heads: int, between: int, cards: int) -> float:
    """The expected heads behind this row.

    `between` of the `cards` that another player may play come before this one; if they fill the room, it takes the
    row.
    """
    if room > others:
        return 0.0
    ways: int = comb(others, room) * between**room * (cards - between) ** (others - room)
    all_ways: int = cards**others
    # Every machine rounds one division of integers alike, but not powers of fractions.
    return ways * (heads * _CARDS + room * _ALL_HEADS) / (all_ways * _CARDS)


class CardCosts:
    """Expected costs with this many players and a deck from 1 to `highest`."""

    def __init__(self, players: int, highest: int) -> None:
        self._highest = highest
        self._behind = _CostsByEnd(players - 1, highest)

    def costs(self, rows: IntegerRows) -> list[float]:
        (one, two, three, four), weights = rows
        a, b, c, d = weights
        behind = self._behind
        costs = [float(min(weights) >> 5)] * (one + 1)
        # Adding lists would copy them again and again.
        costs += behind[a][: two - one]
        costs += behind[b][: three - two]
        costs += behind[c][: four - three]
        costs += behind[d][: self._highest - four]
        return costs


class _CostsByEnd(dict[int, list[float]]):
    """By a row's weight, the costs at 1, 2, 3 ... above its end, computed on demand."""

    def __init__(self, others: int, highest: int) -> None:
        super().__init__()
        self._others = others
        self._highest = highest

    def __missing__(self, weight: int) -> list[float]:
        if weight & PLACE:
            costs = self[weight] = self[weight & ~PLACE]
        else:
            costs = self[weight] = [self._cost(weight, between) for between in range(self._highest)]
        return costs

    def _cost(self, weight: int, between: int) -> float:
        return expected_heads(
            self._others, ROW_LIMIT - ((weight & LENGTH) >> 2), weight >> 5, between, self._highest
        )


card_costs = cache(CardCosts)


def descending(cards: Iterable[int]) -> list[int]:
    return sorted(cards, reverse=True)


def play_out(rows: IntegerRows, hands: Hands, heads: list[int], sense: CardCosts, draws: Iterator[float]) -> None:
    """Play the round to its end by these costs or at random. Changes rows, hands and heads."""
    for _ in range(len(hands[0]) - 1):
        rows.place(choose_cards(rows, hands, sense, draws), heads)
    rows.place(sorted(hand[0] * SEATS + seat for seat, hand in enumerate(hands) if hand), heads)


def choose_cards(rows: IntegerRows, hands: Hands, sense: CardCosts, draws: Iterator[float]) -> list[int]:
    """The plays, the lowest first; each card leaves its hand.

    `draws` are random numbers below 1, one for each player.
    """
    cost = sense.costs(rows).__getitem__
    plays = []
    for seat, hand in enumerate(hands):
        if hand:
            draw = next(draws)
            card = min(hand, key=cost) if draw >= EPSILON else hand[int(draw / EPSILON * len(hand))]
            hand.remove(card)
            plays.append(card * SEATS + seat)
    plays.sort()
    return plays
