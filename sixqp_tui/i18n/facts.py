"""Facts as sentences of the log."""

from typing import Final, Literal, NamedTuple

from sixqp_protocol import facts
from sixqp_protocol.facts import CardDrafted, CardLaid, Fact, RowTaken
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.rules import ranks, reaches_limit
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _, ngettext, phrases
from sixqp_tui.i18n.phrases import heads, listed
from sixqp_tui.i18n.table import rules_in_short

CATASTROPHE: Final = 10
"""Heads with which taking a row is an event; five cards cost eight on average."""

Tone = Literal["plain", "cost", "heading", "said"]


class LogEntry(NamedTuple):
    """A fact as a sentence of the log."""

    sentence: str
    tone: Tone = "plain"
    seat: int | None = None


def tell(fact: Fact, before: Table, you: int | None = None) -> LogEntry | None:  # noqa: C901
    """The text of a fact at the table before it, for the player at seat `you`; None if there is nothing to say."""
    match fact:
        case facts.GameStarted(rules, names):
            sentence = _("A game begins: {names}, {rules}")
            return _heading(sentence.format(names=listed(names, 10), rules=rules_in_short(rules)))
        case facts.RoundBegan(number):
            return _heading(_("Round {number}").format(number=number))
        case facts.DraftOpened(seat):
            yours, sentence = _("The deck is open: you pick first"), _("The deck is open: {name} picks first")
            return _line(yours if seat == you else sentence.format(name=before.names[seat]))
        case facts.CardDrafted(seat, card):
            name = before.names[seat]
            sentence = _("You pick the {card}") if seat == you else _("{name} picks the {card}")
            return _line(sentence.format(name=name, card=card), seat)
        case facts.RowsStarted(cards):
            return _line(_("The rows start with {cards}").format(cards=listed([str(card) for card in cards])))
        case facts.StoodIn(seat):
            # Translators: {name} may be “you”
            sentence = _("A stand-in decides for {name}")
            return _line(sentence.format(name=_called(seat, before, you)), seat)
        case facts.CardsRevealed(cards):
            plays = sorted((card, _called(seat, before, you)) for seat, card in enumerate(cards))
            shown = ", ".join(f"{name} {card}" for card, name in plays)
            # Translators: {cards} is a list of players and cards: “Bob 3, you 9”
            return _heading(_("Turn {turn}: {cards}").format(turn=before.turn, cards=shown))
        case facts.CardPlaced(seat, card, row):
            name = before.names[seat]
            yours, sentence = _("You play the {card} on row {row}"), _("{name} plays the {card} on row {row}")
            return _line((yours if seat == you else sentence).format(name=name, card=card, row=row + 1), seat)
        case facts.RowTaken():
            taken = _row_taken(fact, before, you)
            taken = " ".join((f"{taken}.", _("A catastrophe!"))) if is_catastrophe(fact) else taken
            return LogEntry(taken, "cost", fact.seat)
        case facts.RoundEnded(counts):
            shares = ", ".join(f"{_called(seat, before, you)} {count}" for seat, count in enumerate(counts))
            # Translators: {shares} is a list of players and their heads in this round: “Ann 12, you 3”
            return _heading(_("Round {number} ends. Heads: {shares}").format(number=before.round, shares=shares))
        case facts.GameEnded() if fact.reason == "abandoned":
            return _heading(_given_up())
        case facts.GameEnded():
            after = apply_fact(before, fact)
            over = _("The game is over: {why}.").format(why=why_over(after))
            return _heading(f"{over} {winners(after, you)}.")
    return None


def caption(fact: Fact, table: Table, you: int | None = None) -> LogEntry | None:
    """Like `tell`, but short, while the fact is shown."""
    match fact:
        case facts.CardsRevealed():
            return turned_over()
        case facts.RowTaken():
            return LogEntry(_row_taken(fact, table, you), "cost", fact.seat)
        case facts.RoundEnded():
            return _heading(end_of_round(table.round))
    return tell(fact, table, you)


def end_of_round(number: int) -> str:
    return _("End of round {number}").format(number=number)


def turned_over() -> LogEntry:
    return _heading(_("The cards are turned over; the lowest goes first"))


def is_catastrophe(fact: Fact) -> bool:
    return isinstance(fact, RowTaken) and heads_of(fact.cards) >= CATASTROPHE


def _row_taken(fact: RowTaken, before: Table, you: int | None) -> str:
    if fact.too_low:
        yours = _("Your {card} is too low: you take row {row}, {heads}")
        sentence = _("{name}'s {card} is too low and takes row {row}, {heads}")
    else:
        yours = _("Your {card} is the 6th card of row {row}: you take {cards}, {heads}")
        sentence = _("{name}'s {card} is the 6th card of row {row} and takes {cards}, {heads}")
    values = {
        "name": before.names[fact.seat],
        "card": fact.card,
        "row": fact.row + 1,
        "cards": phrases.cards(len(fact.cards)),
        "heads": heads(heads_of(fact.cards)),
    }
    return (yours if fact.seat == you else sentence).format(**values)


def _called(seat: int, table: Table, you: int | None) -> str:
    return phrases.you() if seat == you else table.names[seat]


def _heading(sentence: str) -> LogEntry:
    return LogEntry(sentence, "heading")


def _line(sentence: str, seat: int | None = None) -> LogEntry:
    return LogEntry(sentence, seat=seat)


# -- the end of a game ------------------------------------------------------------------------------


def winning_seats(table: Table) -> list[int]:
    if table.ended == "abandoned" or not table.scores:
        return []
    return [seat for seat, rank in enumerate(ranks(table.totals)) if rank == 1]


def winners(table: Table, you: int | None = None) -> str:
    best = [seat for seat, rank in enumerate(ranks(table.totals)) if rank == 1]
    names, won = [table.names[seat] for seat in best if seat != you], heads(min(table.totals))
    if you not in best:
        # Translators: {heads} is “3 heads”; the plural is for several winners
        sentence = ngettext("{names} wins with {heads}", "{names} win together with {heads}", len(names))
        return sentence.format(names=listed(names, 10), heads=won)
    if not names:
        return _("You win with {heads}").format(heads=won)
    # Translators: {names} are those who have won together with the reader
    return _("You win with {heads}, together with {names}").format(names=listed(names, 10), heads=won)


def verdict(table: Table, you: int | None = None) -> str:
    """The winners and the reason for the end, for the player at seat `you`."""
    if table.ended == "abandoned" or not table.scores:
        return _given_up()
    # Translators: {winners} is “Ann wins with 12 heads”, {why} “Bo went over 66 heads”
    return _("{winners} · {why}").format(winners=winners(table, you), why=why_over(table))


def why_over(table: Table, most: int = 4) -> str:
    """As it stands behind “The game is over:”; at most `most` names, of those with the most heads."""
    rules, rounds = table.rules, table.rules.rounds or 0
    if table.ended == "abandoned":
        return _given_up()
    if table.ended == "rounds":
        if rounds == 2:
            return _("both rounds were played")
        return ngettext("the only round was played", "all {n} rounds were played", rounds).format(n=rounds)
    totals = sorted(zip(table.names, table.totals, strict=True), key=lambda each: -each[1])
    over = [name for name, total in totals if reaches_limit(rules, total)]
    if rules.limit_rule == "reach":
        # Translators: a reason, behind “The game is over:”; {heads} is the limit, such as “66 heads”
        sentence = ngettext("{names} reached {heads}", "{names} reached {heads}", len(over))
    else:
        sentence = ngettext("{names} went over {heads}", "{names} went over {heads}", len(over))
    return sentence.format(names=listed(over, most), heads=heads(rules.limit or 0))


def _given_up() -> str:
    return _("The game was given up")


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
