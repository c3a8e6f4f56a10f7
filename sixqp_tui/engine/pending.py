"""Who must decide what: the one answer for screens, bots, clocks and tests."""

from typing import Literal

from msgspec import Struct


class CardsWanted(Struct, frozen=True):
    """These seats must still choose a card (3.1)."""

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
    """The table pauses between two rounds, and no seat has anything to decide."""

    @property
    def seats(self) -> tuple[int, ...]:
        return ()


Pending = CardsWanted | DraftWanted | RowWanted | NextRoundWanted


class DecisionId(Struct, frozen=True):
    """Distinguishes a decision from every other of its game.

    `number` is the turn, or the pick of the draft. `seat` is None for the cards of a turn, which all seats choose
    at once.
    """

    kind: Literal["card", "pick", "row"]
    round: int
    number: int
    seat: int | None = None
