"""What Enter does at a table of the list, in one sentence."""

from collections.abc import Callable

from sixqp_tui.i18n import home as home_words
from sixqp_tui.tui.listed_tables import ListedTable


def table_prompt(table: ListedTable, has_seat_at: Callable[[str], bool]) -> str:
    """What may be done with the table that is pointed at; `has_seat_at` tells where its player has a seat."""
    if table.mark == "disputed":
        return home_words.press_enter_at_disputed(table.title)
    if has_seat_at(table.id):
        return home_words.back_to_your_seat(table.title)
    if table.mark == "other_host":
        return home_words.press_enter_at_other_host(table.title)
    if table.state == "lobby" and table.seats_taken - table.bots < table.seats:
        return home_words.press_enter_to_join(table.title)
    return home_words.press_late(table.title, table.state == "playing", table.bots > 0)
