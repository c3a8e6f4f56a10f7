"""The table: what is known of a game between two facts, and who must decide."""

from typing import Literal, NamedTuple

from msgspec import Struct

from sixqp_protocol.facts import EndReason, Rules
from sixqp_tui.engine import cards
from sixqp_tui.engine.rules import Rows, end_reason, landing


class CardsWanted(Struct, frozen=True):
    """These seats must choose a card (3.1)."""

    seats: tuple[int, ...]


class DraftWanted(Struct, frozen=True):
    """This seat must take a card of the open deck (5.2)."""

    seat: int

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,)


class RowWanted(Struct, frozen=True):
    """This seat's card is too low, and it must choose a row (3.7)."""

    seat: int
    card: int

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,)


class NextRoundWanted(Struct, frozen=True):
    """The table pauses between two rounds."""

    @property
    def seats(self) -> tuple[int, ...]:
        return ()


Pending = CardsWanted | DraftWanted | RowWanted | NextRoundWanted


class DecisionId(Struct, frozen=True):
    """Distinguishes a decision from all others of its game.

    `number` is the turn or the pick. `seat` is None for the cards of a turn, which all seats choose at once.
    """

    kind: Literal["card", "pick", "row"]
    round: int
    number: int
    seat: int | None = None


Hand = tuple[int, ...]


class RevealedTurn(NamedTuple):
    """A turn whose cards were turned over: the rows before it, and each seat's card (3.2)."""

    rows: Rows
    cards: tuple[int, ...]


class Table(Struct, frozen=True, gc=False):  # without cycles, which the garbage collector would look for
    """A legal table between two facts; None is unknown to the reader.

    `hands[s]` is ascending, without the card `laid[s]`. `to_choose` are the seats that still owe a card this turn
    (3.1), and `to_place` the revealed cards in order of placement (3.3). `piles` are the cards taken this round
    (3.8). `scores` has the heads of each round, by seat. `seen` and `turns` are the cards revealed this round.
    """

    rules: Rules = Rules()
    names: tuple[str, ...] = ()
    round: int = 0
    turn: int = 0
    rows: Rows = ()
    hands: tuple[Hand | None, ...] = ()
    laid: tuple[int | None, ...] = ()
    to_choose: tuple[int, ...] = ()
    to_place: tuple[tuple[int, int], ...] = ()
    piles: tuple[tuple[int, ...], ...] = ()
    totals: tuple[int, ...] = ()
    scores: tuple[tuple[int, ...], ...] = ()
    deck: tuple[int, ...] = ()
    first: int | None = None
    seen: frozenset[int] = frozenset()
    turns: tuple[RevealedTurn, ...] = ()
    ended: EndReason | None = None

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def heads(self) -> tuple[int, ...]:
        return tuple([cards.heads_of(pile) for pile in self.piles])

    @property
    def round_result(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        heads = self.heads
        return heads, tuple([total + more for total, more in zip(self.totals, heads, strict=True)])

    @property
    def in_round(self) -> bool:
        return self.round > len(self.scores) and self.ended is None

    @property
    def totals_so_far(self) -> tuple[int, ...]:
        return self.round_result[1] if self.in_round else self.totals

    @property
    def choosing(self) -> bool:
        """Whether cards are being laid or turned over (3.1)."""
        return 1 <= self.turn <= cards.HAND and not self.to_place and self.ended is None

    @property
    def in_last_turn(self) -> bool:
        """Whether each seat chooses the last card of its hand, which is no choice."""
        return self.turn == cards.HAND and bool(self.to_choose)

    @property
    def chosen(self) -> frozenset[int]:
        if self.to_place or not 1 <= self.turn <= cards.HAND:
            return frozenset()
        return frozenset(range(len(self.names))).difference(self.to_choose)

    @property
    def drafting(self) -> bool:
        return self.first is not None and not self.rows

    @property
    def pick(self) -> int:
        """The next pick of the round, from 1 over all seats (5.2); 0 without an open deck."""
        if self.first is None or self.rows:
            return 0
        return 1 + cards.HAND * len(self.names) + cards.ROWS - len(self.deck)

    @property
    def picker(self) -> int | None:
        """The seat that drafts next (5.2); nobody takes the last four cards."""
        if self.first is None or len(self.deck) <= cards.ROWS or self.ended is not None:
            return None
        return (self.first + self.pick - 1) % self.seats

    @property
    def between_rounds(self) -> bool:
        """Whether no round is played, though the game has begun and goes on (4.2, 4.3)."""
        if self.ended is not None or not self.names or self.round > len(self.scores):
            return False
        return end_reason(self.rules, self.totals, self.round) is None

    @property
    def pending(self) -> Pending | None:
        """Who must decide what; None outside a game, and between facts that follow by themselves."""
        if self.ended is not None:
            return None
        if self.to_choose:
            return CardsWanted(self.to_choose)
        if self.to_place:
            seat, card = self.to_place[0]
            return RowWanted(seat, card) if landing(self.rows, card).row is None else None
        picker = self.picker
        if picker is not None:
            return DraftWanted(picker)
        return NextRoundWanted() if self.between_rounds else None

    @property
    def decision_id(self) -> DecisionId | None:
        match self.pending:
            case CardsWanted():
                return DecisionId("card", self.round, self.turn)
            case DraftWanted(seat):
                return DecisionId("pick", self.round, self.pick, seat)
            case RowWanted(seat):
                return DecisionId("row", self.round, self.turn, seat)
        return None
