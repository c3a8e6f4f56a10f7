"""The first screen: what can be done, and the tables on this network."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Center
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList, Static

from sixqp_protocol.room_code import code_of
from sixqp_protocol.text import NAME_CELLS, TITLE_CELLS, clean, clean_title
from sixqp_tui.i18n import N_, NC_, _, home as home_words, waits
from sixqp_tui.i18n.home import CodeAsked
from sixqp_tui.i18n.phrases import table_title
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread
from sixqp_tui.joining.failure import ChangedCertificate, CodeNeeded, Failure, failures_shown
from sixqp_tui.joining.player import name_problem
from sixqp_tui.presentation.ways import TO_PLAY
from sixqp_tui.tui.keys import PREFERENCES, QUIT, RULES
from sixqp_tui.tui.openings import AtTable, Home, JoinAttempt
from sixqp_tui.tui.requests import NameChosen
from sixqp_tui.tui.scale import CARD_LINE, CARD_SMALL, MEDIUM, SMALL, scale_of
from sixqp_tui.tui.tables import Tables
from sixqp_tui.tui.widgets.common.entry import Entry
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.home.foot import Foot
from sixqp_tui.tui.widgets.home.menu import MENU, Banner, HomeMenu, Kept
from sixqp_tui.tui.widgets.home.table_list_panel import TableListPanel, TablesFound, table_prompt

if TYPE_CHECKING:
    from sixqp_tui.features.history.summary import PlayedEvening
    from sixqp_tui.hosting.resume import ResumableTable
    from sixqp_tui.hosting.table_options import TableOptions

MAX_CODE = 24
"""Characters of a room code as it may be typed: 16, with blanks between pairs."""
ROOMY = 28
"""Lines of a window with room for cards with heads, and for the last evening."""
OTHER_LINES = 12
"""Lines of the home screen besides the banner, the menu and the tables, with their gaps."""
USUAL_TABLES, HELP_LINES = 4, 8
"""Lines of a list that doesn't move the rest, and of the sentences in its place."""
SPACIOUS, TALL = 12, 24
"""Spare lines that allow wider gaps."""
MAX_LINE = 400
"""Characters of an address, an invitation or ten names."""


@dataclass
class TableReached(Message):
    at: AtTable


class HomeScreen(Screen[None]):
    """Lists the tables while it is visible, and posts TableReached.

    Only one attempt to join runs at a time; if it fails or is cancelled, the screen stays.
    """

    DEFAULT_CSS = """
    HomeScreen Page { align-horizontal: center; }
    HomeScreen Center, HomeScreen HomeMenu, HomeScreen TableListPanel, HomeScreen #evening {
        width: 1fr; max-width: 116; height: auto; margin: 0 0 1 0;
    }
    HomeScreen Center { margin: 1 0; }
    HomeScreen #evening { display: none; padding: 0 3; color: $dim; }
    HomeScreen #evening.-shown { display: block; }
    HomeScreen.-spacious Center { margin: 2 0; }
    HomeScreen.-spacious TableListPanel, HomeScreen.-spacious HomeMenu { margin: 0 0 2 0; }
    HomeScreen.-tall Page { align-vertical: middle; }
    HomeScreen.-tall Center { margin: 3 0; }
    HomeScreen.-tall TableListPanel, HomeScreen.-tall HomeMenu { margin: 0 0 4 0; }
    HomeScreen Entry { dock: bottom; margin: 0 0 1 0; }
    """

    AUTO_FOCUS = ""
    BINDINGS = [
        # Translators: watch without a seat: a verb
        Binding("w", "watch", NC_("key", "watch"), tooltip=N_("Watch the selected table")),
        Binding("r", "refresh", show=False, tooltip=N_("Look for tables again")),
        *MENU.values(),
        Binding("n", "name", NC_("key", "my name"), tooltip=N_("Change your name")),
        RULES,
        PREFERENCES,
        QUIT,
        Binding("up,down", "menu", show=False),
        Binding("escape", "stay", show=False, tooltip=N_("Stop joining")),
    ]

    page = getters.query_one(Page)
    banner = getters.query_one(Banner)
    menu = getters.query_one(HomeMenu)
    panel = getters.query_one(TableListPanel)
    entry = getters.query_one(Entry)
    foot = getters.query_one(Foot)

    def __init__(
        self,
        tables: Tables,
        opening: Home,
        *,
        newcomer: bool = False,
    ) -> None:
        super().__init__()
        self._newcomer = newcomer
        self._evening: PlayedEvening | None = None
        self.tables = tables
        self.opening = opening
        self.options: TableOptions | None = None
        self.resumable: ResumableTable | None = None
        self._attempt: JoinAttempt | None = None
        self._typed: dict[str, str] = {}  # by purpose, to be edited if it led nowhere
        self._just_closed = ""
        self._pointed: str | None = None

    def compose(self) -> ComposeResult:
        with Page(place=self._place):
            yield Center(Banner())
            yield TableListPanel(self.tables.browse, self.tables.efforts_after, self.tables.help_after)
            yield HomeMenu()
            yield Static(id="evening", markup=False)
            yield Entry()
            yield Foot()

    def on_mount(self) -> None:
        self.update_foot()
        if self.opening.attempt:
            self.ask_code(self.opening.attempt, self.opening.why)

    def on_resize(self) -> None:
        self.panel.show(self.panel.tables_found.tables)  # its columns depend on the width
        self.share_out()

    def share_out(self) -> None:
        """Tables come first if there are any."""
        height, scale = self.app.size.height, scale_of(self.app.size)
        small = CARD_SMALL if height >= ROOMY else CARD_LINE
        self.banner.card_size = small if scale in (SMALL, MEDIUM) else scale.table
        listed = len(self.panel.tables_found.tables)
        room = height - OTHER_LINES - self.banner.card_size.lines - self.menu.lines
        spare = room - (max(listed, USUAL_TABLES) if listed else HELP_LINES)
        self.menu.step = 2 if spare >= self.menu.lines else 1
        self.set_class(spare >= SPACIOUS, "-spacious")
        self.set_class(spare >= TALL, "-tall")
        self.panel.tables_found.styles.max_height = max(2, room)
        first, second = (self.panel, self.menu) if listed else (self.menu, self.panel)
        self.page.move_child(first, before=second)

    def on_screen_resume(self) -> None:
        self.panel.start_browsing()
        self.call_after_refresh(self.look_for_resumable)
        self.call_after_refresh(self.count_last_evening)
        self.call_after_refresh(self.look_for_lesson)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "watch":
                return not self.is_mounted or bool(self.panel.tables_found.tables)
            case "resume":
                return self.resumable is not None
        return True

    # -- the sentence at the foot ---------------------------------------------------------------------------------

    @on(TableListPanel.Changed)
    def show_tables(self) -> None:
        self.share_out()
        self.refresh_bindings()
        self.point()

    @on(OptionList.OptionHighlighted)
    def point(self) -> None:
        """An error stays visible while the same table is selected."""
        table = self.panel.tables_found.pointed
        pointed = table.id if table else None
        if pointed != self._pointed or not self.foot.busy:
            self._pointed = pointed
            self.update_foot()

    def _place(self) -> str:
        games, won, lasts = self._evening or (0, 0, False)
        return home_words.player_now(self.tables.player.name, games if lasts else 0, won)

    def _describe_evening(self) -> str:
        games, won, lasts = self._evening or (0, 0, True)
        return "" if lasts else _("LAST EVENING") + "  " + home_words.last_evening(games, won)

    @work(exclusive=True, group="evening")
    async def count_last_evening(self) -> None:
        self._evening = await run_in_daemon_thread(read_last_evening)
        self.page.update_title()
        evening, text = self.query_one("#evening", Static), self._describe_evening()
        evening.update(text)
        evening.set_class(bool(text) and self.app.size.height >= ROOMY, "-shown")

    @work(exclusive=True, group="lesson")
    async def look_for_lesson(self) -> None:
        self.menu.lesson = await run_in_daemon_thread(read_next_lesson)
        self.point_at_way()

    def name_changed(self) -> None:
        self.options = None
        self.page.update_title()

    @on(HomeMenu.Pointed)
    def point_at_way(self) -> None:
        """Progress in joining a table stays visible."""
        if not self.foot.busy:
            self.update_foot()

    def update_foot(self) -> None:
        self.foot.show_choices(self._choices())

    def _choices(self) -> str:
        if self.menu.has_focus:
            # Translators: {way} is a line of the menu, such as “play alone against bots”
            return _("Enter: {way}.").format(way=self.menu.sentence(self.menu.pointed))
        table = self.panel.tables_found.pointed
        if table is None and self._newcomer and self.menu.lesson is None:
            return home_words.newcomer_prompt()
        if table is None and self._newcomer and self.menu.lesson and self.menu.lesson[0]:
            number, count = self.menu.lesson
            # Translators: l is a key; at most 76 characters
            return _("Press l to continue with lesson {number} of {count}.").format(number=number, count=count)
        return home_words.no_table_prompt() if table is None else table_prompt(table, self.tables.has_seat_at)

    def forget(self, table: str) -> None:
        self.panel.forget(table)
        self._just_closed = table

    @work(exclusive=True, group="resumable")
    async def look_for_resumable(self) -> None:
        closing, self._just_closed = self._just_closed, ""
        before, self.resumable = self.resumable, await self.tables.find_resumable(closing)
        if self.resumable != before:
            found = self.resumable
            self.menu.kept = Kept(table_title(clean_title(found.title, "?")), found.round) if found else None
            self.refresh_bindings()

    # -- the menu ---------------------------------------------------------------------------------------------

    def action_menu(self) -> None:
        self.menu.focus()

    @on(HomeMenu.Chosen)
    async def do_chosen(self, event: HomeMenu.Chosen) -> None:
        if self.entry.open:
            self.entry.action_close()
        await self.run_action(event.action)

    @on(HomeMenu.Above)
    def go_to_tables(self) -> None:
        if self.panel.tables_found.tables:
            self.panel.tables_found.focus()

    @on(TablesFound.Below)
    def go_to_menu(self) -> None:
        self.menu.pointed = TO_PLAY[0]
        self.menu.focus()

    # -- to a table that others host --------------------------------------------------------------------------

    @on(OptionList.OptionSelected)
    def join_pointed(self) -> None:
        if self.panel.tables_found.pointed:
            self.join(JoinAttempt(self.panel.tables_found.pointed))

    def action_watch(self) -> None:
        if self.panel.tables_found.pointed:
            self.join(JoinAttempt(self.panel.tables_found.pointed, watch=True))

    def action_name(self) -> None:
        self._ask("name", _("Your name"), self.tables.player.name, "", NAME_CELLS)

    def action_address(self) -> None:
        self._ask(
            "address",
            _("Address"),
            self._typed.get("address", ""),
            _("192.168.1.20, 192.168.1.20:4666, or the name of a table"),
            MAX_LINE,
        )

    @work(exclusive=True, group="join")
    async def join(self, attempt: JoinAttempt, code: str | None = None) -> None:
        if attempt.disputed:
            self._ask_about_dispute(attempt, code)
            return
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

    def _ask_about_dispute(self, attempt: JoinAttempt, code: str | None) -> None:
        from sixqp_tui.tui.dialogs import dispute_question

        def join_first(answer: str | None) -> None:
            if answer == "first":
                self.join(attempt._replace(first_found=True), code)

        self.foot.show_error(_("You haven't joined."))
        self.app.push_screen(dispute_question(attempt.title), join_first)

    def _join_trusting(self, attempt: JoinAttempt, code: str | None, answer: str | None) -> None:
        if answer == "trust":
            self.join(attempt._replace(trust=True), code)

    def ask_code(self, attempt: JoinAttempt, why: CodeAsked) -> None:
        self._attempt = attempt
        self.update_foot()
        from sixqp_protocol.invitation import looks_like_one, read

        named = read(attempt.title).table if looks_like_one(attempt.title) else attempt.title
        label = _ask_code(clean(named, TITLE_CELLS), why)
        self._ask("code", label, "", "", MAX_CODE)

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
        from sixqp_tui.tui.forms.table_options import HostForm, first_options

        self.app.push_screen(HostForm(self.options or first_options(self.tables.player.name)), self._host)

    def _host(self, options: TableOptions | None) -> None:
        if options is not None:
            self.options = options
            self.open(self.tables.host(options), home_words.opening(options.title))

    def action_resume(self) -> None:
        if self.resumable:
            doing = home_words.resuming(table_title(clean_title(self.resumable.title, "?")))
            self.open(self.tables.resume(self.resumable.table), doing)

    def action_alone(self) -> None:
        self.open(self.tables.play_alone(), waits.dealing())

    def action_around(self) -> None:
        names = self._typed.get("players") or self.tables.configured_names()
        self._ask(
            "players",
            _("Who plays"),
            names,
            _("names separated by commas: Ann, Bob, Camille"),
            MAX_LINE,
        )

    @work(exclusive=True, group="join")
    async def open(self, opening: Awaitable[AtTable], doing: str) -> None:
        self.foot.show_progress(doing)
        with failures_shown(self.foot.show_error):
            self.reach(await opening)

    # -- all ways ---------------------------------------------------------------------------------------------

    def _ask(self, purpose: str, label: str, text: str, hint: str, longest: int) -> None:
        self.foot.display = False
        self.entry.ask(purpose, label, text, hint, longest)

    @on(Entry.Given)
    def use_line(self, event: Entry.Given) -> None:
        if event.purpose == "name":
            if problem := name_problem(event.text):
                self.foot.show_error(problem)
            else:
                self.app.post_message(NameChosen(event.text))
            return
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
        self.set_focus(self.panel.tables_found if self.panel.tables_found.tables else None)

    def reach(self, at: AtTable) -> None:
        self.panel.stop_browsing()
        self.panel.closed.clear()
        self._typed.clear()
        self.update_foot()
        self.post_message(TableReached(at))

    def action_stay(self) -> None:
        self.workers.cancel_group(self, "join")
        self.update_foot()

    def action_refresh(self) -> None:
        self.panel.refresh_tables()


def read_last_evening() -> PlayedEvening | None:
    from sixqp_tui.features.history.games import count_last_evening  # 20 ms at the first frame

    return count_last_evening()


def read_next_lesson() -> tuple[int, int] | None:
    from sixqp_tui.features.lessons.progress import next_lesson  # 20 ms at the first frame

    return next_lesson()


def _ask_code(title: str, why: CodeAsked) -> str:
    if why == "wrong":
        return _("Wrong code. Try the code for {title} again").format(title=title)
    if why == "unanswered":
        # Translators: the connection broke between the player's code and the table's answer
        return _("The connection broke. Type the code for {title} again").format(title=title)
    # Translators: {title} is a table: at most 24 characters
    return _("Type the code that the host of {title} gave you").format(title=title)
