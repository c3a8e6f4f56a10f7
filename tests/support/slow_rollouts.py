"""A slow and simple second opinion on a puzzle, from the rules and the words of the documentation alone.

Nothing here comes from the bots: it has rows of its own, heads of its own and opponents of its own.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import comb, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Literal

from sixqp_tui.engine.view import View

EqualRows = Literal["topmost", "by lot", "lowest end"]
"""Which of equally cheap and equally short rows a card takes that is too low."""
RANDOM = 0.25
"""How often an opponent lays any card."""
STEP = 40
"""Deals after which it is asked again whether the answer is proven."""
PROVEN = 4
"""Standard errors by which a proven answer leads."""
Row = tuple[int, ...]


def heads(card: int) -> int:
    return 7 if card == 55 else 5 if card % 11 == 0 else 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1


AVERAGE = fmean(map(heads, range(1, 105)))


def leads(view: View, best: int, equal_rows: EqualRows, deals: int) -> dict[int, float]:
    """By other card of the hand, how many heads it costs more than `best`."""
    return _means(list(islice(_excesses(view, best, equal_rows), deals)))


def proven_leads(view: View, best: int, equal_rows: EqualRows, deals: int) -> dict[int, float]:
    """The same after as few of these deals as prove that every other card costs more."""
    dealing, tried = _excesses(view, best, equal_rows), list[dict[int, int]]()
    while len(tried) < deals and not (tried and _proven(tried)):
        tried += islice(dealing, STEP)
    return _means(tried)


def _excesses(view: View, best: int, equal_rows: EqualRows) -> Iterator[dict[int, int]]:
    """Deal by deal, how many heads each other card costs more than `best`."""
    rng = Random(f"{view.hand} {equal_rows}")
    while True:
        hands, seed = _dealt(view, rng), rng.random()
        reference = _taken(view, best, hands, equal_rows, Random(seed))
        yield {
            card: _taken(view, card, hands, equal_rows, Random(seed)) - reference
            for card in view.hand
            if card != best
        }


def _means(tried: Sequence[dict[int, int]]) -> dict[int, float]:
    return {card: fmean(excess[card] for excess in tried) for card in tried[0]}


def _proven(tried: Sequence[dict[int, int]]) -> bool:
    errors = {card: stdev(excess[card] for excess in tried) / sqrt(len(tried)) for card in tried[0]}
    return all(lead > PROVEN * errors[card] for card, lead in _means(tried).items())


def _dealt(view: View, rng: Random) -> list[list[int]]:
    table, size = view.table, len(view.hand)
    known = [list(view.hand) if seat == view.seat else table.hands[seat] for seat in range(table.seats)]
    elsewhere = {card for hand in known for card in hand or ()}
    hidden = [card for card in view.unseen if card not in elsewhere]
    rng.shuffle(hidden)
    return [list(hand) if hand is not None else [hidden.pop() for _ in range(size)] for hand in known]


def _taken(view: View, first: int, dealt: Sequence[list[int]], equal_rows: EqualRows, rng: Random) -> int:
    """The heads the seat takes until the end of the round when it lays this card first."""
    own, rows, hands = view.seat or 0, list(view.table.rows), [sorted(hand) for hand in dealt]
    highest = 104 if view.table.rules.variant == "classic" else 10 * len(hands) + 4
    taken, begun = 0, True
    while hands[own]:
        costs = _costs(tuple(rows), len(hands) - 1, highest)
        plays = []
        for seat, hand in enumerate(hands):
            random, which = rng.random() < RANDOM, int(rng.random() * len(hand))
            sensible = min(hand, key=lambda card: (costs[card], -card))
            card = first if begun and seat == own else hand[which] if random else sensible
            plays.append((card, seat))
        for card, seat in sorted(plays):
            hands[seat].remove(card)
            cost = _place(rows, card, equal_rows, rng)
            taken += cost if seat == own else 0
        begun = False
    return taken


def _place(rows: list[Row], card: int, equal_rows: EqualRows, rng: Random) -> int:
    """Place a card and return the heads that it takes (3.4 to 3.7, 8.1)."""
    lower = [row for row in rows if row[-1] < card]
    if lower:
        row = max(lower, key=lambda each: each[-1])
        if len(row) < 5:
            rows[rows.index(row)] = (*row, card)
            return 0
    else:
        least = min((sum(map(heads, each)), len(each)) for each in rows)
        equal = [each for each in rows if (sum(map(heads, each)), len(each)) == least]
        row = rng.choice(equal) if equal_rows == "by lot" else equal[0] if equal_rows == "topmost" else min(
            equal, key=lambda each: each[-1]
        )  # fmt: skip
    rows[rows.index(row)] = (card,)
    return sum(map(heads, row))


@lru_cache(1 << 12)
def _costs(rows: tuple[Row, ...], others: int, highest: int) -> dict[int, float]:
    """What a sensible player expects each card to cost, who takes the cards of the others as evenly spread."""
    return dict(_card_costs(rows, others, highest))


def _card_costs(rows: tuple[Row, ...], others: int, highest: int) -> Iterator[tuple[int, float]]:
    for card in range(1, highest + 1):
        lower = [row for row in rows if row[-1] < card]
        if not lower:
            yield card, min(sum(map(heads, row)) for row in rows)
            continue
        row = max(lower, key=lambda each: each[-1])
        room, chance = 5 - len(row), (card - row[-1] - 1) / highest
        sixth = comb(others, room) * chance**room * (1 - chance) ** (others - room)
        yield card, sixth * (sum(map(heads, row)) + room * AVERAGE)
