"""The words of the table, the draft and the score sheet."""

from collections.abc import Sequence

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext, pgettext

GAME = "6 QUI PREND !"


def heads(count: int) -> str:
    """A number of bull's heads."""
    return ngettext("{n} head", "{n} heads", count).format(n=count)


def cards(count: int) -> str:
    """A number of cards."""
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def rounds_told(count: int) -> str:
    """A number of rounds."""
    return ngettext("{n} round", "{n} rounds", count).format(n=count)


def listed(names: Sequence[str], most: int = 4) -> str:
    """Names in a sentence; of more than `most` (at least 2) only the first, and how many others."""
    if len(names) > most:
        left = len(names) - most + 1
        sentence = ngettext("{names} and {n} other", "{names} and {n} others", left)
        return sentence.format(names=", ".join(names[: most - 1]), n=left)
    if len(names) == 1:
        return names[0]
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th..."""
    few = {1: _("1st"), 2: _("2nd"), 3: _("3rd")}
    return few.get(number) or _("{number}th").format(number=number)


def players() -> str:
    """Above the list of the players."""
    return _("PLAYERS")


def round_column() -> str:
    """Above the heads of this round."""
    return pgettext("column", "round")


def total_column() -> str:
    """Above the totals."""
    return pgettext("column", "total")


def past_column() -> str:
    """Above a bar for each round that is over, by its heads."""
    return pgettext("column", "past rounds")


def last_turn() -> str:
    """Above what happened in the last turn."""
    return _("LAST TURN")


def log_heading() -> str:
    """Above all that happened in the game."""
    return _("THE GAME SO FAR")


def you() -> str:
    """The reader, under a card of their own."""
    return pgettext("in a list", "you")


def lift_a_card() -> str:
    """The reader is to choose a card."""
    return _("Your turn: lift a card")


def would_append(card: int, row: int, place: int) -> str:
    """Where the lifted card would go on the table as it lies (rows from 0)."""
    sentence = _("Your turn: as it lies, {card} would go to row {row}, {place} of 5")
    return sentence.format(card=card, row=row + 1, place=ordinal(place))


def would_take(card: int, row: int, cost: int) -> str:
    """The lifted card would take a full row on the table as it lies (rows from 0)."""
    sentence = _("Your turn: as it lies, {card} would be row {row}'s 6th: {heads}")
    return sentence.format(card=card, row=row + 1, heads=heads(cost))


def would_be_too_low(card: int) -> str:
    """The lifted card is lower than every row's end as the table lies."""
    return _("Your turn: as it lies, {card} is too low, you choose a row").format(card=card)


def lifted(card: int) -> str:
    """A card is lifted, and where it would go is not told."""
    return _("Your turn: {card} is lifted, Enter lays it").format(card=card)


def on_its_way(card: int) -> str:
    """The reader has laid a card, and the table has not answered yet."""
    return _("{card} goes to the table").format(card=card)


def laid(card: int, waiting: Sequence[str], most: int = 3) -> str:
    """The reader has laid a card; these still choose."""
    if waiting:
        return _("{card} is laid · waiting for {names}").format(card=card, names=listed(waiting, most))
    return _("{card} is laid").format(card=card)


def waiting_for(names: Sequence[str], most: int = 4) -> str:
    """Others are to decide."""
    return _("Waiting for {names}").format(names=listed(names, most))


def choose_a_row(card: int) -> str:
    """The reader's card is too low."""
    return _("Your {card} is too low: which row do you take?").format(card=card)


def take_this_row(card: int, row: int, cost: int) -> str:
    """The reader's card is too low, and a row is pointed at: what it would cost (rows from 0)."""
    sentence = _("Your {card} is too low: take row {row}, {heads}?")
    return sentence.format(card=card, row=row + 1, heads=heads(cost))


def other_chooses_row(name: str, card: int) -> str:
    """Somebody else's card is too low."""
    return _("{name} chooses a row: {card} is too low").format(name=name, card=card)


def still_to_place() -> str:
    """Above the cards that wait to be placed."""
    return _("Still to place")


def turned_over() -> str:
    """All have chosen, and the cards are turned over (3.2)."""
    return _("The cards are turned over; the lowest goes first")


def round_ends(number: int) -> str:
    """The last card of a round is placed (3.9)."""
    return _("Round {number} ends: on to the scores").format(number=number)


def paused(names: Sequence[str] = (), most: int = 4) -> str:
    """The table pauses; these are to decide when it goes on."""
    if names:
        return _("The table pauses · next to decide: {names}").format(names=listed(names, most))
    return _("The table pauses")


def pick_a_card() -> str:
    """The reader is to take a card of the open deck."""
    return _("Your pick: go to a card")


def picking(card: int, cost: int) -> str:
    """The reader points at a card of the open deck."""
    return _("Your pick: {card} ({heads})").format(card=card, heads=heads(cost))


def other_picks(name: str) -> str:
    """Somebody else is to take a card of the open deck."""
    return _("{name} picks a card").format(name=name)


def hands() -> str:
    """Above the public hands."""
    return _("HANDS")


def your_hand() -> str:
    """Above the own hand."""
    return _("Your hand")


def whole_log() -> str:
    """The title of the screen with the log of the whole game."""
    return _("THE GAME SO FAR · ↑↓ scroll")


def nothing_happened() -> str:
    """The log before the first fact."""
    return _("Nothing has happened yet")


def chat_label() -> str:
    """Before the line to type something to say."""
    return _("Say:")


def spoken(name: str, text: str) -> str:
    """Something that was said."""
    return _("{name}: {text}").format(name=name, text=text)


def connecting() -> str:
    """The line to the table is not up yet."""
    return _("Connecting to the table…")


def reconnecting(attempt: int) -> str:
    """The line to the table is down."""
    return _("The connection is lost; your seat is kept. Trying again (attempt {attempt})…").format(attempt=attempt)


def disconnected() -> str:
    """The line to the table is closed for good."""
    return _("The table has ended the connection")


def too_small(width: int, height: int, now: tuple[int, int]) -> str:
    """The window is too small for the game."""
    sentence = _("The window must be at least {width}×{height}; it is {wide}×{high}. The game goes on when it is.")
    return sentence.format(width=width, height=height, wide=now[0], high=now[1])
