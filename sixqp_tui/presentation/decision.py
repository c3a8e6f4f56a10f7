"""The decision that the reader must make, and what a choice would lead to."""

from typing import NamedTuple

from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.rules import Effect, Rows, landing
from sixqp_tui.engine.table import CardsWanted, DraftWanted, RowWanted
from sixqp_tui.engine.view import View


class ChooseCard(NamedTuple):
    """The reader chooses a card (3.1)."""

    hand: tuple[int, ...]


class ChooseRow(NamedTuple):
    """The reader's card is too low, so they choose a row; `costs` are the heads of each (3.7)."""

    card: int
    costs: tuple[int, ...]

    @property
    def cheapest(self) -> tuple[int, ...]:
        return tuple(row for row, cost in enumerate(self.costs) if cost == min(self.costs))


class DraftCard(NamedTuple):
    """The reader picks a card from the open deck, their `number`th (5.2)."""

    number: int


class AnotherChoosesRow(NamedTuple):
    """Another player's card is too low (3.7)."""

    name: str
    card: int


class AnotherDrafts(NamedTuple):
    """Another player picks from the open deck (5.2)."""

    name: str


class CardLaid(NamedTuple):
    """The reader has chosen a card and waits for the others."""

    card: int


Situation = ChooseCard | ChooseRow | DraftCard | AnotherChoosesRow | AnotherDrafts | CardLaid


def situation(view: View) -> Situation | None:
    """The decision to make, or the player to wait for. None while others choose cards, or if nobody decides."""
    table = view.table
    match table.pending:
        case RowWanted(seat=seat, card=card) if seat == view.seat:
            return ChooseRow(card, tuple(map(heads_of, table.rows)))
        case RowWanted(seat=seat, card=card):
            return AnotherChoosesRow(table.names[seat], card)
        case DraftWanted(seat=seat) if seat == view.seat:
            return DraftCard(len(view.hand) + 1)
        case DraftWanted(seat=seat):
            return AnotherDrafts(table.names[seat])
        case CardsWanted() if view.wanted:
            return ChooseCard(view.hand)
    return None if view.laid is None else CardLaid(view.laid)


class LandingHint(NamedTuple):
    """Where a card would go now (3.4 to 3.7).

    `row` counts from 0 and `place` from 1. As the sixth card it would take `heads`. Without a row it is too low.
    """

    card: int
    row: int | None = None
    place: int = 0
    heads: int | None = None


def landing_hint(rows: Rows, card: int) -> LandingHint:
    effect, row = landing(rows, card)
    if row is None:
        return LandingHint(card)
    taken = heads_of(rows[row]) if effect is Effect.TAKES_FULL_ROW else None
    return LandingHint(card, row, len(rows[row]) + 1, taken)
