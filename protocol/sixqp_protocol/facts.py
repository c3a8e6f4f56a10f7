"""What happens in a game: one frozen value in the past tense for each thing that can happen.

A state is nothing but the fold of the facts seen so far. The article numbers are those of the rules.
Seats and rows count from 0; rounds, turns and picks from 1.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Seat = Annotated[int, Meta(ge=0, le=9)]
Row = Annotated[int, Meta(ge=0, le=3)]
Card = Annotated[int, Meta(ge=1, le=104)]
Count = Annotated[int, Meta(ge=0, le=0xFFFFFFFF)]
Cards = Annotated[tuple[Card, ...], Meta(max_length=104)]
PerSeat = Annotated[tuple[Count, ...], Meta(min_length=2, max_length=10)]
PlayedCards = Annotated[tuple[Card, ...], Meta(min_length=2, max_length=10)]
Names = Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(min_length=2, max_length=10)]

Variant = Literal["classic", "tactic", "draft"]
LimitRule = Literal["over", "reach"]
EndReason = Literal["limit", "rounds", "abandoned"]


class Rules(Struct, frozen=True):
    """What a table has agreed on before the game (4.2, 4.3, 5).

    `limit` is in heads, `rounds` the largest number of rounds; None is no such end, but not for both.
    """

    variant: Variant = "classic"
    limit: Annotated[int, Meta(ge=1, le=999)] | None = 66
    limit_rule: LimitRule = "over"
    rounds: Annotated[int, Meta(ge=1, le=99)] | None = None


class Fact(Struct, frozen=True, tag=True, tag_field="kind"):
    """Something that has happened. Everybody at the table may read it."""

    @property
    def reader(self) -> int | None:
        """The only seat that may read this fact; None where everybody may."""
        return None


class GameStarted(Fact, frozen=True):
    """The game began with these rules and players; `names[s]` sits at seat s (2.1)."""

    rules: Rules
    names: Names


class RoundBegan(Fact, frozen=True):
    """All cards were gathered again for this round, counted from 1 (2.2)."""

    round: Count


class HandDealt(Fact, frozen=True):
    """A seat was dealt these ten cards, ascending; only that seat reads them (2.2)."""

    seat: Seat
    cards: Cards

    @property
    def reader(self) -> int:
        return self.seat


class DraftOpened(Fact, frozen=True):
    """The whole deck lies face up, and this seat picks first (5.2)."""

    first: Seat


class CardDrafted(Fact, frozen=True):
    """A seat took a card of the open deck into its hand, in the open (5.2)."""

    seat: Seat
    card: Card


class RowsStarted(Fact, frozen=True):
    """These four cards start the rows, top to bottom (2.3; 5.2 in the draft)."""

    cards: Cards


class StoodIn(Fact, frozen=True):
    """The decision that follows in this batch was made by the stand-in for an absent player (8.1)."""

    seat: Seat


class CardLaid(Fact, frozen=True):
    """A seat laid this card face down; only that seat reads which (3.1)."""

    seat: Seat
    card: Card

    @property
    def reader(self) -> int:
        return self.seat


class CardChosen(Fact, frozen=True):
    """A seat has chosen a card; everybody sees that, nobody what (3.1)."""

    seat: Seat


class ChoiceTakenBack(Fact, frozen=True):
    """A seat took its face-down card back into the hand (3.1)."""

    seat: Seat


class CardsRevealed(Fact, frozen=True):
    """All cards were turned over at once; `cards[s]` was laid by seat s (3.2)."""

    cards: PlayedCards


class CardPlaced(Fact, frozen=True):
    """A card went to the right end of a row that held at most four (3.4, 3.5)."""

    seat: Seat
    card: Card
    row: Row


class RowTaken(Fact, frozen=True):
    """A seat took these cards of a row, and its card started that row anew (3.6, 3.7, 3.8)."""

    seat: Seat
    card: Card
    row: Row
    cards: Cards

    @property
    def too_low(self) -> bool:
        """Whether the card was lower than the row's end (3.7), rather than its sixth (3.6)."""
        return self.card < self.cards[-1]


class RoundEnded(Fact, frozen=True):
    """Every hand is empty; heads of this round and totals by seat, the checksum of every fold (4.1)."""

    heads: PerSeat
    totals: PerSeat


class GameEnded(Fact, frozen=True):
    """The game is over: the limit was passed, the rounds are played, or the table gave it up (4.2, 4.3)."""

    reason: EndReason


AnyFact = (
    GameStarted
    | RoundBegan
    | HandDealt
    | DraftOpened
    | CardDrafted
    | RowsStarted
    | StoodIn
    | CardLaid
    | CardChosen
    | ChoiceTakenBack
    | CardsRevealed
    | CardPlaced
    | RowTaken
    | RoundEnded
    | GameEnded
)
