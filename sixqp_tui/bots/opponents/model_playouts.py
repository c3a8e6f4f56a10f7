"""Plays a round to its end with players who choose by the fitted numbers and some chance.

A playout assumes that unseen cards are spread evenly, so a card's worth behind a row depends only on the row and
the distance, and is looked up.
"""

from functools import cache
from math import log
from operator import add
from random import Random
from typing import Final

from sixqp_tui.bots.opponents.choice_model import (
    SCALE,
    behind_features,
    fitted_numbers,
    own_features,
    score,
    too_low_features,
)
from sixqp_tui.bots.search.heuristics import Hands
from sixqp_tui.bots.search.integer_rows import LENGTH, PLACE, SEATS, IntegerRows
from sixqp_tui.bots.search.rollouts import Playout
from sixqp_tui.engine import cards
from sixqp_tui.engine.view import View

_CARE: Final = 2
"""How much more careful players are than the fitted numbers, which look one turn ahead."""
_CHANCES: Final = 4096
_CHANCE: Final = [round(-SCALE * log(-log((rank + 0.5) / _CHANCES))) for rank in range(_CHANCES)]
"""Gumbel's distribution: add one of these to each score, and the best is drawn by its odds."""
_MANY: Final = 1 << 14
_LATE: Final = (0, 0, 2, 3, 3, 6, 6, 6, 9, 9, 9)
"""By the number of cards left, a number that stands for all that have the same fitted numbers."""


class ModelPlayouts:
    def __init__(self, view: View, rng: Random) -> None:
        table, self._rng = view.table, rng
        self._liking = _liking(table.seats, cards.deck(table.rules.variant, table.seats)[-1])

    def draw(self) -> Playout:
        random, chances, highest = self._rng.random, _chances(), self._liking.highest
        starts = [int(random() * (_MANY - highest - 1)) for _ in range(cards.HAND + 1)]
        own = self._liking.own
        liked = [
            list(map(add, own[_LATE[left]], chances[start : start + highest + 1])) if left > 1 else []
            for left, start in enumerate(starts)
        ]

        return lambda rows, hands, heads: self._play_out(rows, hands, heads, liked)

    def _play_out(self, rows: IntegerRows, hands: Hands, heads: list[int], liked: list[list[int]]) -> None:
        ends, weights = rows
        place, highest, tables = rows.place, self._liking.highest, self._liking.tables
        for left in range(len(hands[0]), 1, -1):
            one, two, three, four = ends
            a, b, c, d = weights
            low, first, second, third, fourth = tables[_LATE[left]]
            landing = low[min(weights) >> 5 << 3 | (d & LENGTH) >> 2][: one + 1]
            landing += first[a][: two - one]
            landing += second[b][: three - two]
            landing += third[c][: four - three]
            landing += fourth[d][: highest - four]
            liking = list(map(add, landing, liked[left])).__getitem__
            plays = []
            for seat, hand in enumerate(hands):
                card = max(hand, key=liking)
                hand.remove(card)
                plays.append(card * SEATS + seat)
            plays.sort()
            place(plays, heads)
        place(sorted([hand[0] * SEATS + seat for seat, hand in enumerate(hands) if hand]), heads)


class _Liking:
    """Lookup tables for a number of players and a deck from 1 to `highest`.

    By `_LATE`: `own` scores each card, and `tables` the landings: too low by card, then behind each of the four
    rows, by rising end, by distance.
    """

    def __init__(self, players: int, highest: int) -> None:
        self.highest = highest
        self.own, self.tables = dict[int, list[int]](), dict[int, tuple[_Landings, ...]]()
        for left in set(_LATE) - {0}:
            self.own[left] = own = [_own(card, highest, left) for card in range(highest + 1)]
            behind = (_Behind(row, left, players, highest) for row in range(cards.ROWS))
            self.tables[left] = (_TooLow(own, left, players, highest), *behind)


_liking = cache(_Liking)


@cache
def _chances() -> list[int]:
    rng = Random("chances")
    return [_CHANCE[int(rng.random() * _CHANCES)] for _ in range(_MANY)]


def _own(card: int, highest: int, left: int, effect: int = 0) -> int:
    return _CARE * score(fitted_numbers(), own_features(card, highest, left, effect)) if card else 0


class _Landings(dict[int, list[int]]):
    def __init__(self, left: int, players: int, highest: int) -> None:
        super().__init__()
        self._left, self._players, self._highest = left, players, highest


class _Behind(_Landings):
    """By a row's weight, the scores at 1, 2, 3 ... above its end."""

    def __init__(self, row: int, left: int, players: int, highest: int) -> None:
        super().__init__(left, players, highest)
        self._row = row

    def __missing__(self, weight: int) -> list[int]:
        if weight & PLACE:
            found = self[weight] = self[weight & ~PLACE]
            return found
        numbers, highest = fitted_numbers(), self._highest
        found = self[weight] = [
            _CARE * score(numbers, behind_features(self._row, weight, between, highest, self._left, self._players))
            for between in range(highest)
        ]
        return found


class _TooLow(_Landings):
    """By 8 times the heads of the cheapest row plus the length of the highest row, the scores by card."""

    def __init__(self, own: list[int], left: int, players: int, highest: int) -> None:
        super().__init__(left, players, highest)
        self._own = own

    def __missing__(self, rows: int) -> list[int]:
        numbers, highest, left = fitted_numbers(), self._highest, self._left
        found = self[rows] = [0]
        for card in range(1, highest + 1):
            features = too_low_features(rows >> 3, rows & 7, card - 1, highest, left, self._players)
            more = _own(card, highest, left, 2) - self._own[card]
            found.append(_CARE * score(numbers, features) + more)
        return found
