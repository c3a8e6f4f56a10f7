"""Where in the facts of a whole game its rounds, its turns and its steps lie. Pure."""

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

Positions = tuple[int, ...]
"""Numbers of facts that have happened, ascending."""
_TOLD = re.compile(r"([0-9]{1,3})(?:[.,:/ ]+([0-9]{1,2}))?")
_SEEN = (DraftOpened, CardDrafted, RowsStarted, CardsRevealed, CardPlaced, RowTaken, RoundEnded, GameEnded)
"""The facts after which something is to be seen that was not before."""


class Chapters(NamedTuple):
    """The positions in a game where somebody who looks through it may want to stop.

    At each of the `steps` something is to be seen that was not before; the `turns` begin before cards are chosen,
    a draft with its open deck, and the scores of a round count as one. `rests` are those at which a table waits for
    its players: what lies between two of them follows by itself. `places` are (round, turn) of the `turns`, the
    turn 0 for a draft and HAND + 1 for the scores. `dearest` is where the most heads are about to be taken.
    """

    steps: Positions
    turns: Positions
    rests: Positions
    rounds: Positions
    places: tuple[tuple[int, int], ...]
    dearest: int | None
    end: int

    def find(self, round: int, turn: int | None = None) -> int | None:
        """Where this turn of this round begins, or the round itself; None where it was not played."""
        if turn is None:
            return self.rounds[round - 1] if 1 <= round <= len(self.rounds) else None
        return dict(zip(self.places, self.turns, strict=True)).get((round, turn))

    def find_told(self, text: str) -> int | None:
        """The same, as somebody writes it: `3`, or `3.5` for the fifth turn of the third round."""
        found = _TOLD.fullmatch(text.strip())
        return self.find(int(found[1]), int(found[2]) if found[2] else None) if found else None

    def step_at(self, position: int) -> int:
        """Which of the steps, from 0, is the last one at this position."""
        return max(0, bisect_right(self.steps, position) - 1)


def find_chapters(facts: Sequence[AnyFact]) -> Chapters:
    """The index of a whole game. Raises ImpossibleFact."""
    steps, turns, rests, rounds = list[int](), list[int](), list[int](), list[int]()
    places = list[tuple[int, int]]()
    table, dearest, most = Table(), None, 0
    for position, (fact, following) in enumerate(zip_longest(facts, facts[1:]), 1):
        if isinstance(fact, CardsRevealed):
            steps.append(position - 1)  # all cards are laid, and none is seen
        if isinstance(fact, RowTaken) and heads_of(fact.cards) > most:
            dearest, most = position - 1, heads_of(fact.cards)
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
    return Chapters(tuple(steps), tuple(turns), tuple(rests), tuple(rounds), tuple(places), dearest, len(facts))


def after(positions: Positions, position: int, end: int) -> int:
    """The next of these positions, or the end."""
    at = bisect_right(positions, position)
    return positions[at] if at < len(positions) else end


def before(positions: Positions, position: int) -> int:
    """The last of these positions before that one, or the first of all."""
    return positions[max(0, bisect_left(positions, position) - 1)] if positions else position


def _place(fact: Fact, table: Table) -> tuple[int, int] | None:
    """Round and turn of what begins after this fact; None where nothing does."""
    if isinstance(fact, DraftOpened):
        return table.round, 0
    if isinstance(fact, RoundEnded | GameEnded):
        return table.round, HAND + 1
    return (table.round, table.turn) if table.choosing else None
