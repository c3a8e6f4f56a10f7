"""What follows by itself: cards are placed until somebody must decide, then rounds end and begin (3.3 to 5.2)."""

from collections.abc import Iterator

from sixqp_protocol import facts
from sixqp_tui.engine import cards
from sixqp_tui.engine.rules import Effect, end_reason, landing
from sixqp_tui.engine.shuffle import Lots
from sixqp_tui.engine.table import Table


def consequence(table: Table, seed: str) -> tuple[facts.Fact, ...]:
    """The facts that follow next by themselves; none where somebody must decide or the game is over."""
    if table.ended or not table.names or table.pending:
        return ()
    if table.to_place:
        return (_placed(table, *table.to_place[0]),)
    if table.drafting:
        return (facts.RowsStarted(table.deck),)
    if len(table.chosen) == table.seats:
        return (facts.CardsRevealed(tuple(card for card in table.laid if card is not None)),)
    if table.turn > cards.HAND:
        return (_scored(table),)
    reason = end_reason(table.rules, table.totals, table.round)
    if table.round and reason:
        return (facts.GameEnded(reason),)
    return tuple(_new_round(table, seed))


def row_taken(table: Table, row: int) -> facts.RowTaken:
    """The next card to place takes this row (3.6, 3.7)."""
    seat, card = table.to_place[0]
    return facts.RowTaken(seat, card, row, table.rows[row])


def _placed(table: Table, seat: int, card: int) -> facts.Fact:
    effect, row = landing(table.rows, card)
    assert row is not None
    return facts.CardPlaced(seat, card, row) if effect is Effect.APPENDS else row_taken(table, row)


def _scored(table: Table) -> facts.RoundEnded:
    totals = tuple(total + heads for total, heads in zip(table.totals, table.heads, strict=True))
    return facts.RoundEnded(table.heads, totals)


def _new_round(table: Table, seed: str) -> Iterator[facts.Fact]:
    number = table.round + 1
    yield facts.RoundBegan(number)
    if table.rules.variant == "draft":
        yield facts.DraftOpened((Lots(seed, "first").below(table.seats) + number - 1) % table.seats)
        return
    deck = cards.deck(table.rules.variant, table.seats)
    drawn = iter(Lots(seed, f"round {number}").shuffled(deck))
    for seat in range(table.seats):
        yield facts.HandDealt(seat, tuple(sorted(next(drawn) for _ in range(cards.HAND))))
    yield facts.RowsStarted(tuple(next(drawn) for _ in range(cards.ROWS)))
