"""What is found on the network: the list of tables while it is looked at, or a sentence in its place."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from textual import getters, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from sixqp_tui.i18n import _
from sixqp_tui.i18n import home as home_words
from sixqp_tui.tui.widgets.common.translated_text import TranslatedText
from sixqp_tui.tui.widgets.home.tables_found import TablesFound

if TYPE_CHECKING:
    from sixqp_tui.discovery.browser import Browser, Efforts
    from sixqp_tui.discovery.table_list import FoundTable
    from sixqp_tui.discovery.zeroconf_service import DiscoveryProblem

EFFORTS_AFTER = 2.0
"""Seconds without a table before it is said what is tried: tables that answer are there sooner."""
HELP_AFTER = 5.0
"""Seconds without a table before it is said what usually helps: by then nobody expects a table any more."""

LAST_HEARD = 10.0
"""Seconds for which something may still be heard of a table that was closed: its process says goodbye first."""


class TableListPanel(Vertical):
    """Looks for tables from `start_browsing` to `stop_browsing`.

    The browser is made in a thread: what it imports is slow.
    """

    DEFAULT_CSS = """
    TableListPanel { height: 1fr; }
    TableListPanel > #found { height: 1; margin: 0 2 1 2; color: $dim; text-style: bold; }
    TableListPanel > TablesFound { margin: 0 2; display: none; }
    TableListPanel > #looking { height: auto; margin: 0 4; color: $dim; }
    """

    looking = getters.query_one("#looking", Static)

    class Changed(Message):
        """Other tables are listed, or another sentence."""

    def __init__(self, browse: Callable[[], Browser]) -> None:
        super().__init__()
        self._browse = browse
        self.tables_found = TablesFound()
        self.browser: Browser | None = None
        self._tells_efforts = False
        self._tells_help = False
        self._browsing = False
        self.closed: dict[str, float] = {}

    def compose(self) -> ComposeResult:
        yield TranslatedText(lambda: _("TABLES ON THIS NETWORK"), id="found")
        yield Static(_("Looking for tables…"), id="looking", markup=False)

    def on_mount(self) -> None:
        self.set_timer(EFFORTS_AFTER, self.tell_efforts)
        self.set_timer(HELP_AFTER, self.tell_help)

    def start_browsing(self) -> None:
        """Look for tables, once the screen has been drawn."""
        if not self._browsing:
            self._browsing = True
            self.call_after_refresh(self.follow)

    def stop_browsing(self) -> None:
        """Look no more; what was found stays listed."""
        self._browsing = False
        self.workers.cancel_group(self, "browse")

    def refresh_tables(self) -> None:
        if self.browser:
            self.browser.refresh()

    def retranslate(self) -> None:
        self.show(self.tables_found.tables)

    def forget(self, table: str) -> None:
        """The table with this id was closed from here: what is still heard of it was said before."""
        self.closed[table] = monotonic() + LAST_HEARD
        self.show(self.tables_found.tables)

    def tell_efforts(self) -> None:
        """Say what is tried when nothing was found in time."""
        self._tells_efforts = True
        self.show(self.tables_found.tables)

    def tell_help(self) -> None:
        """Say what usually helps when nothing was found for longer."""
        self._tells_help = True
        self.show(self.tables_found.tables)

    @work(exclusive=True, group="browse")
    async def follow(self) -> None:
        """Show the tables, anew at every change."""
        if not self.tables_found.is_attached:
            self.mount(self.tables_found, after="#found")
        browser = await to_thread(self._browse)
        async with browser as self.browser:
            self.show(self.browser.tables)
            async for tables in self.browser.changes():
                self.show(tables)

    def show(self, tables: tuple[FoundTable, ...]) -> None:
        """List these tables, and say what goes on where there are none."""
        now = monotonic()
        tables = tuple(table for table in tables if self.closed.get(table.id, now) <= now)
        if not tables and self.tables_found.has_focus:
            self.screen.set_focus(None)  # else Textual would hand the keys to the menu
        self.tables_found.show(tables)
        self.tables_found.display = bool(tables)
        self.looking.display = not tables or self.problem is not None
        self.looking.update(self.sentence())
        if tables and self.screen.focused is None:
            self.tables_found.focus()
        self.post_message(self.Changed())

    @property
    def problem(self) -> DiscoveryProblem | None:
        return self.browser.problem if self.browser else None

    def sentence(self) -> str:
        """The sentence in place of the list."""
        if self.problem is not None:
            return home_words.discovery_unavailable(self.problem.reason)
        if not self._tells_efforts or not self.browser:
            return _("Looking for tables…")
        said = home_words.nothing_found(describe_efforts(self.browser.efforts))
        if not self._tells_help:
            return said
        helps = (f"  {each}" for each in home_words.what_helps())
        return "\n".join((said, "", home_words.usually_helps(), *helps))


def describe_efforts(efforts: Efforts) -> str:
    """What is done to find tables, as a sentence."""
    mdns, broadcast = (problem.reason if problem else None for problem in (efforts.mdns, efforts.broadcast))
    return home_words.tried(efforts.asked_from, efforts.hosts_tried, mdns, broadcast)
