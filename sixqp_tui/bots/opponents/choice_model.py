"""How much a strong player likes each card: fitted numbers, added up by features of the card and the rows.

Everybody at the table can compute these features, so one table of scores serves every hand. `tools/fit_choices.py`
fits the numbers to the choices of bots that search.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import accumulate
from typing import Final, NamedTuple

import msgspec

from sixqp_tui.bots.search.heuristics import expected_heads
from sixqp_tui.bots.search.integer_rows import LENGTH, IntegerRows, integer_rows
from sixqp_tui.engine.cards import HEADS, ROW_LIMIT
from sixqp_tui.engine.rules import Rows

FILE: Final = "choices.json"
SCALE: Final = 64
"""Divides an integer score into an exponent."""
GROUPS: Final[Mapping[str, int]] = {
    "behind a row": 120,
    "behind a row, by phase": 60,
    "danger": 36,
    "too low": 28,
    "too low, cards below": 15,
    "place in the deck": 36,
    "own heads": 15,
    "danger, by players": 48,
    "too low, by players": 32,
    "row": 25,
}
"""The size of each group of features. A card has at most one feature of each group."""
_FIRST: Final = dict(zip(GROUPS, accumulate(GROUPS.values(), initial=0), strict=False))
NUMBERS: Final = sum(GROUPS.values())

_RIVALS = (0.0, 0.15, 0.35, 0.7, 1.2, 2.0, 3.5)
_FEW_RIVALS = (0.15, 0.35, 0.7, 1.2)
_DANGER = (0.0, 0.03, 0.1, 0.25, 0.5, 0.9, 1.5, 2.5, 4.0, 6.0, 9.0)
_COARSE = (0, 1, 1, 2, 2, 3, 3, 3)
_CHEAPEST = (0, 0, 1, 2, 3, 4, 5, 5, 6)
_OWN_HEADS = {1: 0, 2: 1, 3: 2, 5: 3, 7: 4}
_PLAYERS = (0, 0, 0, 1, 2, 2, 3, 3, 3, 3, 3)


class Position(NamedTuple):
    """A turn before its cards are played, as everybody sees it.

    `below[c]` counts the unseen cards up to c; each hand has `left` cards.
    """

    rows: IntegerRows
    below: list[int]
    left: int
    players: int

    @property
    def highest(self) -> int:
        return len(self.below) - 1


def position(rows: Rows, seen: frozenset[int], left: int, deck: Sequence[int], players: int) -> Position:
    below = list(accumulate((card not in seen for card in deck), initial=0))
    return Position(integer_rows(rows), below, left, players)


def features(turn: Position, card: int) -> tuple[int, ...]:
    (ends, weights), below, left, players = turn
    unseen = below[-1]
    row = bisect_left(ends, card) - 1
    if row < 0:
        landing = too_low_features(
            min(weights) >> 5, (weights[-1] & LENGTH) >> 2, below[card - 1], unseen, left, players
        )
        return landing + own_features(card, turn.highest, left, 2)
    weight, between = weights[row], below[card - 1] - below[ends[row]]
    landing = behind_features(row, weight, between, unseen, left, players)
    return landing + own_features(card, turn.highest, left, int((weight & LENGTH) >> 2 == ROW_LIMIT))


def behind_features(row: int, weight: int, between: int, unseen: int, left: int, players: int) -> tuple[int, ...]:
    """The features of a card behind this row (of four by rising end), with `between` unseen cards in between."""
    heads, length = weight >> 5, (weight & LENGTH) >> 2
    others, phase, room = players - 1, _phase(left), ROW_LIMIT - length
    rivals = bisect_left(_RIVALS, between * others / unseen)
    rich = 0 if heads <= length + 1 else 1 if heads <= length + 4 else 2
    danger = bisect_left(_DANGER, expected_heads(others, room, heads, between, unseen))
    return (
        _FIRST["behind a row"] + (room * 8 + rivals) * 3 + rich,
        _FIRST["behind a row, by phase"] + (phase * 5 + room) * 4 + _COARSE[rivals],
        _FIRST["danger"] + danger * 3 + phase,
        _FIRST["danger, by players"] + _PLAYERS[players] * 12 + danger,
        _FIRST["row"] + row * 5 + room,
    )


def too_low_features(
    heads: int, last_length: int, lower: int, unseen: int, left: int, players: int
) -> tuple[int, ...]:
    """`heads` and `last_length` are of the cheapest row and of the highest one; `lower` counts unseen cards."""
    cheap, late = _CHEAPEST[min(heads, 8)], 3 if left < 3 else _phase(left)
    rivals = bisect_left(_FEW_RIVALS, lower * (players - 1) / unseen)
    return (
        _FIRST["too low"] + cheap * 4 + late,
        _FIRST["too low, cards below"] + rivals * 3 + (0 if heads <= 1 else 1 if heads <= 3 else 2),
        _FIRST["too low, by players"] + _PLAYERS[players] * 8 + cheap,
        _FIRST["row"] + 20 + last_length - 1,
    )


def own_features(card: int, highest: int, left: int, effect: int) -> tuple[int, ...]:
    place = card * 12 // (highest + 1) * 3 + _phase(left)
    return _FIRST["place in the deck"] + place, _FIRST["own heads"] + effect * 5 + _OWN_HEADS[HEADS[card]]


def scores(turn: Position, numbers: Sequence[int]) -> list[int]:
    return [0, *(score(numbers, features(turn, card)) for card in range(1, turn.highest + 1))]


def score(numbers: Sequence[int], found: Iterable[int]) -> int:
    return sum([numbers[at] for at in found])


def _phase(left: int) -> int:
    return 0 if left >= 8 else 1 if left >= 5 else 2


@cache
def fitted_numbers() -> tuple[int, ...]:
    return parse_numbers((resources.files(__package__) / FILE).read_bytes())


def parse_numbers(content: bytes) -> tuple[int, ...]:
    """Raises ValueError if the file has other groups."""
    groups = msgspec.json.decode(content, type=dict[str, list[int]])
    if {name: len(numbers) for name, numbers in groups.items()} != dict(GROUPS):
        raise ValueError(f"expected the groups {dict(GROUPS)} in {FILE}")
    return tuple([number for name in GROUPS for number in groups[name]])
