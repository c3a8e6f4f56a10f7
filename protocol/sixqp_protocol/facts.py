"""What happens in a game, as frozen values in the past tense.

A state is the fold of the facts so far. Articles are those of the rules. Seats and rows count from 0; rounds, turns
and picks from 1.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sixqp_protocol.cleaning import GameName

Seat = Annotated[int, Meta(ge=0, le=9)]
Row = Annotated[int, Meta(ge=0, le=3)]
Card = Annotated[int, Meta(ge=1, le=104)]
Count = Annotated[int, Meta(ge=0, le=0xFFFFFFFF)]
Cards = Annotated[tuple[Card, ...], Meta(max_length=104)]
PerSeat = Annotated[tuple[Count, ...], Meta(min_length=2, max_length=10)]
PlayedCards = Annotated[tuple[Card, ...], Meta(min_length=2, max_length=10)]
Names = Annotated[tuple[GameName, ...], Meta(min_length=2, max_length=10)]

Variant = Literal["classic", "tactic", "draft"]
LimitRule = Literal["over", "reach"]
EndReason = Literal["limit", "rounds", "abandoned"]


class Rules(Struct, frozen=True):
    """The rules that a table agreed on (4.2, 4.3, 5).

    `limit` is in heads and `rounds` is the largest number of rounds; at least one of them is set.
    """

    variant: Variant = "classic"
    limit: Annotated[int, Meta(ge=1, le=999)] | None = 66
    limit_rule: LimitRule = "over"
    rounds: Annotated[int, Meta(ge=1, le=99)] | None = None


class Fact(Struct, frozen=True, gc=False, tag=True, tag_field="kind"):
    @property
    def reader(self) -> int | None:
        """The only seat that may read this fact, or None if everybody may."""
        return None


class GameStarted(Fact, frozen=True):
    """The game began, and `names[s]` sits at seat s (2.1)."""

    rules: Rules
    names: Names


class RoundBegan(Fact, frozen=True):
    """All cards were gathered for this round (2.2)."""

    round: Count


class HandDealt(Fact, frozen=True):
    """A seat was dealt these ten cards, in ascending order (2.2)."""

    seat: Seat
    cards: Cards

    @property
    def reader(self) -> int:
        return self.seat


class DraftOpened(Fact, frozen=True):
    """The whole deck is face up, and this seat picks first (5.2)."""

    first: Seat


class CardDrafted(Fact, frozen=True):
    """A seat took a card of the open deck into its hand (5.2)."""

    seat: Seat
    card: Card


class RowsStarted(Fact, frozen=True):
    """These four cards start the rows, top to bottom (2.3; 5.2 in the draft)."""

    cards: Cards


class StoodIn(Fact, frozen=True):
    """The stand-in makes the next decision in this batch for an absent player (8.1)."""

    seat: Seat


class CardLaid(Fact, frozen=True):
    """A seat laid this card face down (3.1)."""

    seat: Seat
    card: Card

    @property
    def reader(self) -> int:
        return self.seat


class CardChosen(Fact, frozen=True):
    """A seat has chosen a card (3.1)."""

    seat: Seat


class ChoiceTakenBack(Fact, frozen=True):
    """A seat took its face-down card back (3.1)."""

    seat: Seat


class CardsRevealed(Fact, frozen=True):
    """All cards were turned over; `cards[s]` is from seat s (3.2)."""

    cards: PlayedCards


class CardPlaced(Fact, frozen=True):
    """A card went to the right end of a row of at most four (3.4, 3.5)."""

    seat: Seat
    card: Card
    row: Row


class RowTaken(Fact, frozen=True):
    """A seat took the cards of a row, and its card started the row again (3.6, 3.7, 3.8)."""

    seat: Seat
    card: Card
    row: Row
    cards: Cards

    @property
    def too_low(self) -> bool:
        """The card was too low (3.7), rather than the sixth (3.6)."""
        return self.card < self.cards[-1]


class RoundEnded(Fact, frozen=True):
    """Every hand is empty (4.1). `heads` of this round and `totals`, by seat, check every fold."""

    heads: PerSeat
    totals: PerSeat


class GameEnded(Fact, frozen=True):
    """The game is over (4.2, 4.3)."""

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
