"""The only reducer: how each fact changes a table. It refuses impossible facts."""

from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from msgspec.structs import replace

from sixqp_protocol import facts
from sixqp_tui.engine import cards
from sixqp_tui.engine.rules import APPENDS, end_reason, landing, playable
from sixqp_tui.engine.table import Hand, RevealedTurn, Table

Item = TypeVar("Item")
_CARD = itemgetter(1)


class ImpossibleFact(ValueError):
    """This fact can't have happened at this table, so its stream is broken."""


def apply_fact(table: Table, fact: facts.Fact) -> Table:
    return apply_facts(table, (fact,))


def apply_facts(table: Table, happened: Iterable[facts.Fact]) -> Table:
    """Raises ImpossibleFact."""
    for fact in happened:
        kind = type(fact)
        going_on = table.names and table.ended is None
        after = _REDUCERS[kind](table, fact) if going_on or kind is facts.GameStarted else None
        if after is None:
            raise ImpossibleFact(f"{kind.__name__} cannot have happened here")
        table = after
    return table


# -- one function a fact: the table after it, or None if it cannot have happened ---------------------


def _game_started(_table: Table, fact: facts.GameStarted) -> Table | None:
    if not (2 <= len(fact.names) <= 10 and playable(fact.rules)):
        return None
    return _gathered(Table(fact.rules, fact.names, totals=(0,) * len(fact.names)))


def _round_began(table: Table, fact: facts.RoundBegan) -> Table | None:
    if not fact.round == table.round + 1 == len(table.scores) + 1:
        return None
    if end_reason(table.rules, table.totals, table.round) is not None:
        return None
    return _gathered(Table(table.rules, table.names, fact.round, totals=table.totals, scores=table.scores))


def _hand_dealt(table: Table, fact: facts.HandDealt) -> Table | None:
    if not (_dealing(table) and table.rules.variant != "draft"):
        return None
    if not (0 <= fact.seat < table.seats and table.hands[fact.seat] is None):
        return None
    hand = fact.cards
    if len(hand) != cards.HAND or hand != tuple(sorted(hand)) or not _fresh(table, hand):
        return None
    return replace(table, hands=_with(table.hands, fact.seat, hand))


def _draft_opened(table: Table, fact: facts.DraftOpened) -> Table | None:
    if not (_dealing(table) and table.rules.variant == "draft" and table.first is None):
        return None
    if not 0 <= fact.first < table.seats:
        return None
    deck = cards.deck(table.rules.variant, table.seats)
    return replace(table, first=fact.first, deck=deck, hands=((),) * table.seats)


def _card_drafted(table: Table, fact: facts.CardDrafted) -> Table | None:
    if not (table.picker == fact.seat and fact.card in table.deck):
        return None
    hand = _inserted(table.hands[fact.seat] or (), fact.card)
    return replace(table, deck=_without(table.deck, fact.card), hands=_with(table.hands, fact.seat, hand))


def _rows_started(table: Table, fact: facts.RowsStarted) -> Table | None:
    if not (_dealing(table) and len(fact.cards) == cards.ROWS):
        return None
    if not (fact.cards == table.deck if table.rules.variant == "draft" else _fresh(table, fact.cards)):
        return None
    rows = tuple([(card,) for card in fact.cards])
    return _next_turn(replace(table, rows=rows, deck=(), seen=frozenset(fact.cards)))


def _stood_in(table: Table, fact: facts.StoodIn) -> Table | None:
    pending = table.pending
    return table if pending is not None and fact.seat in pending.seats else None


def _card_laid(table: Table, fact: facts.CardLaid) -> Table | None:
    seat, card = fact.seat, fact.card
    if seat not in table.to_choose or table.laid[seat] is not None:
        return None
    hand = table.hands[seat]
    if hand is None or card not in hand:
        return None
    return replace(table, hands=_with(table.hands, seat, _without(hand, card)), laid=_with(table.laid, seat, card))


def _card_chosen(table: Table, fact: facts.CardChosen) -> Table | None:
    seat = fact.seat
    if seat not in table.to_choose:
        return None
    if table.laid[seat] is None and table.hands[seat] is not None and table.rules.variant != "draft":
        return None
    return replace(table, to_choose=_without(table.to_choose, seat))


def _choice_taken_back(table: Table, fact: facts.ChoiceTakenBack) -> Table | None:
    seat = fact.seat
    if not table.to_choose or seat not in table.chosen:
        return None
    to_choose, card, hand = _inserted(table.to_choose, seat), table.laid[seat], table.hands[seat]
    if card is None or hand is None:
        return replace(table, to_choose=to_choose)
    hands = _with(table.hands, seat, _inserted(hand, card))
    return replace(table, to_choose=to_choose, hands=hands, laid=_with(table.laid, seat, None))


def _cards_revealed(table: Table, fact: facts.CardsRevealed) -> Table | None:
    if table.to_choose or not (table.choosing and table.seats == len(fact.cards) == len(set(fact.cards))):
        return None
    hands = table.hands if fact.cards == table.laid else _hands_left(table, fact.cards)
    if hands is None:
        return None
    return replace(
        table,
        laid=(None,) * table.seats,
        hands=hands,
        to_place=tuple(sorted(enumerate(fact.cards), key=_CARD)),
        seen=table.seen.union(fact.cards),
        turns=(*table.turns, RevealedTurn(table.rows, fact.cards)),
    )


def _hands_left(table: Table, revealed: Sequence[int]) -> tuple[Hand | None, ...] | None:
    """The hands after the cards were turned over; None if a seat can't have played its card."""
    hands, unknown = list(table.hands), []
    for seat, card in enumerate(revealed):
        laid, hand = table.laid[seat], hands[seat]
        if laid is not None:
            if card != laid:
                return None
        elif hand is None:
            unknown.append(card)
        elif card in hand:
            hands[seat] = _without(hand, card)
        else:
            return None
    return tuple(hands) if not unknown or _fresh(table, unknown) else None


def _card_placed(table: Table, fact: facts.CardPlaced) -> Table | None:
    if not table.to_place or table.to_place[0] != (fact.seat, fact.card):
        return None
    effect, row = landing(table.rows, fact.card)
    if effect is not APPENDS or row != fact.row:
        return None
    return _placed(table, table.piles, fact.row, (*table.rows[fact.row], fact.card))


def _row_taken(table: Table, fact: facts.RowTaken) -> Table | None:
    if not table.to_place or table.to_place[0] != (fact.seat, fact.card):
        return None
    effect, row = landing(table.rows, fact.card)
    if effect is APPENDS or row not in (None, fact.row) or not 0 <= fact.row < cards.ROWS:
        return None
    if fact.cards != table.rows[fact.row]:
        return None
    piles = _with(table.piles, fact.seat, (*table.piles[fact.seat], *fact.cards))
    return _placed(table, piles, fact.row, (fact.card,))


def _placed(table: Table, piles: tuple[tuple[int, ...], ...], row: int, held: tuple[int, ...]) -> Table:
    placed = replace(table, rows=_with(table.rows, row, held), piles=piles, to_place=table.to_place[1:])
    return placed if placed.to_place else _next_turn(placed)


def _round_ended(table: Table, fact: facts.RoundEnded) -> Table | None:
    if table.turn != cards.HAND + 1 or (fact.heads, fact.totals) != table.round_result:
        return None
    return replace(table, turn=0, totals=fact.totals, scores=(*table.scores, fact.heads))


def _game_ended(table: Table, fact: facts.GameEnded) -> Table | None:
    over = table.round == len(table.scores) > 0 and end_reason(table.rules, table.totals, table.round)
    return replace(table, ended=fact.reason) if fact.reason in ("abandoned", over) else None


_REDUCERS: dict[type[facts.Fact], Callable[[Table, Any], Table | None]] = {
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


# -- what several of them ask ---------------------------------------------------------------------------


def _gathered(table: Table) -> Table:
    nobody = (None,) * table.seats
    return replace(table, hands=nobody, laid=nobody, piles=((),) * table.seats)


def _next_turn(table: Table) -> Table:
    to_choose = tuple(range(table.seats)) if table.turn < cards.HAND else ()
    return replace(table, turn=table.turn + 1, to_choose=to_choose)


def _dealing(table: Table) -> bool:
    return table.round > len(table.scores) and not table.rows


def _fresh(table: Table, drawn: Sequence[int]) -> bool:
    fresh = set(drawn)
    deck = cards.deck(table.rules.variant, table.seats)
    if len(fresh) != len(drawn) or min(fresh) < deck[0] or max(fresh) > deck[-1]:
        return False
    return all(map(fresh.isdisjoint, (table.seen, table.laid, *filter(None, table.hands))))


def _with(values: tuple[Item, ...], index: int, value: Item) -> tuple[Item, ...]:
    changed = list(values)
    changed[index] = value
    return tuple(changed)


def _inserted(ascending: tuple[int, ...], number: int) -> tuple[int, ...]:
    more = list(ascending)
    insort(more, number)
    return tuple(more)


def _without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    left = list(numbers)
    left.remove(number)
    return tuple(left)
