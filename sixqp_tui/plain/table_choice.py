"""The tables found on the network as a numbered list, and the choice from it."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sixqp_protocol.text import clean
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.i18n import _, commands as commands_words, ngettext, pgettext
from sixqp_tui.i18n.home import describe_way, mark_name, state_name
from sixqp_tui.i18n.phrases import variant_name
from sixqp_tui.i18n.typed_words import TABLES as LIST_WORDS, english
from sixqp_tui.plain.answer import shorten
from sixqp_tui.plain.commands import is_number
from sixqp_tui.presentation.ways import COMMANDS

MAX_ADDRESS = 400


class TableChoice(NamedTuple):
    """`text` is an address, a title, or a complaint about the input."""

    kind: Literal["table", "text", "again", "quit", "complaint"]
    table: FoundTable | None = None
    text: str = ""


def list_tables(tables: Sequence[FoundTable]) -> tuple[str, ...]:
    return (
        _tables_found(len(tables)),
        *(_line(number, each) for number, each in enumerate(tables, 1)),
    )


def other_ways() -> tuple[str, ...]:
    # Translators: below it stand commands, each with what it does
    return (_("Or quit, and type:"), *(f"  {typed}: {describe_way(way)}" for way, typed in COMMANDS.items()))


def _line(number: int, table: FoundTable) -> str:
    if table.remembered:
        return commands_words.table_line(number, table.title, table.endpoints[0][0], _("played before"))
    advert = table.advert
    variant = variant_name(advert.variant)
    seats = commands_words.table_seats(advert.seats_taken, advert.seats, advert.bots, variant)
    state = pgettext("table", "no answer") if table.stale else state_name(advert.state)
    return commands_words.table_line(number, table.title, seats, state, mark_name(table.mark) if table.mark else "")


def parse_choice(tables: Sequence[FoundTable], typed: str) -> TableChoice:
    """An empty line chooses the only table, or searches again."""
    line = clean(typed, MAX_ADDRESS)
    if not line and len(tables) == 1:
        return TableChoice("table", tables[0])
    word = english(line, LIST_WORDS)
    if word in ("", "again"):
        return TableChoice("again")
    if word in ("quit", "exit"):
        return TableChoice("quit")
    if not is_number(line):
        return TableChoice("text", text=line)
    number = int(line[:4])
    if 1 <= number <= len(tables):
        return TableChoice("table", tables[number - 1])
    return TableChoice("complaint", text=_no_such_table(len(tables), shorten(line)))


def _tables_found(count: int) -> str:
    if count == 0:
        return _("No table found on this network.")
    return ngettext("{n} table found.", "{n} tables found.", count).format(n=count)


def _no_such_table(count: int, typed: str) -> str:
    if count == 0:
        return _("Expected an address or a title, got “{typed}”.").format(typed=typed)
    sentence = ngettext(
        "Expected 1, got “{typed}”.",
        "Expected a number from 1 to {n}, got “{typed}”.",
        count,
    )
    return sentence.format(n=count, typed=typed)
