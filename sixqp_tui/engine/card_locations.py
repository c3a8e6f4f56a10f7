"""Where each card of the round's deck is, as far as one seat can know."""

from typing import Literal

from sixqp_tui.engine import cards
from sixqp_tui.engine.view import View

CardLocation = Literal["unseen", "mine", "table", "gone", "theirs", "deck"]
"""Not seen yet; in the own hand or laid; on the table; taken; drafted by another seat; in the open deck (5.2)."""


def card_locations(view: View) -> dict[int, CardLocation]:
    """The location of each card of the deck; nothing before the first game."""
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
