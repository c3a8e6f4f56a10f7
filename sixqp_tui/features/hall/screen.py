"""The hall on a large screen: the seating, the tables as they play, and the ranking, a page after the other."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from textual import getters, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Static

from sixqp_protocol.messages import HallNews
from sixqp_protocol.text import cells
from sixqp_tui.client.events import HallChanged, News, StatusChanged
from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.client.status import Connected
from sixqp_tui.features.hall.hall import DEALS
from sixqp_tui.i18n import N_, NC_, _, lobby as lobby_words
from sixqp_tui.presentation import hall as words
from sixqp_tui.presentation.ways_in import guest_ways
from sixqp_tui.tui.commands import QUIT, Command, check_action
from sixqp_tui.tui.theme.roles import DIM, GOLD, INK, STRONG
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.graphics import qr_code
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

PAGE_SECONDS: Final = 8.0
"""Seconds until the next page: enough to find one's own name among twenty."""
HEADING: Final = 1
"""The line of the heading; above it is what the hall does now."""
LEFT: Final = 3
"""Cells before a line."""
ROOMY: Final = 2
"""Lines for each line of a page where the screen is high enough."""


class Part(NamedTuple):
    heading: str
    lines: tuple[str, ...]


def parts(hall: HallNews) -> tuple[Part, ...]:
    if not hall.round:
        return (Part(_("REGISTERED"), tuple(line.name for line in hall.lines)),)
    if words.is_seating(hall):
        return (Part(_("WHERE YOU SIT"), tuple(_seating(hall))),)
    tables = (Part(_("THE TABLES: HEADS IN THIS ROUND"), tuple(_tables(hall))),) if hall.playing else ()
    if not words.is_ranked(hall):
        return tables
    return (Part(_("THE RANKING"), tuple(words.ranking(hall, len(hall.lines)))), *tables)


def _seating(hall: HallNews) -> Iterator[str]:
    for number, table in enumerate(hall.tables, 1):
        # Translators: a line of a seating plan; {names} is such as “Ann · Bob · Cleo”
        yield _("Table {table:>2}   {names}").format(table=number, names=words.people(table))


def _tables(hall: HallNews) -> Iterator[str]:
    width = max((cells(name) for table in hall.tables for name in table.names if name), default=0)
    places = [words.progress(table, DEALS) for table in hall.tables]
    for number, (table, place) in enumerate(zip(hall.tables, places, strict=True), 1):
        scores = "  ".join(
            f"{name}{' ' * (width - cells(name))} {heads:>2}"
            for name, heads in zip(table.names, table.heads, strict=False)
            if name is not None
        )
        yield f"{number:>3}  {place:<{max(map(len, places))}}  {scores}"


class HallBoard(CellWidget):
    """One page of what the hall shows; `turn` counts the pages so far. The last columns may be `covered`."""

    DEFAULT_CSS = "HallBoard { width: 100%; height: 1fr; }"

    hall: reactive[HallNews | None] = reactive(None)
    turn = reactive(0)
    covered = reactive(0)

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        pages = list(self._pages())
        if self.hall and pages:
            heading, lines = pages[self.turn % len(pages)]
            canvas.text(LEFT, 0, truncate(words.summary(self.hall), width - 2 * LEFT), INK)
            after = canvas.text(LEFT, HEADING, heading, GOLD, bold=True)
            if len(pages) > 1:
                canvas.text(after + 2, HEADING, f"{self.turn % len(pages) + 1}/{len(pages)}", DIM)
            step = ROOMY if ROOMY * len(lines) <= self._room else 1
            for at, line in enumerate(lines):
                y = HEADING + (at + 1) * step
                canvas.text(LEFT, y, truncate(line, width - self.covered - 2 * LEFT), STRONG, bold=True)
        return canvas

    @property
    def _room(self) -> int:
        return max(1, self.size.height - HEADING - 1)

    def _pages(self) -> Iterator[Part]:
        for heading, lines in parts(self.hall) if self.hall else ():
            count = -(-len(lines) // self._room)
            for page in range(count):  # of one length, so that the last one isn't nearly empty
                yield Part(heading, lines[page * len(lines) // count : (page + 1) * len(lines) // count])


class HallScreen(Screen[None]):
    """Follows a hall through a watcher's session. `host` is the address by which others reach the hall.

    Between the rounds it shows the QR code of the page for phones, if that is open.
    """

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    HallScreen {
        Horizontal { layers: board code; }
        HallBoard { layer: board; }
        #code { layer: code; dock: right; width: auto; height: auto; color: #ffffff; background: #000000; }
        #line { width: 100%; height: auto; padding: 0 3; color: $gold; text-style: bold; }
    }
    """
    BINDINGS = [
        # Translators: show the next page of a ranking or seating plan
        Command("space", "turn_page", NC_("key", "next page"), N_("Show the next page now")),
        QUIT,
    ]

    board = getters.query_one(HallBoard)
    page = getters.query_one(Page)
    check_action = check_action

    def __init__(
        self,
        session: PlayerSession,
        hall: HallNews,
        host: str = "",
        draws_ascii: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__()
        self._session, self._hall, self._host, self._draws_ascii = session, hall, host, draws_ascii
        self._link = ""
        self._light: qr_code.Light = ()
        self._following: asyncio.Task[None] | None = None

    def compose(self) -> ComposeResult:
        with Page(self._title, lambda: words.time_left(self._hall)):
            with Horizontal():
                yield HallBoard()
                yield Static(id="code", markup=False)
            yield Static(id="line", markup=False)

    def on_mount(self) -> None:
        self.present()
        self._following = asyncio.create_task(self._follow())
        self.set_interval(PAGE_SECONDS, self.action_turn_page)

    def on_unmount(self) -> None:
        if self._following is not None:
            self._following.cancel()

    def action_turn_page(self) -> None:
        self.board.turn += 1

    def retranslate(self) -> None:
        self.present()
        self.board.refresh()

    def present(self) -> None:
        self.board.hall = self._hall
        self.page.update_title()
        link = self._page_link()
        if link != self._link:
            self._link, self._light = link, ()
            self.draw_code()
        self.show_code()

    def _page_link(self) -> str:
        news = self._session.state.news
        if news is None or self._hall.playing or self._hall.over:
            return ""
        return next((way.link for way in guest_ways(news.ways, self._host) if way.kind == "page"), "")

    @work(exclusive=True)
    async def draw_code(self) -> None:
        if self._link:
            self._light = await asyncio.to_thread(qr_code.encode, self._link)
            self.show_code()

    def show_code(self) -> None:
        """Show the code if it leaves half of the width to the lines."""
        line, code = self.query_one("#line", Static), self.query_one("#code", Static)
        line.display = bool(self._link)
        line.update(lobby_words.friends_join("page", self._link))
        across, down = self.app.size.width // 2, self.board.size.height - HEADING - 1
        drawn = qr_code.fit(self._light, across, down, ascii_only=self._draws_ascii())
        code.display = bool(drawn)
        code.update("\n".join(drawn))
        code.styles.margin = (HEADING + 1, 0, 0, 0)
        self.board.covered = len(drawn[0]) if drawn else 0

    on_resize = show_code

    def _title(self) -> str:
        state = self._session.state
        if not isinstance(state.status, Connected):
            return _("The connection to the hall is lost. It is being restored…")
        return state.welcome.title if state.welcome else ""

    async def _follow(self) -> None:
        async for event in self._session.events():
            if isinstance(event, HallChanged):
                self._hall = event.hall
            if isinstance(event, HallChanged | News | StatusChanged):
                self.present()
