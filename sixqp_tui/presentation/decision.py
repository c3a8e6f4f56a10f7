"""What is asked of the reader of a table, and what a choice would bring."""

from typing import NamedTuple

from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.pending import CardsWanted, DraftWanted, RowWanted
from sixqp_tui.engine.rules import Effect, Rows, landing
from sixqp_tui.engine.view import View


class ChooseCard(NamedTuple):
    """The reader is to choose a card of the hand (3.1)."""

    hand: tuple[int, ...]


class ChooseRow(NamedTuple):
    """The reader's card is too low; each row costs so many heads (3.7)."""

    card: int
    costs: tuple[int, ...]

    @property
    def cheapest(self) -> tuple[int, ...]:
        """The rows that cost least, from 0."""
        return tuple(row for row, cost in enumerate(self.costs) if cost == min(self.costs))


class DraftCard(NamedTuple):
    """The reader is to take a card of the open deck: the `number`th of the hand (5.2)."""

    number: int


class AnotherChoosesRow(NamedTuple):
    """The card of another player is too low (3.7)."""

    name: str
    card: int


class AnotherDrafts(NamedTuple):
    """Another player is to take a card of the open deck (5.2)."""

    name: str


class CardLaid(NamedTuple):
    """The reader has chosen this card, and others have not."""

    card: int


Situation = ChooseCard | ChooseRow | DraftCard | AnotherChoosesRow | AnotherDrafts | CardLaid


def situation(view: View) -> Situation | None:
    """What is asked, or who is waited for; None where others choose cards, and where nobody is to decide."""
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
    """Where a card would go on the table as it lies (3.4 to 3.7).

    To this `place`, from 1, of a `row`, from 0, whose cards it would take for so many `heads` as their sixth;
    with a `row` of None it is too low, and its player would choose one.
    """

    card: int
    row: int | None = None
    place: int = 0
    heads: int | None = None


def landing_hint(rows: Rows, card: int) -> LandingHint:
    """Where this card would go on these rows."""
    effect, row = landing(rows, card)
    if row is None:
        return LandingHint(card)
    taken = heads_of(rows[row]) if effect is Effect.TAKES_FULL_ROW else None
    return LandingHint(card, row, len(rows[row]) + 1, taken)
