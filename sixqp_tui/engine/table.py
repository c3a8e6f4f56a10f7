"""The table: the fold of facts, as much of them as its holder may read."""

from collections.abc import Iterable
from functools import reduce
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.facts import EndReason, Fact, Rules
from sixqp_tui.engine import cards
from sixqp_tui.engine.fold import folded
from sixqp_tui.engine.pending import CardsWanted, DraftWanted, Pending, RowWanted
from sixqp_tui.engine.rules import Effect, Rows, landing

Hand = tuple[int, ...]


class Table(Struct, frozen=True):
    """A legal table between two facts. What its holder has not read is None, never a guess.

    `hands[s]` is ascending, without the card that s has laid; `laid[s]` is that card. `to_place` holds the
    revealed cards that still wait, the lowest first (3.3). `piles` are this round's taken cards (3.8).
    `scores` has the heads of each seat, a tuple a round. `seen` are the cards turned over this round.
    """

    rules: Rules = Rules()
    names: tuple[str, ...] = ()
    round: int = 0
    turn: int = 0
    rows: Rows = ()
    hands: tuple[Hand | None, ...] = ()
    laid: tuple[int | None, ...] = ()
    chosen: frozenset[int] = frozenset()
    to_place: tuple[tuple[int, int], ...] = ()
    piles: tuple[tuple[int, ...], ...] = ()
    totals: tuple[int, ...] = ()
    scores: tuple[tuple[int, ...], ...] = ()
    deck: tuple[int, ...] = ()
    first: int | None = None
    seen: frozenset[int] = frozenset()
    ended: EndReason | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def heads(self) -> tuple[int, ...]:
        """The heads of every seat's pile in this round."""
        return tuple(cards.heads_of(pile) for pile in self.piles)

    @property
    def pick(self) -> int:
        """Which pick of the draft is next, from 1 (5.2)."""
        return 1 + sum(len(hand or ()) for hand in self.hands)

    @property
    def drafting(self) -> bool:
        """Whether the open deck still has cards to take (5.2)."""
        return self.first is not None and not self.rows

    @property
    def pending(self) -> Pending | None:
        """Who must decide what; None before the game, after it, and between facts that follow by themselves."""
        if self.ended or not self.names:
            return None
        if self.drafting:
            return self._draft_wanted()
        if self.to_place:
            seat, card = self.to_place[0]
            return RowWanted(seat, card) if landing(self.rows, card).effect is Effect.TOO_LOW else None
        if not self.rows or not 1 <= self.turn <= cards.HAND:
            return None
        missing = tuple(seat for seat in range(self.seats) if seat not in self.chosen)
        return CardsWanted(missing) if missing else None

    def _draft_wanted(self) -> DraftWanted | None:
        assert self.first is not None
        pick = self.pick
        return DraftWanted((self.first + pick - 1) % self.seats) if pick <= cards.HAND * self.seats else None

    def apply(self, fact: Fact) -> Self:
        """The table after this fact. Raises ImpossibleFact where it cannot have happened here."""
        return replace(self, **folded(self, fact))

    def after(self, facts: Iterable[Fact]) -> Self:
        """The table after these facts, one by one. Raises ImpossibleFact."""
        return reduce(_apply, facts, self)


def _apply(table: Any, fact: Fact) -> Any:
    return table.apply(fact)
