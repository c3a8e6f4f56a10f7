"""A whole game, determined by its rules, names, seed and decisions."""

from collections.abc import Iterable
from typing import Self

from msgspec import Struct

from sixqp_protocol import facts
from sixqp_protocol.facts import Fact, Rules
from sixqp_protocol.messages import Decision
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine import cards
from sixqp_tui.engine.decisions import Forbidden, facts_of
from sixqp_tui.engine.reducer import apply_facts
from sixqp_tui.engine.rules import APPENDS, end_reason, landing, playable
from sixqp_tui.engine.shuffle import SeededRandom
from sixqp_tui.engine.table import Pending, Table

Batch = tuple[Fact, ...]


class IllegalDecision(ValueError):
    """The rules don't allow this decision now; nothing has changed."""

    def __init__(self, code: Refusal, article: str | None = None) -> None:
        super().__init__(f"{code.value} (article {article})" if article else code.value)
        self.code = code
        self.article = article


class Game(Struct, frozen=True, gc=False):
    """A game at one moment, with the seed of what is still to be dealt.

    If it `pauses`, it stops after each round until `next_round`. Methods return a batch of facts, with all that
    follow by themselves, and the game after it.
    """

    seed: str
    table: Table = Table()
    pauses: bool = False

    @classmethod
    def start(cls, rules: Rules, names: tuple[str, ...], seed: str, pauses: bool = False) -> tuple[Batch, Self]:
        """Start a game of 2 to 10 players (2, 5). Raises ValueError."""
        if not 2 <= len(names) <= 10:
            raise ValueError(f"expected 2 to 10 players, got {len(names)} (article 2.1)")
        if not playable(rules):
            raise ValueError("expected a limit, a number of rounds, or both, got neither (article 4.3)")
        game = cls(seed, pauses=pauses)
        return game._advance((facts.GameStarted(rules, names),))

    @property
    def pending(self) -> Pending | None:
        return self.table.pending

    def after(self, batch: Iterable[Fact]) -> Self:
        """Raises ImpossibleFact."""
        return type(self)(self.seed, apply_facts(self.table, batch), self.pauses)

    def decide(self, seat: int, decision: Decision) -> tuple[Batch, Self]:
        """Raises IllegalDecision, also for another round, turn or pick than the current one (see `at_hand`)."""
        decided = facts_of(self.table, seat, decision)
        if isinstance(decided, Forbidden):
            raise IllegalDecision(*decided)
        return self._advance(decided)

    def next_round(self) -> tuple[Batch, Self]:
        """Deal the next round after a pause, or open its draft (2.2, 5.2). Raises IllegalDecision."""
        if not self.table.between_rounds:
            raise IllegalDecision(Refusal.NOT_ASKED)
        return self._advance(_new_round(self.table, self.seed))

    def _advance(self, decided: Batch) -> tuple[Batch, Self]:
        batch, table = decided, apply_facts(self.table, decided)
        while upcoming := _next_facts(table, self.seed, self.pauses):
            batch += upcoming
            table = apply_facts(table, upcoming)
        return batch, type(self)(self.seed, table, self.pauses)


def _next_facts(table: Table, seed: str, pauses: bool) -> Batch:
    if table.to_choose or table.ended is not None:
        return ()
    if table.to_place:
        return _placed(table)
    if 1 <= table.turn <= cards.HAND:
        return (facts.CardsRevealed(tuple([card for card in table.laid if card is not None])),)
    if table.drafting:
        return (facts.RowsStarted(table.deck),) if table.picker is None else ()
    if table.turn > cards.HAND:
        return (facts.RoundEnded(*table.round_result),)
    if reason := end_reason(table.rules, table.totals, table.round):
        return (facts.GameEnded(reason),)
    return () if pauses and table.scores else _new_round(table, seed)


def _placed(table: Table) -> Batch:
    seat, card = table.to_place[0]
    effect, row = landing(table.rows, card)
    if row is None:
        return ()
    if effect is APPENDS:
        return (facts.CardPlaced(seat, card, row),)
    return (facts.RowTaken(seat, card, row, table.rows[row]),)


def _new_round(table: Table, seed: str) -> Batch:
    number, seats = table.round + 1, table.seats
    began = facts.RoundBegan(number)
    if table.rules.variant == "draft":
        drawn = SeededRandom(seed, "first").below(seats)
        return began, facts.DraftOpened(drawn if table.first is None else (table.first + 1) % seats)
    deck = SeededRandom(seed, f"round {number}").shuffled(cards.deck(table.rules.variant, seats))
    hands = [deck[cards.HAND * seat : cards.HAND * (seat + 1)] for seat in range(seats)]
    dealt = [facts.HandDealt(seat, tuple(sorted(hand))) for seat, hand in enumerate(hands)]
    left = cards.HAND * seats
    return began, *dealt, facts.RowsStarted(deck[left : left + cards.ROWS])
