"""The prompts of a game told line by line: each stands alone, and says what can be answered."""

from collections.abc import Sequence

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext
from sixqp_tui.i18n.words_table import heads, listed


def prompt_card(held: Sequence[int]) -> str:
    """The reader is to choose a card."""
    return _("Your card ({cards}): ").format(cards=" ".join(map(str, held)))


def prompt_row(cheapest: Sequence[int], cost: int) -> str:
    """The reader is to choose a row (rows from 0)."""
    rows = listed([str(row + 1) for row in cheapest])
    sentence = ngettext(
        "Which row do you take (1 to 4; {rows} costs least: {heads})? ",
        "Which row do you take (1 to 4; {rows} cost least: {heads})? ",
        len(cheapest),
    )
    return sentence.format(rows=rows, heads=heads(cost))


def prompt_pick(number: int) -> str:
    """The reader is to take a card of the open deck."""
    return _("Your pick ({number} of 10): ").format(number=number)


def prompt_alone() -> str:
    """The owner sits alone."""
    return _("Nobody else is here yet (bot seats a bot, help tells more): ")


def prompt_start(seated: int) -> str:
    """The owner may begin."""
    sentence = ngettext(
        "{n} is seated (start begins, help tells more): ",
        "{n} are seated (start begins, help tells more): ",
        seated,
    )
    return sentence.format(n=seated)


def prompt_rematch() -> str:
    """The owner, after a game."""
    return _("Another game, or the end (rematch, quit)? ")


def prompt_hosting() -> str:
    """The host leaves."""
    return _("Keep the table open, close it for everybody, or stay (keep, close, stay)? ")


def prompt_leaving() -> str:
    """A player leaves a running game."""
    return _("Leave all the same (yes, no)? ")
