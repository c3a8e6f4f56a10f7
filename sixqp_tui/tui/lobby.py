"""Before and between games: who is here, the settings, how others join."""

from collections.abc import Sequence
from time import monotonic

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from sixqp_protocol.messages import (
    LEVELS,
    AnyRequest,
    Ready,
    Rename,
    RoomNews,
    Say,
    SeatNews,
    SetRules,
    SetSeat,
    Settings,
    Start,
    TakeSeat,
)
from sixqp_protocol.text import CHAT_LENGTH, NAME_CELLS
from sixqp_tui.client.events import Denied, Event, News, Talk
from sixqp_tui.engine.permissions import Standing, bar, seated, withheld
from sixqp_tui.i18n import N_, NC_, _, lobby as lobby_words, table as table_words
from sixqp_tui.presentation.chairs import removal
from sixqp_tui.presentation.presence import SHOWN, Bubbles, own_seat, seat_of
from sixqp_tui.presentation.prompts import lobby_prompt
from sixqp_tui.presentation.view_model import deadline_of
from sixqp_tui.tui.dialogs import remove_question
from sixqp_tui.tui.evening import EveningScreen
from sixqp_tui.tui.forms.table_options import SettingsForm, next_variant
from sixqp_tui.tui.keys import CHAT, EVENING, REACT, WAYS_IN
from sixqp_tui.tui.table_context import TableContext
from sixqp_tui.tui.widgets.common.chat import ChatHistory, ReactionChoice
from sixqp_tui.tui.widgets.common.entry import Entry
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.lobby_panel import LobbyPanel, Seats, TableSummary


class LobbyScreen(Screen[None]):
    DEFAULT_CSS = """
    LobbyScreen ChatHistory { dock: bottom; height: auto; max-height: 40%; margin: 0 0 2 0; }
    """

    BINDINGS = [
        Binding("enter", "start", NC_("key", "start"), tooltip=N_("Start the game with everybody who is seated")),
        Binding("enter", "sit", NC_("key", "sit down"), tooltip=N_("Take over the selected bot's chair")),
        # Translators: say that one would like the next game to begin
        Binding("r", "ready", NC_("key", "ready"), tooltip=N_("Tell the host that you'd like to play")),
        Binding("b", "bot", NC_("key", "bot"), tooltip=N_("Seat a bot on the selected chair, or on a free one")),
        # Translators: make a chair free: a verb
        Binding("x,delete", "remove", NC_("key", "clear"), tooltip=N_("Clear the selected chair")),
        Binding(
            "x,delete",
            "admit",
            # Translators: those whom the host has removed may come again: a verb
            NC_("key", "let in"),
            tooltip=N_("Open this chair to players you removed, too"),
        ),
        Binding("l", "level", show=False, tooltip=N_("Make the selected bot play better, or worse")),
        Binding("v", "variant", show=False, tooltip=N_("Switch to the next variant of the game")),
        # Translators: the settings of a table: a noun
        Binding("s", "settings", NC_("key", "setup"), tooltip=N_("Change the settings of this table")),
        Binding(
            "i",
            "invite",
            NC_("key", "invite"),
            tooltip=N_("Show the whole room the line to type, and a QR code"),
        ),
        CHAT,
        REACT,
        WAYS_IN,
        EVENING,
        Binding("n", "rename", NC_("key", "name"), tooltip=N_("Change your name at the table")),
        Binding("n", "rename_host", show=False, tooltip=N_("Change your name at the table")),
        Binding("q", "app.leave", NC_("key", "leave"), tooltip=N_("Leave the table")),
        Binding("up", "point(-1)", show=False, key_display="↑↓", tooltip=N_("Select another chair")),
        Binding("down", "point(1)", show=False),
    ]

    page = getters.query_one(Page)
    panel = getters.query_one(LobbyPanel)
    seats = getters.query_one(Seats)
    prompt = getters.query_one(Prompt)
    entry = getters.query_one(Entry)
    chat_history = getters.query_one(ChatHistory)
    reaction_choice = getters.query_one(ReactionChoice)

    def __init__(self, context: TableContext) -> None:
        super().__init__(classes="-private" if context.keyboard else None)
        self.context = context
        self.session = context.session
        self._bubbles = Bubbles()

    @property
    def may_talk(self) -> bool:
        """Nobody hears the player at one keyboard."""
        return not self.context.keyboard

    def compose(self) -> ComposeResult:
        with Page(lambda: self.context.session.state.title, self._place):
            yield LobbyPanel(self.context)
            yield Prompt()
            yield ChatHistory()
            yield Entry()
            yield ReactionChoice()

    def on_mount(self) -> None:
        if self.news:
            self.set_clock(self.news)
        self.show_room()

    def hear(self, event: Event) -> None:
        if not self.is_mounted:
            return
        match event:
            case Denied(refused):
                self.prompt.notice = table_words.refused(refused.code)
            case Talk(said):
                self._bubbles = self._bubbles.hear(said, monotonic())
                self.set_timer(SHOWN, self.show_room)
            case News(news):
                self.prompt.notice = ""
                self.set_clock(news)
        self.show_room()

    def set_clock(self, news: RoomNews) -> None:
        self.prompt.deadline = deadline_of(news, monotonic())

    def show_room(self) -> None:
        self.panel.show()
        self.seats.bubbles = self._bubbles.at(monotonic())
        self.chat_history.show(self.context.said, self.entry.open and self.entry.purpose == "say")
        self.prompt.text, self.prompt.yours = lobby_prompt(self.news, self.session.state.status)
        sentence = self.context.describe_evening()
        self.prompt.wraps = bool(sentence)
        if sentence:
            self.prompt.text, self.prompt.yours, self.prompt.deadline = sentence, False, None
        self.page.update_title()
        if isinstance(self.app.screen, EveningScreen):
            self.app.screen.follow()
        self.refresh_bindings()

    show_evening = show_room

    def _place(self) -> str:
        if self.news is None or self.context.keyboard:
            return ""
        return lobby_words.waiting(seated(self.news.seats), len(self.news.seats), self.news.watchers)

    @property
    def news(self) -> RoomNews | None:
        return self.session.state.news

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        standing = self.session.state.standing
        match action:
            case "start" | "sit" | "ready" | "remove" | "admit" | "level":
                return self.offers(action)
            case "variant" | "settings" | "rename" | "rename_host":
                return self.offers(action)
            case "bot":
                return not self.is_mounted or bar(SetSeat, standing) is None
            case "chat" | "react":
                return self.may_talk
            case "invite":
                return self.context.invite_line is not None
            case "ways":
                return self.context.offers_ways_in
            case "evening":
                return not self.context.keyboard
        return True

    def offers(self, action: str) -> bool:
        if not self.is_mounted:
            return True
        request = request_of(action, self.session.state.standing, self.seats.pointed)
        return request is not None and withheld(request, self.session.state.standing) is None

    def action_point(self, by: int) -> None:
        self.point_at((self.seats.pointed + by) % max(1, len(self.seats.seats)))

    def point_at(self, seat: int) -> None:
        self.seats.pointed = seat
        self.prompt.notice = ""
        self.refresh_bindings()

    @on(Seats.Clicked)
    def clicked(self, event: Seats.Clicked) -> None:
        """The first click selects a seat; the second renames the player there, or changes a bot's level."""
        if event.seat != self.seats.pointed:
            self.point_at(event.seat)
        elif event.seat == self.seats.you:
            self.action_rename()
        elif self.check_action("level", ()):
            self.action_level()

    def action_start(self) -> None:
        self._ask("start")

    @on(Prompt.Clicked)
    def prompt_clicked(self) -> None:
        if self.check_action("start", ()):
            self.action_start()

    def action_ready(self) -> None:
        self._ask("ready")

    def action_sit(self) -> None:
        self._ask("sit")

    def action_bot(self) -> None:
        chair = bots_chair(self.news.seats if self.news else (), self.seats.pointed)
        if chair is None:
            self.prompt.notice = _("Every chair is taken. Press s to change the number of seats.")
        else:
            self.session.request(SetSeat(seat=chair, to="bot"))

    def action_level(self) -> None:
        self._ask("level")

    def action_remove(self) -> None:
        chair = self.seats.chair
        if chair is None or chair.occupant != "person":
            self._ask("remove")
        else:
            self.app.push_screen(remove_question(chair.name), lambda given: self.kick(chair.name, given))

    def action_admit(self) -> None:
        self._ask("admit")

    def kick(self, name: str, given: str | None) -> None:
        seat = seat_of(name, self.news)
        if given == "kick" and seat is not None:
            self.session.request(SetSeat(seat=seat, to="kick"))

    def action_variant(self) -> None:
        if self.news:
            self.session.request(SetRules(settings=next_variant(self.news.settings)))

    @on(TableSummary.Clicked)
    def action_settings(self) -> None:
        if self.news and self.check_action("settings", ()):
            form = SettingsForm(self.news.settings, seated(self.news.seats))
            self.app.push_screen(form, self.request_settings)

    def request_settings(self, settings: Settings | None) -> None:
        if settings is not None:
            self.session.request(SetRules(settings=settings))

    def action_chat(self) -> None:
        self.entry.ask("say", _("Say:"), longest=CHAT_LENGTH, scrolled=self.chat_history)
        self.chat_history.show(self.context.said, is_open=True)

    def action_react(self) -> None:
        self.reaction_choice.open()

    @on(ReactionChoice.Chosen)
    def react(self, event: ReactionChoice.Chosen) -> None:
        self.session.request(Say(reaction=event.reaction))

    @on(ReactionChoice.Closed)
    def give_keys_back(self) -> None:
        self.set_focus(None)

    @on(Entry.Closed)
    def close_chat(self) -> None:
        self.chat_history.show(self.context.said, is_open=False)

    def action_rename(self) -> None:
        own = own_seat(self.news)
        self.entry.ask("name", _("Your name"), own.name if own else "", longest=NAME_CELLS)

    def action_evening(self) -> None:
        self.app.push_screen(EveningScreen(self.session, self.context.keyboard is not None))

    def action_invite(self) -> None:
        line, hosting = self.context.invite_line, self.context.hosting
        if line:
            from sixqp_tui.tui.invite import InviteScreen

            invitation = hosting.invitation if hosting else None
            code = self.news.code if self.news else None
            self.app.push_screen(InviteScreen(line, invitation, code))

    async def action_ways(self) -> None:
        await self.run_action("app.ways")

    def _ask(self, action: str) -> None:
        request = request_of(action, self.session.state.standing, self.seats.pointed)
        if request is not None:
            self.session.request(request)

    action_rename_host = action_rename
    """Hidden from the owner's key line, which is full. A click on one's own seat does the same."""

    @on(Entry.Given)
    def use_line(self, event: Entry.Given) -> None:
        self.session.request(Say(text=event.text) if event.purpose == "say" else Rename(name=event.text))


def request_of(action: str, standing: Standing, pointed: int) -> AnyRequest | None:
    """If a form follows, the request has the present settings or name."""
    chair = standing.seats[pointed] if pointed < len(standing.seats) else None
    own = None if standing.seat is None else standing.seats[standing.seat]
    match action, chair:
        case "start", _:
            return Start()
        case "ready", _ if own and not own.owner:
            return Ready()
        case "sit", _:
            return TakeSeat(seat=pointed)
        case "level", SeatNews(occupant="bot", level=level):
            after = LEVELS[(LEVELS.index(level or "medium") + 1) % len(LEVELS)]
            return SetSeat(seat=pointed, to="bot", level=after)
        case "remove", SeatNews():
            return removal(pointed, chair)
        case "admit", SeatNews(occupant="open"):
            return SetSeat(seat=pointed, to="open")
        case "variant" | "settings", _:
            return SetRules(settings=standing.settings)
        case "rename" | "rename_host", _ if own and own.owner == (action == "rename_host"):
            return Rename(name=own.name)
    return None


def bots_chair(seats: Sequence[SeatNews], pointed: int) -> int | None:
    """The selected chair if somebody is expected there, else the first open one."""
    if pointed < len(seats) and seats[pointed].occupant == "expected":
        return pointed
    return next((number for number, seat in enumerate(seats) if seat.occupant == "open"), None)
