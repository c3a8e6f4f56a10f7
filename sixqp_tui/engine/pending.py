"""Who must decide what: the one answer for screens, bots, clocks and tests."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardsWanted:
    """These seats still have to choose a card (3.1)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DraftWanted:
    """This seat takes a card of the open deck (5.2)."""

    seat: int

    @property
    def seats(self) -> tuple[int, ...]:
        """The one seat that decides."""
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class RowWanted:
    """This seat's card is too low, and it chooses a row to take (3.7)."""

    seat: int
    card: int

    @property
    def seats(self) -> tuple[int, ...]:
        """The one seat that decides."""
        return (self.seat,)


Pending = CardsWanted | DraftWanted | RowWanted
