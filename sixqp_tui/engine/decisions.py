"""The decisions of a seat, and the first facts that follow from them (3.1, 3.7, 5.2)."""

from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from sixqp_protocol import facts
from sixqp_protocol.facts import Fact
from sixqp_protocol.messages import (
    AnyRequest,
    ChooseCard,
    ChooseRow,
    Decision,
    DraftCard,
    NextRound,
    Ready,
    TakeBack,
)
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.engine.table import RowWanted, Table

AnyKind = TypeVar("AnyKind", bound=AnyRequest)


class Forbidden(NamedTuple):
    """Why a request is refused; `article` is the rule that forbids it, if any."""

    code: Refusal
    article: str | None = None


def at_hand(request: AnyKind, table: Table) -> AnyKind:
    """Fill in the round, and the turn or pick, that this table is at.

    Ready and NextRound name the next round, or 0 without a game.
    """
    match request:
        case ChooseCard() | TakeBack() | ChooseRow():
            return replace(request, round=table.round, turn=table.turn)
        case DraftCard():
            return replace(request, round=table.round, pick=table.pick)
        case Ready() | NextRound():
            playing = bool(table.names) and table.ended is None
            return replace(request, round=table.round + 1 if playing else 0)
    return request


def facts_of(table: Table, seat: int, decision: Decision) -> tuple[Fact, ...] | Forbidden:
    """The first facts that follow from this decision, or why the seat may not make it now.

    The table may be a client's, where other hands are unknown.
    """
    if isinstance(decision, DraftCard):
        if decision.round != table.round or decision.pick != table.pick:
            return Forbidden(Refusal.STALE)
        return _draft_card(table, seat, decision.card)
    if decision.round != table.round or decision.turn != table.turn:
        return Forbidden(Refusal.STALE)
    if isinstance(decision, ChooseCard):
        return _choose_card(table, seat, decision.card)
    if isinstance(decision, ChooseRow):
        return _choose_row(table, seat, decision.row)
    return _take_back(table, seat)


def _choose_card(table: Table, seat: int, card: int) -> tuple[Fact, ...] | Forbidden:
    to_choose = table.to_choose
    if not to_choose or table.ended is not None or not 0 <= seat < len(table.names):
        return Forbidden(Refusal.NOT_ASKED, "3.1")
    if seat not in to_choose:
        return Forbidden(Refusal.ALREADY_CHOSEN, "3.1")
    if card not in (table.hands[seat] or ()):
        return Forbidden(Refusal.NOT_IN_HAND, "3.1")
    return facts.CardLaid(seat, card), facts.CardChosen(seat)


def _take_back(table: Table, seat: int) -> tuple[Fact, ...] | Forbidden:
    if not table.to_choose or table.ended is not None:
        return Forbidden(Refusal.NOT_ASKED, "3.1")
    return (facts.ChoiceTakenBack(seat),) if seat in table.chosen else Forbidden(Refusal.NOTHING_LAID, "3.1")


def _draft_card(table: Table, seat: int, card: int) -> tuple[Fact, ...] | Forbidden:
    if table.picker != seat:
        return Forbidden(Refusal.NOT_ASKED, "5.2")
    return (facts.CardDrafted(seat, card),) if card in table.deck else Forbidden(Refusal.NOT_IN_DECK, "5.2")


def _choose_row(table: Table, seat: int, row: int) -> tuple[Fact, ...] | Forbidden:
    wanted = table.pending
    if not (isinstance(wanted, RowWanted) and wanted.seat == seat and 0 <= row < ROWS):
        return Forbidden(Refusal.NOT_ASKED, "3.7")
    return (facts.RowTaken(seat, wanted.card, row, table.rows[row]),)
