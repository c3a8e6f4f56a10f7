"""Where each card of the round's deck is, as far as one seat can know: for those who count."""

from typing import Literal

from sixqp_tui.engine import cards
from sixqp_tui.engine.view import View

CardLocation = Literal["unseen", "mine", "table", "gone", "theirs", "deck"]
"""Not seen yet; in the own hand or laid; on the table; taken; picked in the open by another; to pick (5.2)."""


def card_locations(view: View) -> dict[int, CardLocation]:
    """Where each card of the deck is, by its number; nothing before the first game."""
    table = view.table
    if not table.names:
        return {}
    theirs = {card for seat, hand in enumerate(table.hands) if seat != view.seat for card in hand or ()}
    known: tuple[tuple[CardLocation, set[int]], ...] = (
        ("mine", {*view.hand, *([view.laid] if view.laid else [])}),
        ("table", {*(card for row in table.rows for card in row), *(card for _, card in table.to_place)}),
        ("gone", set(table.seen)),
        ("theirs", theirs),
        ("deck", set(table.deck)),
    )
    return {
        card: next((where for where, held in known if card in held), "unseen")
        for card in cards.deck(table.rules.variant, table.seats)
    }
