"""The cards, their heads (1), and the cards that a variant uses (5)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sixqp_protocol.facts import Variant

HIGHEST = 104
HAND = 10
ROWS = 4
ROW_LIMIT = 5


def heads(card: int) -> int:
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


HEADS = (0, *(heads(card) for card in range(1, HIGHEST + 1)))


def heads_of(cards: Iterable[int]) -> int:
    return sum([HEADS[card] for card in cards])


@cache
def deck(variant: Variant, players: int) -> tuple[int, ...]:
    """The cards in play, ascending: 1 to 104 (1.1), or 1 to 10n+4 (5.1, 5.2)."""
    highest = HIGHEST if variant == "classic" else HAND * players + ROWS
    return tuple(range(1, highest + 1))
