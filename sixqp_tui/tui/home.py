"""The first screen: the tables on this network, and what else can be done."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len, set_cell_size
from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Center, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from sixqp_protocol.room_code import code_of
from sixqp_protocol.text import TITLE_CELLS, clean, clean_title
from sixqp_tui.i18n import N_, NC_, _, home as home_words, ngettext, pgettext, phrases, translate, waits
from sixqp_tui.i18n.home import CodeAsked
from sixqp_tui.i18n.phrases import table_title
from sixqp_tui.joining.background import run_in_daemon_thread
from sixqp_tui.joining.failure import ChangedCertificate, CodeNeeded, Failure, failures_shown
from sixqp_tui.tui.keys import ALL_SCORES, GAMES, PREFERENCES, QUIT, RULES
from sixqp_tui.tui.openings import Home, JoinAttempt
from sixqp_tui.tui.scale import CARD_LINE, LARGE, scale_of
from sixqp_tui.tui.tables import Tables
from sixqp_tui.tui.widgets.common.entry import Entry
from sixqp_tui.tui.widgets.common.foot import Foot
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.graphics.banner import Banner
from sixqp_tui.tui.widgets.graphics.canvas import truncate

if TYPE_CHECKING:
    from sixqp_tui.discovery.advertisement import Identity
    from sixqp_tui.discovery.browser import Browser
    from sixqp_tui.discovery.table_list import FoundTable
    from sixqp_tui.store.journal_store import TableHeader
    from sixqp_tui.tui.stay import Stay

MAX_CODE = 24
"""Characters of a room code as it may be typed: 16, with blanks between pairs."""
MAX_LINE = 400
"""Characters of an address, an invitation or ten names."""
LAST_HEARD = 10.0
"""Seconds for which a closed table may still be heard of."""
ROOMY = 24
"""Lines of a window with room for cards with heads."""
WIDE = 100
"""Cells of a window with room for all columns."""
MARGIN = Content("  ")
"""Before each line, whose highlight begins at the headings."""
TITLE, SEATED, ROOM, GAME, NOW, MARK = TITLE_CELLS + 2, 10, 27, 10, 10, 16
"""Cells of the columns."""


@dataclass
class TableReached(Message):
    stay: Stay


class Menu(OptionList):
    """The tables that were found, and the ways to play. The cursor stays on its line while others come and go.

    A first click selects a table.
    """

    BINDINGS = [
        Binding("enter", "select", NC_("key", "join"), tooltip=N_("Sit down at the selected table")),
        # Translators: do what the selected line of the menu says: a verb
        Binding("enter", "do", NC_("key", "choose"), tooltip=N_("Do what the selected line says")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.tables: tuple[FoundTable, ...] = ()

    @property
    def pointed(self) -> FoundTable | None:
        at = self.highlighted
        return self.tables[at] if at is not None and at < len(self.tables) else None

    def show(self, tables: Sequence[FoundTable], own: frozenset[str], ways: Iterable[Option]) -> None:
        """`own` are the ids of tables where the player has a seat."""
        before = None if self.highlighted_option is None else self.highlighted_option.id
        self.tables = tuple(tables)
        options = [*self.found(own), self.divider(), *ways]
        self.set_options(options)
        known = [option.id for option in options]
        self.highlighted = known.index(before) if before and before in known else 0 if tables else None

    def found(self, own: frozenset[str]) -> Iterator[Option]:
        if self.tables:
            from sixqp_tui.discovery.table_list import has_twin  # 10 ms at the first frame

            for each in self.tables:
                line = _line(each, has_twin(each, self.tables), each.id in own, self.app.size.width)
                yield Option(MARGIN + line, id=repr(each.identity))

    def divider(self) -> Option:
        # Translators: the heading between the tables that one can join and what else can be done
        words = Content.styled(_("OR"), "bold $dim")
        high = self.app.size.height >= LARGE.least.height
        return Option(Content("\n\n") + words + "\n" if high else Content("\n") + words, disabled=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("select", "do"):
            return self.highlighted is not None and (self.pointed is not None) == (action == "select")
        return True

    def action_do(self) -> None:
        self.action_select()

    async def _on_click(self, event: events.Click) -> None:
        clicked = event.style.meta.get("option")
        if clicked is not None and clicked < len(self.tables) and clicked != self.highlighted:
            self.highlighted = clicked
            event.prevent_default()


def _line(table: FoundTable, twin: bool, own: bool, width: int) -> Content:
    title = set_cell_size(truncate(table.title, TITLE_CELLS), TITLE)
    advert, wide = table.advert, width >= WIDE
    dim = "$dim" if table.stale else ""
    # Translators: in a column, at most 9 characters: {taken} of {seats} chairs are taken
    taken = _("{taken} of {seats}").format(taken=advert.seats_taken, seats=advert.seats)
    room = home_words.room_for_you(advert.state, advert.seats, advert.seats_taken, advert.bots, own)
    # Translators: this table asks for a room code
    code = pgettext("table", "code") + "  " if advert.locked else ""
    mark, ink = _mark(table, twin)
    game = set_cell_size(phrases.variant_name(advert.variant), GAME)
    if TITLE + ROOM + GAME + cell_len(code + mark) > width - 8:
        game = ""
    return Content.assemble(
        (title, dim or "bold $ink"),
        (set_cell_size(taken, SEATED) if wide else "", dim or "$gold"),
        (set_cell_size(room, ROOM), dim or "$green"),
        (game, dim or "$ink"),
        (set_cell_size(home_words.state_name(advert.state), NOW) if wide else "", dim or "$ink"),
        (code, dim or "$gold"),
        (mark, ink),
    )


def _mark(table: FoundTable, twin: bool) -> tuple[str, str]:
    if table.stale:
        # Translators: this table was there, and no longer answers
        return pgettext("table", "no answer"), "$red"
    if table.mark == "other_host":
        return home_words.mark_name(table.mark), "$red"
    if not twin:
        return (home_words.mark_name(table.mark), "$green") if table.mark else ("", "")
    from sixqp_tui.discovery.addresses import show_address  # 2 ms at the first frame

    return truncate(show_address(*table.endpoints[0]), MARK), "$dim"


class HomeScreen(Screen[None]):
    """Lists the tables while it is visible, and posts TableReached.

    Only one attempt to join runs at a time; if it fails or is cancelled, the screen stays.
    """

    AUTO_FOCUS = "Menu"
    WAYS = [
        Binding("g", "resume", show=False, tooltip=N_("Continue your unfinished table")),
        Binding("h", "host", show=False, tooltip=N_("Host a table on this network")),
        Binding("p", "alone", show=False, tooltip=N_("Play alone against bots")),
        Binding("k", "around", show=False, tooltip=N_("Play together on one keyboard")),
        Binding("a", "address", show=False, tooltip=N_("Join by address or invitation")),
        Binding("l", "app.learn", show=False, tooltip=N_("Learn the game in two minutes")),
        replace(GAMES, show=False),
        replace(ALL_SCORES, show=False),
    ]
    BINDINGS = [
        # Translators: watch without a seat: a verb
        Binding("w", "watch", NC_("key", "watch"), tooltip=N_("Watch the selected table")),
        Binding("r", "refresh", show=False, tooltip=N_("Look for tables again")),
        *WAYS,
        # Translators: stop joining a table that doesn't answer: a verb
        Binding("escape", "stay", NC_("key", "stop"), tooltip=N_("Stop joining")),
        RULES,
        PREFERENCES,
        QUIT,
    ]

    page = getters.query_one(Page)
    menu = getters.query_one(Menu)
    looking = getters.query_one("#looking", Static)
    entry = getters.query_one(Entry)
    foot = getters.query_one(Foot)

    def __init__(self, tables: Tables, opening: Home) -> None:
        super().__init__()
        self.tables = tables
        self.opening = opening
        self._hosted: dict[str, Any] = {}
        self.resumable: TableHeader | None = None
        self.browser: Browser | None = None
        self._newcomer = tables.player.keep_name is not None
        self._lesson: tuple[int, int] | None = None
        self._evening: tuple[int, int, bool] | None = None
        self._attempt: JoinAttempt | None = None
        self._typed: dict[str, str] = {}  # by purpose, to be edited if it led nowhere
        self._just_closed = ""
        self._gone: dict[str, float] = {}
        self._pointed: Identity | None = None
        self._own: frozenset[str] = frozenset()
        self._patient = True

    def compose(self) -> ComposeResult:
        with Page(place=self._place):
            with Vertical(id="home"):
                yield Center(Banner())
                yield Static(_("TABLES ON THIS NETWORK"), classes="heading", markup=False)
                yield Static(_("Looking for tables…"), id="looking", markup=False)
                yield Menu()
                yield Static(id="help", markup=False)
            yield Entry()
            yield Foot()

    def on_mount(self) -> None:
        self.set_timer(self.tables.help_after, self.show_help)
        self.update_foot()
        if self.opening.attempt:
            self.ask_code(self.opening.attempt, self.opening.why)

    def on_resize(self) -> None:
        size = self.app.size
        self.query_one(Banner).card_size = scale_of(size).table if size.height >= ROOMY else CARD_LINE
        self.show(self.menu.tables)  # its columns depend on the width

    def on_screen_resume(self) -> None:
        if not self.browser:
            self.call_after_refresh(self.browse)
        self.call_after_refresh(self.look_around)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "watch":
                return self.is_mounted and self.menu.pointed is not None
            case "resume":
                return self.resumable is not None
            case "stay":
                return self.is_mounted and self.foot.waits
        return True

    # -- the tables -------------------------------------------------------------------------------------------

    @work(exclusive=True, group="browse")
    async def browse(self) -> None:
        if not self.is_attached:
            return  # the program was left before its first frame was drawn
        browser = await to_thread(self.tables.browse)
        async with browser as self.browser:
            try:
                async for tables in self.browser.changes():
                    self._own = await run_in_daemon_thread(partial(self._find_own, tables))
                    self.show(tables)
            finally:
                self.browser = None

    def _find_own(self, tables: Sequence[FoundTable]) -> frozenset[str]:
        return frozenset(table.id for table in tables if self.tables.has_seat_at(table.id))

    def show(self, tables: Sequence[FoundTable]) -> None:
        now = monotonic()
        tables = [table for table in tables if self._gone.get(table.id, now) <= now]
        self.menu.show(tables, self._own, self._ways())
        problem = self.browser.problem if self.browser else None
        self.looking.display = not tables or problem is not None
        self.looking.update(self._describe_search())
        helps = bool(tables) or problem is not None or self._patient
        self.query_one("#help", Static).update("" if helps else "\n".join(home_words.what_helps()))
        self.refresh_bindings()
        self.point()

    def show_help(self) -> None:
        self._patient = False
        self.show(self.menu.tables)

    def _describe_search(self) -> str:
        if self.browser is None:
            return _("Looking for tables…")
        if problem := self.browser.problem:
            bare = _("Tables can't be found automatically here. Join by the table's address.")
            return f"{bare} ({problem})"
        if self._patient:
            return _("Looking for tables…")
        from sixqp_tui.joining.table_search import search_summary  # loaded with the browser

        # Translators: {tried} is one or two whole sentences
        return _("No tables found so far. {tried}").format(tried=search_summary(self.browser.asked_from))

    def forget(self, table: str) -> None:
        """Hide a table that was just closed, of which announcements may still come."""
        self._gone[table] = monotonic() + LAST_HEARD
        self._just_closed = table
        self.show(self.menu.tables)

    def action_refresh(self) -> None:
        if self.browser:
            self.browser.refresh()

    # -- who the player is, and what else can be done ---------------------------------------------------------

    @work(exclusive=True, group="around")
    async def look_around(self) -> None:
        closing, self._just_closed = self._just_closed, ""
        self._evening = await self.tables.last_evening()
        self.page.update_title()
        self._lesson = await self.tables.next_lesson()
        self.show(self.menu.tables)
        self.resumable = await self.tables.find_resumable(closing)
        self.show(self.menu.tables)

    def _ways(self) -> Iterator[Option]:
        for each in self.WAYS:
            if each.action != "resume" or self.resumable:
                line = Content.assemble(MARGIN, (f"{each.key}  ", "bold $gold"), self._describe(each))
                yield Option(line, id=each.action)

    def _describe(self, way: Binding) -> str:
        if way.action == "resume" and self.resumable:
            title, round_number = table_title(clean_title(self.resumable.title, "?")), self.resumable.round
            # Translators: a line of the menu on the first screen
            return _("Continue {title}, round {round}").format(title=title, round=round_number)
        if way.action == "app.learn" and self._lesson and self._lesson[0]:
            number, count = self._lesson
            return _("Continue with lesson {number} of {count}").format(number=number, count=count)
        return translate(way.tooltip)

    def _place(self) -> str:
        (games, won, lasts), name = self._evening or (0, 0, False), self.tables.player.name
        if not (lasts and games):
            return name
        played = ngettext("{n} game", "{n} games", games).format(n=games)
        # Translators: {games} is such as “3 games”, played in a row; {won} is how many of them {name} has won
        sentence = ngettext("{name} · {games} so far, {won} won", "{name} · {games} so far, {won} won", won)
        return sentence.format(name=name, games=played, won=won)

    def name_changed(self) -> None:
        self._hosted = {}
        self.page.update_title()

    @on(OptionList.OptionSelected)
    async def do_selected(self, event: OptionList.OptionSelected) -> None:
        if self.entry.open:
            self.entry.action_close()
        if self.menu.pointed:
            self.join_listed(self.menu.pointed)
        elif event.option_id:
            await self.run_action(event.option_id)

    # -- the sentence at the foot -----------------------------------------------------------------------------

    @on(OptionList.OptionHighlighted)
    def point(self) -> None:
        """An error stays visible while the same table is selected."""
        pointed = self.menu.pointed.identity if self.menu.pointed else None
        if pointed != self._pointed or not self.foot.busy:
            self._pointed = pointed
            self.update_foot()
        self.refresh_bindings()

    def update_foot(self) -> None:
        if table := self.menu.pointed:
            self.foot.show_choices(table_prompt(table, table.id in self._own))
        else:
            newcomer = self._newcomer and self._lesson is None and self._evening is None and not self.menu.tables
            self.foot.show_choices(_("New to the game? Six short lessons take two minutes.") if newcomer else "")

    # -- to a table that others host --------------------------------------------------------------------------

    def action_watch(self) -> None:
        if self.menu.pointed:
            self.join_listed(self.menu.pointed, watch=True)

    def join_listed(self, table: FoundTable, watch: bool = False) -> None:
        """A locked table's code is asked at once: a code typed during a connection would be keys of this screen."""
        attempt = JoinAttempt(table, watch)
        if table.advert.locked and table.id not in self._own:
            self.ask_code(attempt, why="first")
        else:
            self.join(attempt)

    def action_address(self) -> None:
        hint = _("192.168.1.20, 192.168.1.20:4666, or the name of a table")
        self._ask("address", _("Address"), self._typed.get("address", ""), hint, MAX_LINE)

    @work(exclusive=True, group="join")
    async def join(self, attempt: JoinAttempt, code: str | None = None) -> None:
        self.foot.show_progress(_("Joining {name}…").format(name=attempt.title))
        try:
            at = await self.tables.join(attempt, code, self.foot.show_step)
        except ChangedCertificate:
            from sixqp_tui.tui.dialogs import trust_question

            self.foot.show_error(_("The new certificate isn't trusted, so you haven't joined."))
            self.app.push_screen(trust_question(), partial(self._join_trusting, attempt, code))
        except CodeNeeded as needed:
            self.ask_code(attempt, needed.why)
        except Failure as failure:
            self.foot.show_error(str(failure))
        else:
            self.reach(at)

    def _join_trusting(self, attempt: JoinAttempt, code: str | None, answer: str | None) -> None:
        if answer == "trust":
            self.join(attempt._replace(trust=True), code)

    def ask_code(self, attempt: JoinAttempt, why: CodeAsked) -> None:
        self._attempt = attempt
        self.update_foot()
        from sixqp_protocol.invitation import looks_like_one, read

        named = read(attempt.title).table if looks_like_one(attempt.title) else attempt.title
        self._ask("code", _ask_code(clean(named, TITLE_CELLS), why), "", "", MAX_CODE)

    def _try_code(self, text: str) -> None:
        if self._attempt is None:
            return
        code = code_of(text)
        if code is None:
            self.ask_code(self._attempt, why="wrong")
        else:
            self.join(self._attempt, code)

    # -- to a table that is opened from here ------------------------------------------------------------------

    def action_host(self) -> None:
        from sixqp_tui.tui.forms import HostForm, options_given

        def given(values: dict[str, Any] | None) -> None:
            if values:
                self._hosted = values
                self.open(self.tables.host(options_given(values)), home_words.opening(values["title"]))

        self.app.push_screen(HostForm(self.tables.player.name, self._hosted), given)

    def action_resume(self) -> None:
        if self.resumable:
            doing = home_words.resuming(table_title(clean_title(self.resumable.title, "?")))
            self.open(self.tables.resume(self.resumable.table), doing)

    def action_alone(self) -> None:
        self.open(self.tables.play_alone(), waits.dealing())

    def action_around(self) -> None:
        names = self._typed.get("players") or self.tables.configured_names()
        self._ask("players", _("Who plays"), names, _("names separated by commas: Ann, Bob, Camille"), MAX_LINE)

    @work(exclusive=True, group="join")
    async def open(self, opening: Awaitable[Stay], doing: str) -> None:
        self.foot.show_progress(doing)
        with failures_shown(self.foot.show_error):
            self.reach(await opening)

    # -- all ways ---------------------------------------------------------------------------------------------

    def _ask(self, purpose: str, label: str, text: str, hint: str, longest: int) -> None:
        self.foot.display = False
        self.entry.ask(purpose, label, text, hint, longest)

    @on(Entry.Given)
    def use_line(self, event: Entry.Given) -> None:
        self._typed[event.purpose] = event.text
        if event.purpose == "players":
            self.open(self.tables.play_around(event.text), waits.dealing())
        elif event.purpose == "code":
            self._try_code(event.text)
        else:
            self.join(JoinAttempt(event.text))

    @on(Entry.Closed)
    def return_to_list(self) -> None:
        self.foot.display = True
        self.set_focus(self.menu)

    def reach(self, stay: Stay) -> None:
        self.workers.cancel_group(self, "browse")
        self._gone.clear()
        self._typed.clear()
        self._newcomer = False
        self.update_foot()
        self.post_message(TableReached(stay))

    def action_stay(self) -> None:
        self.workers.cancel_group(self, "join")
        self.update_foot()


def table_prompt(table: FoundTable, own: bool) -> str:
    if table.mark == "other_host":
        return _("You know {title} from another host. Sit down at this one?").format(title=table.title)
    if own:
        return _("Your seat at {title} waits for you.").format(title=table.title)
    if table.advert.state == "lobby" and table.advert.seats_taken - table.advert.bots < table.advert.seats:
        return _("Sit down at {title}?").format(title=table.title)
    if table.advert.state == "playing" and table.advert.bots:
        return _("Join {title}? You choose which bot's seat to take.").format(title=table.title)
    return _("{title} is full: watch, or wait for the next game?").format(title=table.title)


def _ask_code(title: str, why: CodeAsked) -> str:
    if why == "wrong":
        return _("Wrong code. Try the code for {title} again").format(title=title)
    if why == "unanswered":
        # Translators: the connection broke between the player's code and the table's answer
        return _("The connection broke. Type the code for {title} again").format(title=title)
    # Translators: {title} is a table: at most 24 characters
    return _("Type the room code of {title}").format(title=title)
