"""Facts in words: one sentence for each that a player wants to read about."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from sixqp_protocol import facts
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.rules import ranks
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import words_scores as scores
from sixqp_tui.i18n import words_table as words

Tone = Literal["plain", "cost", "heading"]


class Told(NamedTuple):
    """A fact in words: a sentence for the log, a few words for the last lines of the table, and its tone."""

    sentence: str
    short: str
    tone: Tone = "plain"


def tell(fact: facts.Fact, before: Table, you: int | None = None) -> Told | None:
    """What a fact was, at the table before it, to the player at seat `you`; None where there is nothing to say."""
    teller = _TELLERS.get(type(fact))
    return teller(fact, before, you) if teller else None


def winners(table: Table) -> str:
    """Who has won a game (4.4)."""
    best = [name for name, rank in zip(table.names, ranks(table.totals), strict=True) if rank == 1]
    return scores.winners(best, min(table.totals))


def reason(table: Table) -> str:
    """Why a game is over (4.2, 4.3)."""
    assert table.ended is not None
    limit = table.rules.limit or 0
    beyond = limit + (table.rules.limit_rule == "over")
    over = [name for name, total in zip(table.names, table.totals, strict=True) if total >= beyond]
    return scores.why_over(table.ended, over, table.rules)


def _game_started(fact: facts.GameStarted, _before: Table, _you: int | None) -> Told:
    return _heading(f"A game begins: {words.listed(fact.names, 10)}, {words.rules_in_short(fact.rules)}")


def _round_began(fact: facts.RoundBegan, _before: Table, _you: int | None) -> Told:
    return _heading(f"Round {fact.round}")


def _draft_opened(fact: facts.DraftOpened, before: Table, you: int | None) -> Told:
    first = "you pick" if fact.first == you else f"{before.names[fact.first]} picks"
    sentence = f"The deck lies open: {first} first"
    return Told(sentence, sentence)


def _card_drafted(fact: facts.CardDrafted, before: Table, you: int | None) -> Told:
    sentence = _subject(fact.seat, before, you, f"take the {fact.card}", f"takes the {fact.card}")
    return Told(sentence, f"{before.names[fact.seat]} {fact.card}")


def _rows_started(fact: facts.RowsStarted, _before: Table, _you: int | None) -> Told:
    sentence = f"The rows start with {words.listed([str(card) for card in fact.cards])}"
    return Told(sentence, sentence)


def _stood_in(fact: facts.StoodIn, before: Table, you: int | None) -> Told:
    sentence = _subject(fact.seat, before, you, "were away: the stand-in decides", "is away: the stand-in decides")
    return Told(sentence, sentence)


def _cards_revealed(fact: facts.CardsRevealed, before: Table, you: int | None) -> Told:
    plays = sorted(enumerate(fact.cards), key=lambda play: play[1])
    shown = ", ".join(f"{words.you() if seat == you else before.names[seat]} {card}" for seat, card in plays)
    return Told(f"Turn {before.turn}: {shown}", "", "heading")


def _card_placed(fact: facts.CardPlaced, before: Table, you: int | None) -> Told:
    rest = f"the {fact.card} on row {fact.row + 1}"
    sentence = _subject(fact.seat, before, you, f"lay {rest}", f"lays {rest}")
    return Told(sentence, f"{before.names[fact.seat]} {fact.card}→{fact.row + 1}")


def _row_taken(fact: facts.RowTaken, before: Table, you: int | None) -> Told:
    cost = heads_of(fact.cards)
    name = before.names[fact.seat]
    card = f"Your {fact.card}" if fact.seat == you else f"{name}'s {fact.card}"
    row = f"row {fact.row + 1}"
    takes = "you take" if fact.seat == you else "takes"
    price = words.heads(cost)
    if fact.too_low:
        sentence = f"{card} is too low: {takes} {row}, {price}"
    else:
        sentence = f"{card} is the 6th card of {row}: {takes} {words.cards(len(fact.cards))}, {price}"
    why = "too low" if fact.too_low else "6th card"
    return Told(sentence, f"{name} {fact.card} takes {row} +{cost}∀ ({why})", "cost")


def _round_ended(fact: facts.RoundEnded, before: Table, you: int | None) -> Told:
    shares = ", ".join(
        f"{words.you() if seat == you else name} {heads}"
        for seat, (name, heads) in enumerate(zip(before.names, fact.heads, strict=True))
    )
    return _heading(f"Round {before.round} ends. Heads: {shares}")


def _game_ended(fact: facts.GameEnded, before: Table, _you: int | None) -> Told:
    after = before.apply(fact)
    if fact.reason == "abandoned":
        return _heading(f"The game is over: {reason(after)}")
    return _heading(f"The game is over: {reason(after)}. {winners(after)}")


def _subject(seat: int, table: Table, you: int | None, second: str, third: str) -> str:
    return f"You {second}" if seat == you else f"{table.names[seat]} {third}"


def _heading(sentence: str) -> Told:
    return Told(sentence, sentence, "heading")


_TELLERS: dict[type[facts.Fact], Callable[[Any, Table, int | None], Told]] = {
    facts.GameStarted: _game_started,
    facts.RoundBegan: _round_began,
    facts.DraftOpened: _draft_opened,
    facts.CardDrafted: _card_drafted,
    facts.RowsStarted: _rows_started,
    facts.StoodIn: _stood_in,
    facts.CardsRevealed: _cards_revealed,
    facts.CardPlaced: _card_placed,
    facts.RowTaken: _row_taken,
    facts.RoundEnded: _round_ended,
    facts.GameEnded: _game_ended,
}
