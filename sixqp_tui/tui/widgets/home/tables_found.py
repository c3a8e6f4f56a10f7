"""The list of the tables found, each a line that can be gone to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from sixqp_protocol.text import TITLE_CELLS
from sixqp_tui.i18n import _, pgettext, phrases
from sixqp_tui.i18n import home as home_words
from sixqp_tui.tui.theme.glyphs import BOT, ENTER

if TYPE_CHECKING:
    from sixqp_tui.discovery.table_list import FoundTable


class TablesFound(OptionList):
    """The tables in the order given; the pointer stays at its table while the list changes around it."""

    DEFAULT_CSS = """
    TablesFound, TablesFound:focus { border: none; background: $felt; padding: 0; height: auto; max-height: 1fr; }
    TablesFound > .option-list--option-highlighted { background: $ghost; }
    """

    BINDINGS = [Binding("enter", "select", "join", key_display=ENTER)]
    GESTURES: ClassVar = {"click a table": "join"}

    class Above(Message):
        """The pointer goes on above the first table."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: tuple[FoundTable, ...] = ()

    @property
    def pointed(self) -> FoundTable | None:
        return None if self.highlighted is None else self.tables[self.highlighted]

    def show(self, tables: Sequence[FoundTable]) -> None:
        """List these tables."""
        before, self.tables = self.pointed, tuple(tables)
        ids = [table.id for table in self.tables]
        self.set_options(Option(_line(table), id=table.id) for table in self.tables)
        if ids:
            self.highlighted = ids.index(before.id) if before and before.id in ids else 0

    def action_cursor_up(self) -> None:
        if self.highlighted:
            super().action_cursor_up()
        else:
            self.post_message(self.Above())

    async def _on_click(self, event: events.Click) -> None:
        clicked = event.style.meta.get("option")
        if clicked is not None and clicked != self.highlighted:
            self.highlighted = clicked
            event.prevent_default()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self.tables) if action == "select" else True


def _line(table: FoundTable) -> Content:
    if table.remembered:
        space = " " * (TITLE_CELLS + 10 - Content(table.title).cell_length)
        return Content.assemble(
            f"  {table.title}{space}", (f"{table.endpoints[0][0]}  " + _("played before"), "$dim")
        )
    dim = "$dim" if table.stale else ""
    taken = _seats_taken(table.seats_taken, table.seats)
    free = TITLE_CELLS + 7 - Content(table.title).cell_length - len(taken)
    state_style = "$dim" if table.stale or table.state == "playing" else "$green"
    return Content.assemble(
        "  ",
        (table.title + " " * free, dim or "bold $ink"),
        (taken, dim or "$gold"),
        (_bots(table).ljust(4), "$dim"),
        (phrases.variant_name(table.variant).ljust(13), dim or "$ink"),
        (home_words.state_name(table.state).ljust(9), state_style),
        # Translators: this table asks for a room code
        (pgettext("table", "code") + "  " if table.locked else "", dim or "$gold"),
        # Translators: this table was there, and does not answer any more
        (pgettext("table", "no answer"), "$red") if table.stale else _mark(table),
    )


def _bots(table: FoundTable) -> str:
    return f" {table.bots}{BOT}" if table.bots else ""


def _mark(table: FoundTable) -> tuple[str, str]:
    """What is remarkable about it, and how it is drawn."""
    if table.mark is None:
        return "", ""
    return home_words.mark_name(table.mark), "$green" if table.mark == "known" else "$red"


def _seats_taken(taken: int, seats: int) -> str:
    return f"{taken}/{seats}"
