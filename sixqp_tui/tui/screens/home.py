"""The first screen: the tables on this network, and the ways to one."""

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Center
from textual.message import Message
from textual.widgets import OptionList, Static

from sixqp_tui.i18n import _
from sixqp_tui.i18n import home as home_words
from sixqp_tui.i18n.home import back_to_your_seat
from sixqp_tui.tui.dialogs.resume_offer import GoingOn
from sixqp_tui.tui.scale import scale_of
from sixqp_tui.tui.screens.join_flow import Arriving
from sixqp_tui.tui.services import (
    AtTable,
    CannotOpen,
    Going,
    Home,
    HostOptions,
    Services,
    Target,
)
from sixqp_tui.tui.theme.glyphs import POINTER
from sixqp_tui.tui.widgets.banner import Banner
from sixqp_tui.tui.widgets.entry import Entry
from sixqp_tui.tui.widgets.key_line import KeyLine
from sixqp_tui.tui.widgets.table_list_panel import Hall
from sixqp_tui.tui.widgets.title_line import TitleLine
from sixqp_tui.tui.widgets.too_small import TooSmall


class SatDown(Message):
    """A table was reached from the first screen."""

    def __init__(self, at: AtTable) -> None:
        super().__init__()
        self.at = at


class HomeScreen(GoingOn, Arriving):
    """Lists the tables while it is looked at, and brings its player to one of them (message SatDown)."""

    DEFAULT_CSS = """
    HomeScreen { background: $felt; }
    HomeScreen > Center { height: auto; }
    HomeScreen > #sign { margin: 2 0 1 0; }
    HomeScreen > #tables { height: 1fr; }
    HomeScreen Hall { max-width: 110; }
    HomeScreen > #foot { dock: bottom; height: auto; margin: 0 0 1 0; padding: 0 1; }
    HomeScreen > #foot { color: $gold; text-style: bold; }
    HomeScreen > #foot.wrong { color: $red; }
    HomeScreen > Entry { dock: bottom; margin: 0 0 1 0; }
    """

    BINDINGS = [
        Binding("w", "watch", "watch"),
        Binding("a", "address", "address"),
        Binding("g", "go_on", "resume table"),
        Binding("h", "host", "host"),
        Binding("r", "refresh", "refresh"),
        Binding("f1", "app.rules", "rules", key_display="F1"),
        Binding("q", "app.leave", "quit"),
        Binding("escape", "stay", "stay", key_display="Esc", show=False),
    ]

    title_line = getters.query_one(TitleLine)
    banner = getters.query_one(Banner)
    hall = getters.query_one(Hall)
    foot = getters.query_one("#foot", Static)

    def __init__(self, services: Services, opening: Home | None = None) -> None:
        super().__init__()
        self.services = services
        self.opening = opening or Home()
        self.options: HostOptions | None = None
        self.pointed: str | None = None
        self.telling = False

    def compose(self) -> ComposeResult:
        """Sign, list, and the line that says what may be done."""
        yield TitleLine()
        yield Center(Banner(), id="sign")
        yield Center(Hall(self.services.browse), id="tables")
        yield Entry()
        yield Static(f"{POINTER} {home_words.no_table_prompt()}", id="foot", markup=False)
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Ask for the code of the table that its player was on the way to, where there is one."""
        if self.opening.going:
            self.ask_code(self.opening.going, self.opening.wrong)

    def on_resize(self) -> None:
        """Draw the sign as large as the cards of a table would be."""
        self.banner.card_size = scale_of(self.app.size).table

    def on_screen_resume(self) -> None:
        """Here first, or back from a table: look, once the screen has been drawn."""
        self.hall.look()
        self.call_after_refresh(self.look_for_kept)

    @on(Hall.Changed)
    def tables_changed(self) -> None:
        """Tell how many tables there are, and what may be done now."""
        self.title_line.where = home_words.tables_found(len(self.hall.found.tables))
        self.refresh_bindings()
        self.pointed_elsewhere()

    def reword(self) -> None:
        """Say in the language in use how many tables there are; what went wrong stays as it was told."""
        self.tables_changed()

    def tell_prompt(self, wrong: str = "", doing: str = "") -> None:
        """Say in the gold line what may be done now, what is being done, or what went wrong."""
        table = self.hall.found.pointed
        if table is None:
            free = home_words.no_table_prompt()
        elif self.services.held(table.id):
            free = back_to_your_seat(table.title)
        elif table.state == "lobby" and table.seats_taken < table.seats:
            free = home_words.press_enter_to_join(table.title)
        else:
            free = home_words.press_watch(table.title)
        self.telling = bool(wrong or doing)
        self.foot.set_class(bool(wrong), "wrong")
        lines = (wrong or doing or free, "" if self.telling else self.offer)
        self.foot.update("\n".join(f"{POINTER} {line}" for line in lines if line))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Watching is offered where there is something to watch, going on where a table is kept."""
        if action == "go_on":
            return self.kept is not None
        return bool(self.hall.found.tables) if action == "watch" and self.is_mounted else True

    @on(OptionList.OptionHighlighted)
    def pointed_elsewhere(self) -> None:
        """Another table is pointed at, or the same anew: then what went wrong stays told."""
        table = self.hall.found.pointed
        pointed = table.id if table else None
        if pointed != self.pointed or not self.telling:
            self.pointed = pointed
            self.tell_prompt()

    @on(OptionList.OptionSelected)
    def join_pointed(self) -> None:
        """Enter, or a click on a table."""
        if self.hall.found.pointed:
            self.join(self.hall.found.pointed, False)

    def action_watch(self) -> None:
        """Look on at the table pointed at."""
        if self.hall.found.pointed:
            self.join(self.hall.found.pointed, True)

    def action_address(self) -> None:
        """Type where the table is."""
        self.foot.display = False
        self.entry.ask(
            "address",
            lambda: _("Address"),
            hint=lambda: _("192.168.1.20, 192.168.1.20:4666, or the name of a table"),
            longest=400,
        )

    @on(Entry.Given)
    def join_typed(self, event: Entry.Given) -> None:
        """An address was typed, or a room code, or who plays around this keyboard."""
        if event.purpose == "players":
            self.begin(self.services.around(event.text))
        elif event.purpose == "code":
            self.code_typed(event.text)
        else:
            self.join(event.text, False)

    @on(Entry.Closed)
    def back_to_list(self) -> None:
        """The list has the keys again."""
        self.foot.display = True
        self.set_focus(self.hall.found)

    def join(self, target: Target, watch: bool) -> None:
        """Go to this table."""
        self.go(Going(target, watch))

    def action_host(self) -> None:
        """Fill in what a new table needs."""
        from sixqp_tui.tui.screens.options import HostForm, first_options

        self.app.push_screen(HostForm(self.options or first_options(self.services.player_name)), self.filled_in)

    def filled_in(self, options: HostOptions | None) -> None:
        """The form was given in, or put away."""
        if options is not None:
            self.options = options
            self.open_table(options)

    @work(exclusive=True, group="join")
    async def open_table(self, options: HostOptions) -> None:
        """Open a table and sit down at it; stay here with one sentence where that fails."""
        self.tell_prompt(doing=home_words.opening(options.title))
        try:
            hosting = await self.services.open_table(options)
        except CannotOpen as reason:
            self.tell_prompt(wrong=str(reason))
        else:
            self.sit_down(AtTable(hosting.session, hosting))

    def sit_down(self, at: AtTable) -> None:
        """Stop looking, and leave the screen to the table."""
        self.hall.rest()
        self.tell_prompt()
        self.post_message(SatDown(at))

    def action_stay(self) -> None:
        """Give up going anywhere."""
        self.workers.cancel_group(self, "join")
        self.tell_prompt()

    def action_refresh(self) -> None:
        """Ask the network anew."""
        self.hall.refresh_tables()
