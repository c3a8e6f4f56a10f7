"""The one reducer: what each fact changes at a table. Every fact that cannot have happened is refused."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sixqp_protocol import facts
from sixqp_tui.engine import cards
from sixqp_tui.engine.pending import CardsWanted, DraftWanted
from sixqp_tui.engine.rules import Effect, Landing, end_reason, landing, playable

if TYPE_CHECKING:
    from sixqp_tui.engine.table import Hand, Table

Changes = dict[str, Any]


class ImpossibleFact(ValueError):
    """A fact that cannot have happened at this table: the stream it came in is broken."""


def folded(table: Table, fact: facts.Fact) -> Changes:
    """The fields of the table that this fact changes. Raises ImpossibleFact."""
    if not isinstance(fact, facts.GameStarted):
        _demand(table.ended is None and 0 <= getattr(fact, "seat", 0) < table.seats, fact)
    return _FOLDS[type(fact)](table, fact)


def _demand(condition: bool, fact: facts.Fact) -> None:
    if not condition:
        raise ImpossibleFact(f"{type(fact).__name__} cannot have happened here")


def _with(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _with_card(hand: Hand, card: int) -> Hand:
    held = list(hand)
    insort(held, card)
    return tuple(held)


def _without(hand: Hand | None, card: int) -> Hand | None:
    return None if hand is None else tuple(held for held in hand if held != card)


def _dealing(table: Table) -> bool:
    """Whether a round has begun and its rows have not."""
    return table.round > len(table.scores) and not table.rows


def _choosing(table: Table, seat: int) -> bool:
    """Whether this turn still waits for this seat's card (3.1)."""
    pending = table.pending
    return isinstance(pending, CardsWanted) and seat in pending.seats


def _fresh(table: Table, drawn: tuple[int, ...]) -> bool:
    """Whether these are different cards of the deck, none of them known to be anywhere else (1.1, 5.1)."""
    known = {*table.seen, *table.laid, *(card for hand in table.hands for card in hand or ())}
    deck = cards.deck(table.rules.variant, table.seats)
    return len(set(drawn)) == len(drawn) and known.isdisjoint(drawn) and set(deck).issuperset(drawn)


def _game_started(_table: Table, fact: facts.GameStarted) -> Changes:
    _demand(2 <= len(fact.names) <= 10 and playable(fact.rules), fact)
    nobody = (None,) * len(fact.names)
    return {
        "rules": fact.rules, "names": fact.names, "round": 0, "turn": 0, "rows": (), "hands": nobody,
        "laid": nobody, "chosen": frozenset(), "to_place": (), "piles": ((),) * len(fact.names),
        "totals": (0,) * len(fact.names), "scores": (), "deck": (), "first": None, "seen": frozenset(),
        "ended": None,
    }  # fmt: skip


def _round_began(table: Table, fact: facts.RoundBegan) -> Changes:
    _demand(fact.round == table.round + 1 == len(table.scores) + 1, fact)
    _demand(end_reason(table.rules, table.totals, table.round) is None, fact)
    nobody = (None,) * table.seats
    return {
        "round": fact.round, "turn": 0, "rows": (), "hands": nobody, "laid": nobody, "chosen": frozenset(),
        "to_place": (), "piles": ((),) * table.seats, "deck": (), "first": None, "seen": frozenset(),
    }  # fmt: skip


def _hand_dealt(table: Table, fact: facts.HandDealt) -> Changes:
    _demand(_dealing(table) and table.rules.variant != "draft" and table.hands[fact.seat] is None, fact)
    _demand(len(fact.cards) == cards.HAND and fact.cards == tuple(sorted(fact.cards)), fact)
    _demand(_fresh(table, fact.cards), fact)
    return {"hands": _with(table.hands, fact.seat, fact.cards)}


def _draft_opened(table: Table, fact: facts.DraftOpened) -> Changes:
    _demand(_dealing(table) and table.rules.variant == "draft" and table.first is None, fact)
    _demand(0 <= fact.first < table.seats, fact)
    deck = cards.deck(table.rules.variant, table.seats)
    return {"first": fact.first, "deck": deck, "hands": ((),) * table.seats}


def _card_drafted(table: Table, fact: facts.CardDrafted) -> Changes:
    _demand(table.pending == DraftWanted(fact.seat) and fact.card in table.deck, fact)
    return {
        "deck": tuple(card for card in table.deck if card != fact.card),
        "hands": _with(table.hands, fact.seat, _with_card(table.hands[fact.seat] or (), fact.card)),
    }


def _rows_started(table: Table, fact: facts.RowsStarted) -> Changes:
    _demand(_dealing(table) and len(fact.cards) == cards.ROWS, fact)
    drafted = table.rules.variant == "draft"
    _demand(fact.cards == table.deck if drafted else _fresh(table, fact.cards), fact)
    return {
        "rows": tuple((card,) for card in fact.cards),
        "deck": (),
        "turn": 1,
        "seen": frozenset(fact.cards),
    }


def _stood_in(table: Table, fact: facts.StoodIn) -> Changes:
    pending = table.pending
    _demand(pending is not None and fact.seat in pending.seats, fact)
    return {}


def _card_laid(table: Table, fact: facts.CardLaid) -> Changes:
    hand = table.hands[fact.seat]
    _demand(_choosing(table, fact.seat) and table.laid[fact.seat] is None and fact.card in (hand or ()), fact)
    return {
        "hands": _with(table.hands, fact.seat, _without(hand, fact.card)),
        "laid": _with(table.laid, fact.seat, fact.card),
    }


def _card_chosen(table: Table, fact: facts.CardChosen) -> Changes:
    hidden = table.hands[fact.seat] is None or table.rules.variant == "draft"
    _demand(_choosing(table, fact.seat) and (hidden or table.laid[fact.seat] is not None), fact)
    return {"chosen": table.chosen | {fact.seat}}


def _choice_taken_back(table: Table, fact: facts.ChoiceTakenBack) -> Changes:
    _demand(fact.seat in table.chosen and len(table.chosen) < table.seats, fact)
    changes: Changes = {"chosen": table.chosen - {fact.seat}}
    card, hand = table.laid[fact.seat], table.hands[fact.seat]
    if card is not None and hand is not None:
        changes["hands"] = _with(table.hands, fact.seat, _with_card(hand, card))
        changes["laid"] = _with(table.laid, fact.seat, None)
    return changes


def _could_lay(table: Table, seat: int, card: int) -> bool:
    """Whether this seat may have laid this card, as far as the holder of the table knows."""
    if table.laid[seat] is not None:
        return table.laid[seat] == card
    hand = table.hands[seat]
    return _fresh(table, (card,)) if hand is None else card in hand


def _cards_revealed(table: Table, fact: facts.CardsRevealed) -> Changes:
    _demand(len(table.chosen) == table.seats == len(fact.cards) == len(set(fact.cards)), fact)
    _demand(all(_could_lay(table, seat, card) for seat, card in enumerate(fact.cards)), fact)
    return {
        "chosen": frozenset(),
        "laid": (None,) * table.seats,
        "hands": tuple(_without(hand, card) for hand, card in zip(table.hands, fact.cards, strict=True)),
        "to_place": tuple(sorted(enumerate(fact.cards), key=lambda play: play[1])),
        "seen": table.seen | set(fact.cards),
    }


def _place(table: Table, fact: facts.CardPlaced | facts.RowTaken, row: tuple[int, ...]) -> Changes:
    left = table.to_place[1:]
    return {
        "rows": _with(table.rows, fact.row, row),
        "to_place": left,
        "turn": table.turn if left else table.turn + 1,
    }


def _next_landing(table: Table, fact: facts.CardPlaced | facts.RowTaken) -> Landing:
    _demand(table.to_place[:1] == ((fact.seat, fact.card),), fact)
    return landing(table.rows, fact.card)


def _card_placed(table: Table, fact: facts.CardPlaced) -> Changes:
    _demand(_next_landing(table, fact) == (Effect.APPENDS, fact.row), fact)
    return _place(table, fact, (*table.rows[fact.row], fact.card))


def _row_taken(table: Table, fact: facts.RowTaken) -> Changes:
    effect, row = _next_landing(table, fact)
    _demand(0 <= fact.row < cards.ROWS, fact)
    _demand(effect is not Effect.APPENDS and row in (None, fact.row) and fact.cards == table.rows[fact.row], fact)
    pile = (*table.piles[fact.seat], *fact.cards)
    return {**_place(table, fact, (fact.card,)), "piles": _with(table.piles, fact.seat, pile)}


def _round_ended(table: Table, fact: facts.RoundEnded) -> Changes:
    totals = tuple(total + heads for total, heads in zip(table.totals, table.heads, strict=True))
    _demand(table.turn == cards.HAND + 1 and (fact.heads, fact.totals) == (table.heads, totals), fact)
    return {"turn": 0, "totals": totals, "scores": (*table.scores, table.heads)}


def _game_ended(table: Table, fact: facts.GameEnded) -> Changes:
    over = table.round == len(table.scores) > 0 and end_reason(table.rules, table.totals, table.round)
    _demand(fact.reason in ("abandoned", over), fact)
    return {"ended": fact.reason}


_FOLDS: dict[type[facts.Fact], Callable[[Any, Any], Changes]] = {
    facts.GameStarted: _game_started,
    facts.RoundBegan: _round_began,
    facts.HandDealt: _hand_dealt,
    facts.DraftOpened: _draft_opened,
    facts.CardDrafted: _card_drafted,
    facts.RowsStarted: _rows_started,
    facts.StoodIn: _stood_in,
    facts.CardLaid: _card_laid,
    facts.CardChosen: _card_chosen,
    facts.ChoiceTakenBack: _choice_taken_back,
    facts.CardsRevealed: _cards_revealed,
    facts.CardPlaced: _card_placed,
    facts.RowTaken: _row_taken,
    facts.RoundEnded: _round_ended,
    facts.GameEnded: _game_ended,
}
