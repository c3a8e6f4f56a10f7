"""The list of tables on this network."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from textual import events, getters, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from sixqp_protocol.text import TITLE_CELLS
from sixqp_tui.i18n import N_, NC_, _, home as home_words, pgettext, phrases
from sixqp_tui.tui.widgets.graphics.canvas import truncate

if TYPE_CHECKING:
    from sixqp_tui.discovery.browser import Browser, Efforts
    from sixqp_tui.discovery.table_list import FoundTable
    from sixqp_tui.discovery.zeroconf_service import DiscoveryProblem

LAST_HEARD = 10.0
"""Seconds for which a closed table may still be heard of."""


class TableListPanel(Vertical):
    """Looks for tables between `start_browsing` and `stop_browsing`.

    It creates the browser in a thread, because its imports are slow.
    """

    DEFAULT_CSS = """
    TableListPanel { height: auto; }
    TableListPanel > #found { height: 1; margin: 0 2 1 2; color: $dim; text-style: bold; }
    TableListPanel > #columns { height: 1; margin: 0 2; color: $dim; display: none; }
    TableListPanel > TablesFound, TableListPanel > TablesFound:focus {
        border: none; background: $felt; padding: 0; height: auto; max-height: 1fr; margin: 0 2;
    }
    TableListPanel > TablesFound { display: none; }
    TableListPanel > TablesFound > .option-list--option-highlighted { background: $ghost; }
    TableListPanel > #looking { height: auto; margin: 0 4; color: $dim; }
    """

    looking = getters.query_one("#looking", Static)

    class Changed(Message):
        """The list has changed, or the sentence in its place."""

    def __init__(self, browse: Callable[[], Browser], efforts_after: float, help_after: float) -> None:
        super().__init__()
        self._browse = browse
        self._efforts_after, self._help_after = efforts_after, help_after
        self.tables_found = TablesFound()
        self.browser: Browser | None = None
        self._shows_efforts = False
        self._shows_help = False
        self._browsing = False
        self.closed: dict[str, float] = {}

    def compose(self) -> ComposeResult:
        yield Static(_("TABLES ON THIS NETWORK"), id="found", markup=False)
        yield Static(id="columns", markup=False)
        yield Static(_("Looking for tables…"), id="looking", markup=False)

    def on_mount(self) -> None:
        self.set_timer(self._efforts_after, self.show_efforts)
        self.set_timer(self._help_after, self.show_help)

    def start_browsing(self) -> None:
        if not self._browsing:
            self._browsing = True
            self.call_after_refresh(self.follow)

    def stop_browsing(self) -> None:
        self._browsing = False
        self.workers.cancel_group(self, "browse")

    def refresh_tables(self) -> None:
        if self.browser:
            self.browser.refresh()

    def forget(self, table: str) -> None:
        self.closed[table] = monotonic() + LAST_HEARD
        self.show(self.tables_found.tables)

    def show_efforts(self) -> None:
        self._shows_efforts = True
        self.show(self.tables_found.tables)

    def show_help(self) -> None:
        self._shows_help = True
        self.show(self.tables_found.tables)

    @work(exclusive=True, group="browse")
    async def follow(self) -> None:
        if not self.is_attached:
            return  # the program was left before its first frame was drawn
        if not self.tables_found.is_attached:
            self.mount(self.tables_found, after="#columns")
        browser = await to_thread(self._browse)
        async with browser as self.browser:
            self.show(self.browser.tables)
            async for tables in self.browser.changes():
                self.show(tables)

    def show(self, tables: tuple[FoundTable, ...]) -> None:
        now = monotonic()
        tables = tuple(table for table in tables if self.closed.get(table.id, now) <= now)
        if not tables and self.tables_found.has_focus:
            self.screen.set_focus(None)  # else Textual would hand the keys to the menu
        self.tables_found.show(tables)
        self.tables_found.display = bool(tables)
        columns = self.query_one("#columns", Static)
        columns.update(_column_names(self.app.size.width))
        columns.display = bool(tables) and self.tables_found.wide
        self.looking.display = not tables or self.problem is not None
        self.looking.update(self.sentence())
        if tables and self.screen.focused is None:
            self.tables_found.focus()
        self.post_message(self.Changed())

    @property
    def problem(self) -> DiscoveryProblem | None:
        return self.browser.problem if self.browser else None

    def sentence(self) -> str:
        if self.problem is not None:
            reason = self.problem.reason
            text = _("Automatic discovery isn't available here ({reason}). Press a and type the table's address.")
            bare = _("Automatic discovery isn't available here. Press a and type the table's address.")
            return text.format(reason=reason) if reason else bare
        if not self._shows_efforts or not self.browser:
            return _("Looking for tables…")
        # Translators: {tried} is one or two whole sentences
        sentence = _("No tables found so far. {tried}").format(tried=describe_efforts(self.browser.efforts))
        if not self._shows_help:
            return sentence
        helps = (f"  {each}" for each in home_words.what_helps())
        return "\n".join((sentence, "", home_words.usually_helps(), *helps))


def describe_efforts(efforts: Efforts) -> str:
    mdns, broadcast = (problem.reason if problem else None for problem in (efforts.mdns, efforts.broadcast))
    return home_words.tried(efforts.asked_from, efforts.hosts_tried, mdns, broadcast)


class TablesFound(OptionList):
    """The cursor stays on its table while the list changes."""

    BINDINGS = [Binding("enter", "select", NC_("key", "join"), tooltip=N_("Sit down at the selected table"))]

    class Below(Message):
        """The cursor leaves the list downwards."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: tuple[FoundTable, ...] = ()

    @property
    def wide(self) -> bool:
        return self.app.size.width >= WIDE

    @property
    def pointed(self) -> FoundTable | None:
        return None if self.highlighted is None else self.tables[self.highlighted]

    def show(self, tables: Sequence[FoundTable]) -> None:
        before, self.tables = self.pointed, tuple(tables)
        ids = [table.id for table in self.tables]
        self.set_options(Option(_line(table, self.app.size.width), id=table.id) for table in self.tables)
        if ids:
            self.highlighted = ids.index(before.id) if before and before.id in ids else 0

    def action_cursor_up(self) -> None:
        if self.highlighted:
            super().action_cursor_up()

    def action_cursor_down(self) -> None:
        if self.highlighted is not None and self.highlighted + 1 < len(self.tables):
            super().action_cursor_down()
        else:
            self.post_message(self.Below())

    async def _on_click(self, event: events.Click) -> None:
        clicked = event.style.meta.get("option")
        if clicked is not None and clicked != self.highlighted:
            self.highlighted = clicked
            event.prevent_default()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "select" or bool(self.tables)


WIDE = 100
"""Cells of a window with room for all columns."""
TITLE = TITLE_CELLS + 2
SEATED, ROOM, GAME, NOW = 10, 27, 11, 10
"""Cells of the columns."""
MARKS = 16
"""The most cells that the marks of a table take."""
NARROWEST = 6 + TITLE + ROOM + GAME
"""Cells of a window without any mark at its tables."""


def _title_cells(cells: int) -> int:
    return min(TITLE, cells - 6 - SEATED - ROOM - GAME - NOW - MARKS) if cells >= WIDE else TITLE


def _column_names(cells: int) -> str:
    columns = (
        # Translators: the names of the columns of the list of tables: its title, how many have a seat, what room
        # there is, the variant, and whether the game has begun; at most 24, 9, 26, 10 and 9 characters
        (pgettext("table list", "table"), _title_cells(cells)),
        (pgettext("table list", "seated"), SEATED),
        (pgettext("table list", "room for you"), ROOM),
        (pgettext("table list", "game"), GAME),
        (pgettext("table list", "now"), NOW),
    )
    return "  " + "".join(set_cell_size(name, cells) for name, cells in columns)


def _line(table: FoundTable, cells: int) -> Content:
    room_for_title = _title_cells(cells)
    title = set_cell_size(truncate(table.title, room_for_title - 2), room_for_title)
    advert, wide = table.advert, cells >= WIDE
    if table.remembered:
        return Content.assemble(f"  {title}", (f"{table.endpoints[0][0]}  " + _("played before"), "$dim"))
    dim = "$dim" if table.stale else ""
    # Translators: in a column, at most 9 characters: {taken} of {seats} chairs are taken
    taken = _("{taken} of {seats}").format(taken=advert.seats_taken, seats=advert.seats)
    room = home_words.room_for_you(advert.state, advert.seats, advert.seats_taken, advert.bots)
    # Translators: this table asks for a room code
    code = pgettext("table", "code") + "  " if advert.locked else ""
    # Translators: this table was there, and no longer answers
    mark, style = (pgettext("table", "no answer"), "$red") if table.stale else _mark(table)
    game = set_cell_size(phrases.variant_name(advert.variant), GAME)
    if NARROWEST + cell_len(code + mark) > cells:
        game = ""
    return Content.assemble(
        "  ",
        (title, dim or "bold $ink"),
        (set_cell_size(taken, SEATED) if wide else "", dim or "$gold"),
        (set_cell_size(room, ROOM), dim or "$green"),
        (game, dim or "$ink"),
        (set_cell_size(home_words.state_name(advert.state), NOW) if wide else "", dim or "$ink"),
        (code, dim or "$gold"),
        (mark, style),
    )


def _mark(table: FoundTable) -> tuple[str, str]:
    if table.mark is None:
        return "", ""
    return home_words.mark_name(table.mark), "$green" if table.mark == "known" else "$red"


def table_prompt(table: FoundTable, has_seat_at: Callable[[str], bool]) -> str:
    if table.mark == "disputed":
        sentence = _("Two machines announce {title}, with different certificates. Enter: details.")
        return sentence.format(title=table.title)
    if has_seat_at(table.id):
        return _("Enter: go back to your seat at {title}.").format(title=table.title)
    if table.mark == "other_host":
        return _("You know {title} from another host. Enter: sit down at this one.").format(title=table.title)
    if table.advert.state == "lobby" and table.advert.seats_taken - table.advert.bots < table.advert.seats:
        return _("Enter: sit down at {title}.").format(title=table.title)
    if table.advert.state != "playing":
        return _("{title} is full. Enter: watch, or wait for a chair.").format(title=table.title)
    if table.advert.bots:
        return _("Enter: take a bot's seat at {title}, watch, or wait for the next game.").format(title=table.title)
    return _("Enter: watch {title}, or wait for its next game.").format(title=table.title)
