"""What Enter does at a table of the list, in one sentence."""

from collections.abc import Callable

from sixqp_tui.i18n import _
from sixqp_tui.i18n import home as home_words
from sixqp_tui.tui.listed_tables import ListedTable


def table_prompt(table: ListedTable, has_seat_at: Callable[[str], bool]) -> str:
    """What may be done with the table that is pointed at; `has_seat_at` tells where its player has a seat."""
    if table.mark == "disputed":
        return _press_enter_at_disputed(table.title)
    if has_seat_at(table.id):
        return home_words.back_to_your_seat(table.title)
    if table.mark == "other_host":
        return _("You know {title} from another host. Enter: sit down at this one.").format(title=table.title)
    if table.state == "lobby" and table.seats_taken - table.bots < table.seats:
        return home_words.press_enter_to_join(table.title)
    return _press_late(table.title, table.state == "playing", table.bots > 0)


def _press_enter_at_disputed(title: str) -> str:
    """The prompt while a table is pointed at that two machines announce."""
    sentence = _("Two machines announce {title}, with different certificates. Enter: details.")
    return sentence.format(title=title)


def _press_late(title: str, playing: bool, bots: bool) -> str:
    """The prompt while a table that plays or is full is pointed at; `bots` leave their seats to whoever comes."""
    if not playing:
        return _("{title} is full. Enter: watch, or wait for a chair.").format(title=title)
    if bots:
        return _("Enter: take a bot's seat at {title}, watch, or wait for the next game.").format(title=title)
    return _("Enter: watch {title}, or wait for its next game.").format(title=title)
