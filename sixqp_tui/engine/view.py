"""What one seat knows: the same table, folded from the facts that it may read."""

from collections.abc import Iterable
from typing import Literal, Self, cast

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact, Fact
from sixqp_tui.engine import cards
from sixqp_tui.engine.reducer import ImpossibleFact, apply_facts
from sixqp_tui.engine.table import DecisionId, Table


def readable(facts: Iterable[Fact], reader: int | None) -> tuple[AnyFact, ...]:
    return cast("tuple[AnyFact, ...]", tuple([fact for fact in facts if fact.reader in (None, reader)]))


class View(Struct, frozen=True):
    """The table as a seat sees it; `seat` is None for a watcher.

    `hands_open`: the game is over, and every fact may be read.
    """

    seat: int | None = None
    table: Table = Table()
    hands_open: bool = False

    def may_read(self, fact: Fact) -> bool:
        return self.hands_open or fact.reader in (None, self.seat)

    def apply(self, fact: Fact) -> Self:
        return self.after((fact,))

    def after(self, facts: Iterable[Fact]) -> Self:
        """Raises ImpossibleFact, also for a fact that the seat may not read."""
        happened, seat = tuple(facts), self.seat
        for fact in happened:
            if (reader := fact.reader) is not None and reader != seat and not self.hands_open:
                raise ImpossibleFact(f"{type(fact).__name__} that is not for this reader")
        return type(self)(self.seat, apply_facts(self.table, happened), self.hands_open)

    def named(self, names: tuple[str, ...]) -> Self:
        return replace(self, table=replace(self.table, names=names))

    def before_all(self) -> Self:
        return replace(self, table=Table())

    @property
    def hand(self) -> tuple[int, ...]:
        """Ascending; empty for a watcher."""
        return () if self.seat is None or not self.table.hands else self.table.hands[self.seat] or ()

    @property
    def laid(self) -> int | None:
        return None if self.seat is None or not self.table.laid else self.table.laid[self.seat]

    @property
    def wanted(self) -> bool:
        """Whether this seat must decide now. False once its card lies, even before the batch is complete."""
        pending = self.table.pending
        return pending is not None and self.seat in pending.seats and self.laid is None

    @property
    def decision_id(self) -> DecisionId | None:
        return self.table.decision_id if self.wanted else None

    @property
    def unseen(self) -> tuple[int, ...]:
        """Cards of the deck that are neither revealed nor in the reader's hand, ascending."""
        known = {*self.table.seen, *self.hand, self.laid}
        deck = cards.deck(self.table.rules.variant, self.table.seats)
        return tuple(card for card in deck if card not in known)


CardLocation = Literal["unseen", "mine", "table", "gone", "theirs", "deck"]
"""Unseen, in the reader's hand or laid, on the table, taken, drafted by another seat, or in the open deck (5.2)."""


def card_locations(view: View) -> dict[int, CardLocation]:
    """Where each card of the deck is; empty before the first game."""
    table = view.table
    if not table.names:
        return {}
    theirs = {card for seat, hand in enumerate(table.hands) if seat != view.seat for card in hand or ()}
    known: tuple[tuple[CardLocation, set[int]], ...] = (
        ("mine", {*view.hand, *([view.laid] if view.laid else [])}),
        ("table", {*(card for row in table.rows for card in row), *(card for _, card in table.to_place)}),
        ("gone", set(table.seen)),
        ("theirs", theirs),
        ("deck", set(table.deck)),
    )
    return {
        card: next((where for where, held in known if card in held), "unseen")
        for card in cards.deck(table.rules.variant, table.seats)
    }
