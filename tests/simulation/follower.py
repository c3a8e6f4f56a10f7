"""The truth of a game, folded from what all its readers are let read."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace
from simulation.broken import Broken, demand

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact
from sixqp_tui.engine import cards
from sixqp_tui.engine.reducer import ImpossibleFact, apply_fact
from sixqp_tui.engine.table import Table

Reader = int | None


class Follower:
    """The truth of one game, folded from all readers' streams, as far as it was looked at."""

    def __init__(self, number: int, readers: Sequence[Reader]) -> None:
        self.number = number
        self.table = Table()
        self.seen: dict[Reader, int] = dict.fromkeys(readers, 0)

    def follow(self, streams: Mapping[Reader, Sequence[AnyFact]]) -> None:
        """Fold what is new in the streams."""
        public, seen = streams[None], self.seen
        for at in range(seen[None], len(public)):
            fact = public[at]
            demand(fact.reader is None, "whoever looks on was let read", fact)
            self._secrets(streams)
            self._demand_open(fact)
            self._fold(fact)
            for seat, stream in streams.items():
                if seat is not None:
                    same = seen[seat] < len(stream) and stream[seen[seat]] == fact
                    demand(same, "seat", seat, "was not let read", fact)
                    seen[seat] += 1
        seen[None] = len(public)
        self._secrets(streams)
        for seat, stream in streams.items():
            demand(len(stream) == seen[seat], "seat", seat, "reads what is in no other stream")

    def _secrets(self, streams: Mapping[Reader, Sequence[AnyFact]]) -> None:
        for seat, stream in streams.items():
            while seat is not None and self.seen[seat] < len(stream):
                fact = stream[self.seen[seat]]
                if fact.reader is None:
                    break
                demand(fact.reader == seat, "seat", seat, "was let read", fact)
                self._fold(fact)
                self.seen[seat] += 1

    def _fold(self, fact: AnyFact) -> None:
        try:
            self.table = apply_fact(self.table, fact)
        except ImpossibleFact as error:
            raise Broken(f"the streams together make no game: {error}") from None

    def _demand_open(self, fact: AnyFact) -> None:
        """A public fact may name a card only when it lies open, or is turned over now."""
        table = self.table
        if isinstance(fact, facts.CardsRevealed):
            demand(fact.cards == table.laid, "turned over is not what was laid:", fact)
        elif isinstance(fact, facts.CardPlaced | facts.RowTaken):
            demand((fact.seat, fact.card) in table.to_place, "a card that nobody has turned over:", fact)

    def demand_conserved(self) -> None:
        """All cards of the deal are somewhere, each once."""
        table = self.table
        if not (table.rows and table.turn) and not table.drafting:
            return
        held = [*table.deck, *(card for hand in table.hands for card in hand or ())]
        laid = [card for card in table.laid if card is not None]
        waiting = [card for _, card in table.to_place]
        lying = [card for heap in (*table.rows, *table.piles) for card in heap]
        everything = [*held, *laid, *waiting, *lying]
        dealt = cards.HAND * table.seats + cards.ROWS
        demand(len(everything) == len(set(everything)) == dealt, "cards are not conserved:", sorted(everything))

    def known_to(self, reader: Reader) -> Table:
        """The truth without what this reader must not know."""
        table, drafted = self.table, self.table.rules.variant == "draft"
        hands = tuple(
            hand if seat == reader else _with(hand, table.laid[seat]) if drafted else None
            for seat, hand in enumerate(table.hands)
        )
        laid = tuple(card if seat == reader else None for seat, card in enumerate(table.laid))
        return replace(table, hands=hands, laid=laid)


def _with(hand: tuple[int, ...] | None, card: int | None) -> tuple[int, ...] | None:
    return hand if hand is None or card is None else tuple(sorted((*hand, card)))
