"""What the rules of the game forbid a seat to decide (3.1, 3.7, 5.2), as far as the holder of a table knows it."""

from typing import NamedTuple

from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.engine.pending import RowWanted
from sixqp_tui.engine.table import Table


class Forbidden(NamedTuple):
    """Why something may not be done; `article` of the rules where one of them forbids it."""

    code: Refusal
    article: str | None = None


def forbids_card(table: Table, seat: int, card: int) -> Forbidden | None:
    """Why this seat may not lay this card of its hand (3.1); None where it may."""
    to_choose = table.to_choose
    if not to_choose or table.ended is not None or not 0 <= seat < len(table.names):
        return Forbidden(Refusal.NOT_ASKED, "3.1")
    if seat not in to_choose:
        return Forbidden(Refusal.ALREADY_CHOSEN, "3.1")
    return None if card in (table.hands[seat] or ()) else Forbidden(Refusal.NOT_IN_HAND, "3.1")


def forbids_take_back(table: Table, seat: int) -> Forbidden | None:
    """Why this seat may not take its laid card back (3.1); None where it may."""
    if not table.to_choose or table.ended is not None:
        return Forbidden(Refusal.NOT_ASKED, "3.1")
    return None if seat in table.chosen else Forbidden(Refusal.NOTHING_LAID, "3.1")


def forbids_pick(table: Table, seat: int, card: int) -> Forbidden | None:
    """Why this seat may not take this card of the open deck (5.2); None where it may."""
    if table.picker != seat:
        return Forbidden(Refusal.NOT_ASKED, "5.2")
    return None if card in table.deck else Forbidden(Refusal.NOT_IN_DECK, "5.2")


def forbids_row(table: Table, seat: int, row: int) -> Forbidden | None:
    """Why this seat may not take the cards of this row, from 0 (3.7); None where it may."""
    wanted = table.pending
    if not (isinstance(wanted, RowWanted) and wanted.seat == seat):
        return Forbidden(Refusal.NOT_ASKED, "3.7")
    return None if 0 <= row < ROWS else Forbidden(Refusal.NO_SUCH_ROW, "3.7")
