"""Who must decide what: the one answer for screens, bots, clocks and tests."""

from typing import Literal

from msgspec import Struct


class CardsWanted(Struct, frozen=True):
    """These seats still have to choose a card (3.1)."""

    seats: tuple[int, ...]


class DraftWanted(Struct, frozen=True):
    """This seat takes a card of the open deck (5.2)."""

    seat: int

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,)


class RowWanted(Struct, frozen=True):
    """This seat's card is too low, and it chooses a row to take (3.7)."""

    seat: int
    card: int

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,)


class NextRoundWanted(Struct, frozen=True):
    """A round is over and the next one is not dealt: the table pauses, and no seat has anything to decide."""

    @property
    def seats(self) -> tuple[int, ...]:
        return ()


Pending = CardsWanted | DraftWanted | RowWanted | NextRoundWanted


class DecisionId(Struct, frozen=True):
    """What tells the decision at hand from every other of its game.

    `number` is the turn, or for a pick the pick of the draft. `seat` is whose pick or row it is; None for the cards
    of a turn, which all seats choose at once.
    """

    kind: Literal["card", "pick", "row"]
    round: int
    number: int
    seat: int | None = None
