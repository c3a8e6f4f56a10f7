"""The game told line by line, for people who listen to it: short sentences, commas where a voice should pause."""

from collections.abc import Sequence

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext
from sixqp_tui.i18n.words_table import cards, heads, listed, ordinal


def you_are_in(number: int) -> str:
    """Where in the game a newcomer has come to."""
    return _("A game is being played: round {number}.").format(number=number)


def you_are_in_draft(number: int) -> str:
    """The same, before the hands are full."""
    return _("A game is being played: round {number}, everybody picks cards.").format(number=number)


def turn(number: int) -> str:
    """A turn begins."""
    return _("Turn {number} of 10.").format(number=number)


def row_ends(row: int, end: int, count: int, cost: int) -> str:
    """A row at the start of a turn, what matters first (rows from 0)."""
    full = count == 5
    sentence = (
        _("Row {row} ends in {card}, {cards}, {heads}, full")
        if full
        else _("Row {row} ends in {card}, {cards}, {heads}")
    )
    return sentence.format(row=row + 1, card=end, cards=cards(count), heads=heads(cost))


def whole_row(row: int, held: Sequence[int], cost: int) -> str:
    """All cards of a row, on demand (rows from 0)."""
    sentence = _("Row {row}: {numbers}. {cards}, {heads}")
    return sentence.format(row=row + 1, numbers=numbers(held), cards=cards(len(held)), heads=heads(cost))


def numbers(held: Sequence[int]) -> str:
    """Cards one after the other."""
    return ", ".join(map(str, held))


def card_with_heads(card: int, cost: int) -> str:
    """A card, and its heads where they are more than one."""
    return str(card) if cost == 1 else _("{card} with {heads}").format(card=card, heads=heads(cost))


def your_hand(held: Sequence[str]) -> str:
    """The own hand."""
    return _("Your hand: {cards}.").format(cards=", ".join(held)) if held else _("Your hand is empty.")


def hand_of(name: str, held: Sequence[int]) -> str:
    """A public hand (5.2)."""
    return _("{name}: {cards}").format(name=name, cards=numbers(held) or _("no card yet"))


def laid(card: int, names: Sequence[str], first: bool) -> str:
    """The reader's card lies face down; the `first` time with what can be done about it."""
    sentences = [_("{card} is laid.").format(card=card), waiting(names)]
    return " ".join([*sentences, _("Type back to take it back.")] if first else sentences)


def taken_back(card: int) -> str:
    """The reader's card is in the hand again."""
    return _("{card} is back in your hand.").format(card=card)


def to_decide(names: Sequence[str]) -> str:
    """Who is to decide; the reader may be among them."""
    return _("Still to decide: {names}.").format(names=listed(names, 10))


def waiting(names: Sequence[str]) -> str:
    """Which others are to decide."""
    return _("Waiting for {names}.").format(names=listed(names, 10))


def seconds_left(seconds: int) -> str:
    """The clock."""
    return ngettext("{n} second is left.", "{n} seconds are left.", seconds).format(n=seconds)


def rows_cost(card: int, costs: Sequence[int]) -> str:
    """What each row would cost the reader, whose card is too low."""
    told = ", ".join(
        _("row {row}: {heads}").format(row=row, heads=heads(cost)) for row, cost in enumerate(costs, 1)
    )
    return _("Your {card} is lower than every row. What they cost: {told}.").format(card=card, told=told)


def deck_left(cards_left: str) -> str:
    """The open deck, in runs of numbers."""
    return _("In the deck: {cards_left}.").format(cards_left=cards_left)


def run(first: int, last: int) -> str:
    """Numbers without a gap."""
    if last > first + 1:
        return _("{first} to {last}").format(first=first, last=last)
    return str(first) if first == last else f"{first}, {last}"


def totals(shares: Sequence[tuple[str, int]]) -> str:
    """Everybody's total, the best first."""
    return _("Totals: {shares}").format(shares=_shared(shares))


def this_round(shares: Sequence[tuple[str, int]]) -> str:
    """Everybody's heads in the round that is played."""
    return _("This round so far: {shares}").format(shares=_shared(shares))


def _shared(shares: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {count}" for name, count in shares)


def ranked(rank: int, name: str, total: int) -> str:
    """A line of the final ranks (4.4)."""
    return _("{rank}: {name}, {heads}").format(rank=ordinal(rank), name=name, heads=heads(total))


def section(heading: str, text: str) -> str:
    """A part of the rules."""
    return _("{heading}: {text}").format(heading=heading, text=text)


def after_the_game() -> str:
    """What somebody may do who does not own the table."""
    return _("The host may start another game; quit leaves.")


def no_log() -> str:
    """The log before the first fact."""
    return _("Nothing has happened yet.")


def no_game_yet() -> str:
    """There is no table to be told yet."""
    return _("No game has been played yet.")
