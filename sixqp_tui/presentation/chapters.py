"""The rounds, turns and steps of a whole game."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from sixqp_protocol.facts import (
    AnyFact,
    CardDrafted,
    CardPlaced,
    CardsRevealed,
    DraftOpened,
    Fact,
    GameEnded,
    RoundEnded,
    RowsStarted,
    RowTaken,
)
from sixqp_tui.engine.cards import HAND, heads_of
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import quoted

Positions = tuple[int, ...]
"""Numbers of facts, ascending."""
_TOLD = re.compile(r"([0-9]{1,3})(?:[.,:/ ]+([0-9]{1,2}))?")
_SEEN = (DraftOpened, CardDrafted, RowsStarted, CardsRevealed, CardPlaced, RowTaken, RoundEnded, GameEnded)
"""Facts that change what can be seen."""


class Chapters(NamedTuple):
    """The positions where somebody looking through a game may want to stop.

    Each of the `steps` shows something new. The `turns` begin before cards are chosen; a draft with its open deck
    and the scores of a round count as turns. At `rests` the table waits for players. `places` are the (round, turn)
    of the `turns`, with turn 0 for a draft and HAND + 1 for the scores. `costliest` is just before the most heads
    are taken.
    """

    steps: Positions
    turns: Positions
    rests: Positions
    rounds: Positions
    places: tuple[tuple[int, int], ...]
    costliest: int | None
    end: int

    def find(self, round: int, turn: int | None = None) -> int | None:
        if turn is None:
            return self.rounds[round - 1] if 1 <= round <= len(self.rounds) else None
        return dict(zip(self.places, self.turns, strict=True)).get((round, turn))

    def find_place(self, text: str) -> int | None:
        found = _TOLD.fullmatch(text.strip())
        return self.find(int(found[1]), int(found[2]) if found[2] else None) if found else None

    def step_at(self, position: int) -> int:
        return max(0, bisect_right(self.steps, position) - 1)


def find_chapters(facts: Sequence[AnyFact]) -> Chapters:
    steps, turns, rests, rounds = list[int](), list[int](), list[int](), list[int]()
    places = list[tuple[int, int]]()
    table, costliest, most = Table(), None, 0
    for position, (fact, following) in enumerate(zip_longest(facts, facts[1:]), 1):
        if isinstance(fact, CardsRevealed):
            steps.append(position - 1)  # all cards are laid, and none is seen
        if isinstance(fact, RowTaken) and heads_of(fact.cards) > most:
            costliest, most = position - 1, heads_of(fact.cards)
        table = apply_fact(table, fact)
        if not isinstance(fact, _SEEN) or isinstance(following, GameEnded):
            continue  # the end of a game is seen with that of its last round
        steps.append(position)
        if place := _place(fact, table):
            turns.append(position)
            places.append(place)
            rounds += [position] if place[0] > len(rounds) else []
        if place or isinstance(fact, CardDrafted):
            rests.append(position)
    return Chapters(tuple(steps), tuple(turns), tuple(rests), tuple(rounds), tuple(places), costliest, len(facts))


def no_such_place(text: str) -> str:
    sentence = _("Expected a round or round.turn of this game, such as 2.5, got {text}")
    return sentence.format(text=quoted(text))


def after(positions: Positions, position: int, end: int) -> int:
    at = bisect_right(positions, position)
    return positions[at] if at < len(positions) else end


def before(positions: Positions, position: int) -> int:
    return positions[max(0, bisect_left(positions, position) - 1)] if positions else position


def _place(fact: Fact, table: Table) -> tuple[int, int] | None:
    """The (round, turn) that begins after this fact, if any."""
    if isinstance(fact, DraftOpened):
        return table.round, 0
    if isinstance(fact, RoundEnded | GameEnded):
        return table.round, HAND + 1
    return (table.round, table.turn) if table.choosing else None
