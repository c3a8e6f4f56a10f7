"""The lobby: who sits where, the settings, how others join, and the chat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events, getters
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from sixqp_protocol.messages import RoomNews, SeatNews, Settings
from sixqp_protocol.room_code import shown_code
from sixqp_protocol.text import NAME_CELLS
from sixqp_tui.engine.permissions import seated
from sixqp_tui.i18n import _, lobby as lobby_words, pgettext, phrases, settings as settings_words
from sixqp_tui.presentation.presence import is_taken
from sixqp_tui.presentation.prompts import with_names
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.spans import wrap
from sixqp_tui.presentation.tally import describe_wins, is_evening, tally_rows
from sixqp_tui.presentation.ways_in import WayIn
from sixqp_tui.tui.table_context import TableContext
from sixqp_tui.tui.theme.glyphs import AWAY, BOT, CHOSEN, DECIDING, HOLE, POINTER
from sixqp_tui.tui.theme.roles import DIM, GHOST, GOLD, GREEN, RED, SLOT, STRONG, seat_ink
from sixqp_tui.tui.widgets.common.chat import Chat
from sixqp_tui.tui.widgets.common.tally_sheet import MIN_LINES, TallySheet
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate
from sixqp_tui.tui.widgets.graphics.large_text import draw_name

if TYPE_CHECKING:
    from sixqp_tui.hosting.hosted_table import HostedTable
    from sixqp_tui.joining.table_search import Caution

WIDTH = 42
NAME = 5
ROLE = 24
"""The column of the roles, after the longest name and the sign of a bot."""


class Seats(CellWidget):
    """One line for each seat, with gaps if there is room."""

    DEFAULT_CSS = f"Seats {{ width: {WIDTH}; height: 1fr; }}"

    seats: reactive[tuple[SeatNews, ...]] = reactive(())
    you: reactive[int | None] = reactive(None)
    ready: reactive[tuple[int, ...]] = reactive(())
    pointed = reactive(0)
    bubbles: reactive[dict[int, str]] = reactive[dict[int, str]](dict)

    @dataclass
    class Clicked(Message):
        seat: int

    @property
    def chair(self) -> SeatNews | None:
        return self.seats[self.pointed] if self.pointed < len(self.seats) else None

    @property
    def step(self) -> int:
        return next((step for step in (3, 2) if step * len(self.seats) <= self.size.height + 1), 1)

    def render(self) -> Canvas:
        canvas = Canvas(WIDTH, self.size.height)
        for number, seat in enumerate(self.seats):
            self._draw(canvas, number, seat)
        return canvas

    def on_click(self, event: events.Click) -> None:
        seat, between = divmod(event.y, self.step)
        if seat < len(self.seats) and not between:
            self.post_message(self.Clicked(seat))

    def _draw(self, canvas: Canvas, number: int, seat: SeatNews) -> None:
        y, taken, pointed = number * self.step, is_taken(seat), number == self.pointed
        canvas.fill(1, y, WIDTH - 2, 1, GHOST if pointed else SLOT)
        if pointed:
            canvas.text(0, y, POINTER, GOLD, bold=True)
        canvas.right(4, y, str(number + 1), GOLD, bold=True)
        name, ink = seat.name or DECIDING, (STRONG if pointed else seat_ink(number)) if taken else DIM
        if taken:
            canvas.text(1, y, seat_sign(number), ink, bold=True)
        after = canvas.text(NAME, y, truncate(name, NAME_CELLS), ink, bold=taken)
        if seat.occupant == "bot":
            canvas.text(after + 1, y, BOT, STRONG)
        if number in self.bubbles:
            canvas.text(ROLE, y, truncate(self.bubbles[number], WIDTH - ROLE - 5), GOLD, bold=True)
        else:
            canvas.text(ROLE, y, role(seat, number == self.you, number in self.ready), DIM)
        sign, ink = (HOLE, DIM) if not taken else (CHOSEN, GREEN) if seat.here else (AWAY, RED)
        canvas.text(WIDTH - 4, y, sign, ink)


def role(seat: SeatNews, yours: bool, ready: bool = False) -> str:
    if seat.occupant == "bot":
        # Translators: beside a chair; {level} is easy, medium or hard
        with_level = _("bot, {level}")
        return with_level.format(level=phrases.level_name(seat.level)) if seat.level else pgettext("chair", "bot")
    if seat.occupant == "expected":
        # Translators: somebody who is named in config.txt and has not come yet
        return pgettext("chair", "expected")
    if seat.occupant != "person":
        # Translators: nobody sits here
        return pgettext("chair", "open")
    parts = (
        # Translators: who opened the table: a noun
        seat.owner and pgettext("chair", "host"),
        yours and pgettext("chair", "you"),
        lobby_words.came_by(seat.way),
        not seat.here and pgettext("chair", "away"),
        # Translators: would like the next game to begin
        ready and pgettext("chair", "ready"),
    )
    return ", ".join(part for part in parts if part)


LABEL = 9
NETWORK_SECONDS = 3.0
"""Seconds between two looks for a network while there is none."""
WITH_CODE = 18
"""Lines with room for everything below a room code of three lines."""


class TableSummary(Widget):
    """The settings, and the line that others type to join, if known.

    `closed`: nobody can join. `code`: the room code of a locked table, if the player may know it. `seeded`: a
    person chose the seed. `taken` counts the people and bots on chairs. `offline`: the host's machine has no
    network.
    """

    ALLOW_SELECT = False

    settings: reactive[Settings] = reactive(Settings())
    caution: reactive[Caution | None] = reactive(None)
    code: reactive[str | None] = reactive(None)
    seeded: reactive[bool] = reactive(False)
    taken: reactive[int] = reactive(0)
    ways: reactive[tuple[WayIn, ...]] = reactive(())
    offline = reactive(False)

    class Clicked(Message): ...

    def __init__(self, hosting: HostedTable | None, join_line: str | None, closed: bool) -> None:
        super().__init__()
        self.closed = closed
        self.hosting = hosting
        self.join_line = join_line

    def on_mount(self) -> None:
        if self.hosting:
            self.offline = not self.hosting.reachable
            self._looking = self.set_interval(NETWORK_SECONDS, self.find_network, pause=not self.offline)
            self.run_worker(self._ask_caution(self.hosting))

    def find_network(self) -> None:
        if self.hosting and self.hosting.find_network():
            self._looking.pause()
            self.join_line, self.offline = self.hosting.join_line, False
            self.screen.refresh_bindings()

    async def _ask_caution(self, hosting: HostedTable) -> None:
        self.caution = await hosting.caution()

    def on_click(self, _event: events.Click) -> None:
        self.post_message(self.Clicked())

    def render(self) -> Content:
        """The room code in large letters, and what is said elsewhere: each if all lines fit."""
        for large, full in ((True, True), (False, True), (False, False)):
            join = () if self.closed else (Content(), *self._join(large, full))
            lines = drop_blank_lines([*self._game(full), *join], self.size.height)
            if len(lines) <= self.size.height:
                break
        return Content("\n").join(lines)

    def _game(self, full: bool) -> Iterator[Content]:
        rules = self.settings.rules
        yield _head(_("THE GAME"))
        yield Content()
        yield _line(pgettext("setting", "Variant"), settings_words.describe_variant(rules.variant))
        if rules.variant == "draft" and self.taken > 1:
            yield _line("", settings_words.describe_draft(self.taken))
        for number, end in enumerate(settings_words.describe_ends(rules)):
            yield _line("" if number else pgettext("setting", "End"), end)
        yield _line(pgettext("setting", "Time"), settings_words.format_time_limit(self.settings.timer))
        if self.settings.pause != 0:
            pause = wrap(settings_words.format_pause(self.settings.pause), max(2, self.size.width - LABEL))
            for number, line in enumerate(pause):
                yield _line("" if number else pgettext("setting", "Pause"), line)
        if full and not self.closed:
            yield _line(pgettext("setting", "Seats"), str(self.settings.seats))
        if self.seeded:
            # Translators: behind “Deal”: the cards follow from a seed that somebody knows; at most 24 characters
            known = _("can be known beforehand")
            # Translators: how the cards were dealt
            yield _line(pgettext("setting", "Deal"), known).stylize("$red", LABEL)

    def _join(self, large: bool, full: bool) -> Iterator[Content]:
        spacious = full and (not self.code or self.size.height >= WITH_CODE)
        yield _head(_("HOW TO JOIN"))
        if spacious:
            yield Content()
        if self.offline:
            yield from (Content.assemble((line, "$red")) for line in lobby_words.no_network())
            return
        if self.caution:
            yield from (Content.assemble((line, "$red")) for line in lobby_words.caution(self.caution))
        elif not self.code:
            yield Content("sixqp join")
        if spacious and not (self.caution or self.code):
            yield Content.assemble(("  " + _("this table is in the list"), "$dim"))
        if self.join_line:
            yield from self._address(self.join_line, spacious)
        yield from self._ways(spacious)
        if self.code:
            yield Content()
            yield from self._code(self.code, large)

    def _address(self, line: str, spacious: bool) -> Iterator[Content]:
        yield Content.assemble((line, "bold $gold"))
        listed = spacious and not (self.caution or self.code)
        # Translators: behind the line to type: for a table that is not in the list
        yield from [Content.assemble(("  " + _("if it isn't"), "$dim"))] if listed else ()
        if spacious:
            # Translators: i is the key to press: it shows the line to type to the whole room
            hint = _("i: show large, with a QR code") if self.hosting else _("i: show in large letters")
            if not self.hosting and any(way.open for way in self.ways):
                # Translators: i and w are keys to press; at most 32 characters
                hint = _("i: show large · w: QR code")
            yield Content.assemble((hint, "$dim"))
        elif self.hosting:
            # Translators: i and w are keys to press; at most 34 characters
            yield Content.assemble((_("i: QR code · w: without sixqp"), "$dim"))

    def _ways(self, spacious: bool) -> Iterator[Content]:
        for way in self.ways:
            if way.open:
                yield Content.assemble((way.line, "bold $gold"))
            elif way.restarting:
                # Translators: in the place of the page's address, at most 34 characters
                page, ssh = _("page for phones: starting again…"), _("ssh: starting again…")
                yield Content.assemble((page if way.kind == "page" else ssh, "$red"))
        if spacious and self.hosting and not any(way.open or way.restarting for way in self.ways):
            # Translators: w is the key to press; at most 32 characters
            yield Content.assemble((_("w: guests without the program"), "$dim"))

    def _code(self, code: str, large: bool) -> Iterator[Content]:
        heading = (_("ROOM CODE") + "  ", "bold $dim")
        yield Content.assemble(heading, (shown_code(code), "bold $gold"))
        for line in draw_name(shown_code(code), self.size.width) if large else ():
            yield Content.assemble((line, "bold $gold"))


def drop_blank_lines(lines: list[Content], height: int) -> list[Content]:
    """Leave out blank lines until the lines fit in `height`; the gap between two parts goes last."""
    blanks = [number for number, line in enumerate(lines) if not line.plain]
    by_worth = sorted(blanks, key=lambda number: (number == blanks[len(blanks) // 2], -number))
    gone = by_worth[: max(0, len(lines) - height)]
    return [line for number, line in enumerate(lines) if number not in gone]


def _head(text: str) -> Content:
    return Content.assemble((text, "bold $dim"))


def _line(label: str, value: str) -> Content:
    return Content.assemble((label.ljust(LABEL), "$dim"), value)


TALL = 32
"""Lines with room for wider margins and more of the chat."""
BROAD = 160
"""Cells with room for the chat beside the lobby, which needs 116."""
HEADING = 2
"""Lines above the seats."""
GAP = 1


class LobbyPanel(Vertical):
    """A table in this process hides what needs others."""

    DEFAULT_CSS = """
    LobbyPanel { height: 1fr; }
    LobbyPanel #table { height: 1fr; }
    LobbyPanel #upper { height: 1fr; margin: 1 0 0 1; }
    LobbyPanel #around { width: 44; }
    LobbyPanel TableSummary { width: 1fr; height: 1fr; padding: 0 1; }
    LobbyPanel .head { height: 1; color: $dim; text-style: bold; padding: 0 1; margin: 0 0 1 0; }
    LobbyPanel TallySheet { display: none; }
    LobbyPanel #last, LobbyPanel #evening { height: 1; padding: 0 2; margin: 0 0 1 0; display: none; }
    LobbyPanel #last { color: $green; }
    LobbyPanel #evening { color: $gold; }
    LobbyPanel.-summed #last { margin: 0; }
    LobbyPanel #talk { height: 4; padding: 0 1 0 2; margin: 0 0 1 0; }
    LobbyPanel #talk .head { padding: 0; margin: 0; }
    LobbyPanel.-tall #upper { margin: 2 0 1 3; }
    LobbyPanel.-tall #around { width: 56; }
    LobbyPanel.-tall #last, LobbyPanel.-tall #evening { padding: 0 4; }
    LobbyPanel.-tall #talk { height: 11; padding: 0 4; }
    LobbyPanel.-broad { layout: horizontal; }
    LobbyPanel.-broad #table { width: 116; }
    LobbyPanel.-broad #talk { height: 1fr; width: 1fr; max-width: 90; margin: 2 0 1 0; padding: 0 2; }
    LobbyPanel.-broad #talk .head { margin: 0 0 1 0; }
    """

    seats = getters.query_one(Seats)
    summary = getters.query_one(TableSummary)
    last = getters.query_one("#last", Static)
    around = getters.query_one("#around", Vertical)
    evening = getters.query_one("#evening", Static)
    tally = getters.query_one(TallySheet)
    chat = getters.query_one(Chat)

    def __init__(self, context: TableContext) -> None:
        super().__init__()
        self.context = context
        self.closed = context.keyboard is not None

    def compose(self) -> ComposeResult:
        with Vertical(id="table"):
            with Horizontal(id="upper"):
                with Vertical(id="around"):
                    yield Static(_("AROUND THE TABLE"), classes="head", markup=False)
                    yield Seats()
                    yield TallySheet()
                yield TableSummary(self.context.hosting, self.context.join_line, self.closed)
            yield Static(id="last", markup=False)
            yield Static(id="evening", markup=False)
        with Vertical(id="talk") as talk:
            talk.display = not self.closed
            yield Static(lobby_words.chat_heading(), classes="head", markup=False)
            yield Chat()

    def on_resize(self) -> None:
        self.set_class(self.size.height >= TALL, "-tall")
        self.set_class(self.size.height >= TALL and self.size.width >= BROAD, "-broad")
        self.call_after_refresh(self.show_tally)

    def show(self) -> None:
        self.chat.said = tuple(self.context.said)
        self.show_last_game()
        self.show_tally()
        news = self.context.session.state.news
        if news:
            self.show_news(news)

    def show_news(self, news: RoomNews) -> None:
        seats = tuple(seat for seat in news.seats if not (self.closed and seat.occupant == "open"))
        self.seats.seats, self.seats.you, self.seats.ready = seats, news.you, news.ready
        self.seats.pointed = max(0, min(self.seats.pointed, len(seats) - 1))
        self.summary.settings, self.summary.code, self.summary.seeded = news.settings, news.code, news.seeded
        self.summary.ways, self.summary.taken = self.context.ways_in, seated(news.seats)

    def show_tally(self) -> None:
        session = self.context.session
        tally = () if self.closed else session.state.tally
        rows = tally_rows(tally, session.state.news.you if session.state.news else None)
        self.tally.rows = rows
        spare = self.around.size.height - HEADING - len(self.seats.seats) - GAP
        self.tally.display = bool(rows) and self.has_class("-tall") and spare >= MIN_LINES
        self.tally.styles.height = min(spare, self.tally.lines)
        self.evening.display = is_evening(rows) and not self.tally.display
        self.set_class(self.evening.display, "-summed")
        # Translators: e is the key to press; behind “Games won: …”
        hint = _(" · e: show all")
        room = self.size.width - 4 - cell_len(hint)
        self.evening.update(with_names(partial(describe_wins, rows), len(rows), room) + hint if rows else "")

    def show_last_game(self) -> None:
        table = self.context.session.state.named_view.table
        self.last.display = table.ended is not None
        if table.ended is not None:
            self.last.update(lobby_words.last_game(table))
