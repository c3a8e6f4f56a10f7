"""What follows by itself when the cards of a turn are known: where each goes, and which rows are taken."""

from collections.abc import Callable, Iterator, Sequence

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact
from sixqp_tui.engine.rules import Effect, landing
from sixqp_tui.engine.table import Table

ChooseRow = Callable[[Table], int]
"""The row that is taken for the card that is placed now, which is lower than every end (3.7)."""


def revealing_facts(table: Table, cards: Sequence[int]) -> Iterator[AnyFact]:
    """All that is left to be chosen is chosen, and these cards are turned over, by seat (3.1, 3.2)."""
    yield from map(facts.CardChosen, table.to_choose)
    yield facts.CardsRevealed(tuple(cards))


def next_placement(table: Table, choose_row: ChooseRow) -> AnyFact:
    """What becomes of the lowest card that waits (3.3 to 3.7)."""
    seat, card = table.to_place[0]
    effect, row = landing(table.rows, card)
    if row is not None and effect is Effect.APPENDS:
        return facts.CardPlaced(seat, card, row)
    if row is None:
        row = choose_row(table)
    return facts.RowTaken(seat, card, row, table.rows[row])
