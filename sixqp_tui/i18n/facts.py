"""Facts as sentences of the log."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from sixqp_protocol import facts
from sixqp_protocol.facts import CardDrafted, CardLaid, Fact, RowTaken
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.rules import ranks, reaches_limit
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _, phrases, table as table_words, tally as tally_words
from sixqp_tui.i18n.table import rules_in_short

Tone = Literal["plain", "cost", "heading"]


class LogEntry(NamedTuple):
    """A fact as a sentence for the log, and in a few words for the table.

    `columns` are a placed card's player, number, destination and cost.
    """

    sentence: str
    short: str
    tone: Tone = "plain"
    seat: int | None = None
    columns: tuple[str, str, str, str] | None = None


def tell(fact: facts.Fact, before: Table, you: int | None = None) -> LogEntry | None:
    """The text of a fact at the table before it, for the player at seat `you`; None if there is nothing to say."""
    teller = _TELLERS.get(type(fact))
    return teller(fact, before, you) if teller else None


def caption(fact: facts.Fact, table: Table, you: int | None = None) -> LogEntry | None:
    """Like `tell`, but short, while the fact is shown."""
    match fact:
        case facts.CardsRevealed():
            return turned_over()
        case facts.RoundEnded():
            return _heading(_("Round {number} ends: on to the scores").format(number=table.round))
    return tell(fact, table, you)


def turned_over() -> LogEntry:
    return _heading(_("The cards are turned over; the lowest goes first"))


def winners(table: Table, you: int | None = None) -> str:
    best = [seat for seat, rank in enumerate(ranks(table.totals)) if rank == 1]
    names = [table.names[seat] for seat in best if seat != you]
    if you in best:
        return table_words.you_win(names, min(table.totals))
    return table_words.winners(names, min(table.totals))


def winning_seats(table: Table) -> list[int]:
    if table.ended == "abandoned" or not table.scores:
        return []
    return [seat for seat, rank in enumerate(ranks(table.totals)) if rank == 1]


def verdict(table: Table, you: int | None = None) -> str:
    """The winners and the reason for the end, for the player at seat `you`."""
    if table.ended == "abandoned" or not table.scores:
        why = reason(table)
        return why[:1].upper() + why[1:]
    # Translators: {winners} is “Ann wins with 12 heads”, {why} “Bo: 71, 5 over 66” or “the only round was played”
    return _("{winners} · {why}").format(winners=winners(table, you), why=why_over(table, you))


def why_over(table: Table, you: int | None = None, most: int = 10) -> str:
    """Why a game is over: `most` names of players over the limit, or that all rounds were played."""
    if table.ended != "limit":
        return reason(table)
    beyond = sorted(
        (seat for seat, total in enumerate(table.totals) if reaches_limit(table.rules, total)),
        key=lambda seat: -table.totals[seat],
    )
    reasons = [
        table_words.beyond_limit(None if seat == you else table.names[seat], table.totals[seat], table.rules)
        for seat in beyond
    ]
    left = len(reasons) - most + 1
    return " · ".join(reasons if left < 2 else [*reasons[: most - 1], tally_words.others_below(left)])


def reason(table: Table) -> str:
    assert table.ended is not None
    rules = table.rules
    over = [name for name, total in zip(table.names, table.totals, strict=True) if reaches_limit(rules, total)]
    return table_words.why_over(table.ended, over, rules)


def _game_started(fact: facts.GameStarted, _before: Table, _you: int | None) -> LogEntry:
    sentence = _("A game begins: {names}, {rules}")
    return _heading(sentence.format(names=phrases.listed(fact.names, 10), rules=rules_in_short(fact.rules)))


def _round_began(fact: facts.RoundBegan, _before: Table, _you: int | None) -> LogEntry:
    return _heading(_("Round {number}").format(number=fact.round))


def _draft_opened(fact: facts.DraftOpened, before: Table, you: int | None) -> LogEntry:
    if fact.first == you:
        sentence = _("The deck is open: you pick first")
    else:
        sentence = _("The deck is open: {name} picks first").format(name=before.names[fact.first])
    return LogEntry(sentence, sentence)


def _card_drafted(fact: facts.CardDrafted, before: Table, you: int | None) -> LogEntry:
    name = before.names[fact.seat]
    sentence = _("You pick the {card}") if fact.seat == you else _("{name} picks the {card}")
    return LogEntry(sentence.format(name=name, card=fact.card), f"{name} {fact.card}", seat=fact.seat)


def _rows_started(fact: facts.RowsStarted, _before: Table, _you: int | None) -> LogEntry:
    cards = phrases.listed([str(card) for card in fact.cards])
    sentence = _("The rows start with {cards}").format(cards=cards)
    return LogEntry(sentence, sentence)


def _stood_in(fact: facts.StoodIn, before: Table, you: int | None) -> LogEntry:
    if fact.seat == you:
        sentence = _("A stand-in decides for you")
    else:
        sentence = _("A stand-in decides for {name}").format(name=before.names[fact.seat])
    return LogEntry(sentence, sentence, seat=fact.seat)


def plays_for_absent(fact: facts.StoodIn, before: Table) -> LogEntry:
    sentence = _("{name} is away: a stand-in plays").format(name=before.names[fact.seat])
    return LogEntry(sentence, sentence, seat=fact.seat)


def _cards_revealed(fact: facts.CardsRevealed, before: Table, you: int | None) -> LogEntry:
    plays = sorted(enumerate(fact.cards), key=lambda play: play[1])
    shown = ", ".join(f"{phrases.you() if seat == you else before.names[seat]} {card}" for seat, card in plays)
    # Translators: {cards} is a list of players and cards: “Bob 3, you 9”
    return LogEntry(_("Turn {turn}: {cards}").format(turn=before.turn, cards=shown), "", "heading")


def _card_placed(fact: facts.CardPlaced, before: Table, you: int | None) -> LogEntry:
    name, card, row = before.names[fact.seat], fact.card, fact.row + 1
    sentence = (
        _("You play the {card} on row {row}") if fact.seat == you else _("{name} plays the {card} on row {row}")
    )
    # Translators: where a card went, in a narrow list
    columns = (name, str(card), _("→ row {row}").format(row=row), "")
    sentence = sentence.format(name=name, card=card, row=row)
    return LogEntry(sentence, f"{name} {card}→{row}", seat=fact.seat, columns=columns)


def _row_taken(fact: facts.RowTaken, before: Table, you: int | None) -> LogEntry:
    values = {
        "name": before.names[fact.seat],
        "card": fact.card,
        "row": fact.row + 1,
        "cards": phrases.cards(len(fact.cards)),
        "heads": phrases.heads(heads_of(fact.cards)),
        "cost": f"{heads_of(fact.cards)}{phrases.HEAD}",
    }
    sentence = _taken_too_low(fact.seat == you) if fact.too_low else _taken_as_sixth(fact.seat == you)
    if fact.too_low:
        # Translators: as short as can be: a line beside the table; {cost} is “5∀”, where ∀ stands for heads
        short = _("{name} {card} takes row {row} +{cost} (too low)")
    else:
        short = _("{name} {card} takes row {row} +{cost} (6th card)")
    # Translators: in a narrow list of players and cards: “Bob 3 takes row 2 +5∀”
    taken, cost = _("takes row {row}").format(**values), f"+{values['cost']}"
    columns = (before.names[fact.seat], str(fact.card), taken, cost)
    return LogEntry(sentence.format(**values), short.format(**values), "cost", fact.seat, columns)


def _taken_too_low(yours: bool) -> str:
    if yours:
        return _("Your {card} is too low: you take row {row}, {heads}")
    return _("{name}'s {card} is too low and takes row {row}, {heads}")


def _taken_as_sixth(yours: bool) -> str:
    if yours:
        return _("Your {card} is the 6th card of row {row}: you take {cards}, {heads}")
    return _("{name}'s {card} is the 6th card of row {row} and takes {cards}, {heads}")


def _round_ended(fact: facts.RoundEnded, before: Table, you: int | None) -> LogEntry:
    shares = ", ".join(
        f"{phrases.you() if seat == you else name} {heads}"
        for seat, (name, heads) in enumerate(zip(before.names, fact.heads, strict=True))
    )
    # Translators: {shares} is a list of players and their heads in this round: “Ann 12, you 3”
    return _heading(_("Round {number} ends. Heads: {shares}").format(number=before.round, shares=shares))


def _game_ended(fact: facts.GameEnded, before: Table, you: int | None) -> LogEntry:
    after = apply_fact(before, fact)
    if fact.reason == "abandoned":
        return _heading(_("The game is over: {why}").format(why=reason(after)))
    sentence = _("The game is over: {why}. {winners}").format(why=reason(after), winners=winners(after, you))
    return _heading(sentence)


def _heading(sentence: str) -> LogEntry:
    return LogEntry(sentence, sentence, "heading")


_TELLERS: dict[type[facts.Fact], Callable[[Any, Table, int | None], LogEntry]] = {
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


# -- stand-ins --------------------------------------------------------------------------------------


def stood_in(decision: Fact | None) -> str:
    """The stand-in's decision for the reader (8.1), or ""."""
    match decision:
        case RowTaken():
            # Translators: in the first place of the line: at most 34 characters with the number
            return _("A stand-in took row {row} for you").format(row=decision.row + 1)
        case CardDrafted():
            # Translators: at most 34 characters with the number
            return _("A stand-in picked {card} for you").format(card=decision.card)
        case CardLaid():
            # Translators: at most 34 characters with the number
            return _("A stand-in played {card} for you").format(card=decision.card)
    return ""


def after_stand_in(before: str, then: str) -> str:
    return f"{before} · {then}" if then else before
