"""What is found on the network: the list of tables while it is looked at, or a sentence in its place."""

from asyncio import to_thread
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from textual import getters, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from sixqp_tui.i18n import _
from sixqp_tui.i18n import home as home_words
from sixqp_tui.tui.listed_tables import DiscoveryTrouble, Efforts, ListedTable, TableList
from sixqp_tui.tui.widgets.static_text import Words
from sixqp_tui.tui.widgets.tables_found import TablesFound

PATIENCE = 2.0
"""Seconds without a table before it is said what is tried."""
HELP_AFTER = 5.0
"""Seconds without a table before it is said what usually helps."""


class Hall(Vertical):
    """Looks for tables from `look` to `rest`, by a browser that is made in a thread: what it imports is slow."""

    DEFAULT_CSS = """
    Hall { height: 1fr; }
    Hall > #found { height: 1; margin: 0 2 1 2; color: $dim; text-style: bold; }
    Hall > TablesFound { margin: 0 2; display: none; }
    Hall > #looking { height: auto; margin: 0 4; color: $dim; }
    """

    found = getters.query_one(TablesFound)
    looking = getters.query_one("#looking", Static)

    class Changed(Message):
        """Other tables are listed, or another sentence."""

    def __init__(self, browse: Callable[[], AbstractAsyncContextManager[TableList]]) -> None:
        super().__init__()
        self.browse = browse
        self.list: TableList | None = None
        self.patient = True
        self.helping = False
        self.looks = False

    def compose(self) -> ComposeResult:
        """Heading, list, sentence."""
        yield Words(lambda: _("TABLES ON THIS NETWORK"), id="found")
        yield TablesFound()
        yield Static(_("Looking for tables…"), id="looking", markup=False)

    def on_mount(self) -> None:
        """Do not leave an empty list without a word for long."""
        self.set_timer(PATIENCE, self.lose_patience)
        self.set_timer(HELP_AFTER, self.help)

    def look(self) -> None:
        """Look for tables, once the screen has been drawn."""
        if not self.looks:
            self.looks = True
            self.call_after_refresh(self.follow)

    def rest(self) -> None:
        """Look no more; what was found stays listed."""
        self.looks = False
        self.workers.cancel_group(self, "look")

    def refresh_tables(self) -> None:
        """Ask the network anew."""
        if self.list:
            self.list.refresh()

    def reword(self) -> None:
        """Say in the language in use what is found."""
        self.show(self.found.tables)

    def lose_patience(self) -> None:
        """Say what is tried when nothing was found in time."""
        self.patient = False
        self.show(self.found.tables)

    def help(self) -> None:
        """Say what usually helps when nothing was found for longer."""
        self.helping = True
        self.show(self.found.tables)

    @work(exclusive=True, group="look")
    async def follow(self) -> None:
        """Show the tables, anew at every change."""
        browser = await to_thread(self.browse)
        async with browser as self.list:
            self.show(self.list.tables)
            async for tables in self.list.changes():
                self.show(tables)

    def show(self, tables: tuple[ListedTable, ...]) -> None:
        """List these tables, and say what goes on where there are none."""
        self.found.show(tables)
        self.found.display = bool(tables)
        self.looking.display = not tables or self.trouble is not None
        self.looking.update(self.what_is_tried())
        if tables and self.screen.focused is None:
            self.found.focus()
        self.post_message(self.Changed())

    @property
    def trouble(self) -> DiscoveryTrouble | None:
        """Why tables cannot be found by themselves."""
        return self.list.trouble if self.list else None

    def what_is_tried(self) -> str:
        """The sentence in place of the list."""
        if self.trouble is not None:
            return home_words.discovery_unavailable(self.trouble.reason)
        if self.patient or not self.list:
            return _("Looking for tables…")
        said = home_words.nothing_found(tried(self.list.efforts))
        if not self.helping:
            return said
        helps = (f"  {each}" for each in home_words.what_helps())
        return "\n".join((said, "", home_words.usually_helps(), *helps))


def tried(efforts: Efforts) -> str:
    """What is done to find tables, as a sentence."""
    mdns, broadcast = (trouble.reason if trouble else None for trouble in (efforts.mdns, efforts.broadcast))
    return home_words.tried(efforts.asked_from, efforts.hosts_tried, mdns, broadcast)
