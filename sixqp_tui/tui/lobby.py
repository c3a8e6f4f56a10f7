"""Before and between games: who is here, the game, how others join, and what is said."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from sixqp_protocol.messages import (
    LEVELS,
    AnyRequest,
    Ready,
    Rename,
    RoomNews,
    Said,
    SeatNews,
    SetRules,
    SetSeat,
    Settings,
    Start,
    TakeSeat,
)
from sixqp_protocol.room_code import shown_code
from sixqp_protocol.text import NAME_CELLS
from sixqp_tui.client.events import Denied, Event
from sixqp_tui.engine.permissions import Standing, bar, seated, withheld
from sixqp_tui.i18n import (
    N_,
    NC_,
    _,
    lobby as lobby_words,
    pgettext,
    phrases,
    settings as settings_words,
    table as table_words,
)
from sixqp_tui.i18n.home import chairs_free
from sixqp_tui.presentation.chairs import removal
from sixqp_tui.presentation.presence import SHOWN, Bubbles, is_taken, own_seat, seat_of
from sixqp_tui.presentation.prompts import ask_in_lobby, with_names
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.tally import describe_wins, tally_rows
from sixqp_tui.presentation.view_model import deadline_of
from sixqp_tui.tui.dialogs import remove_question
from sixqp_tui.tui.evening import EveningScreen
from sixqp_tui.tui.forms import settings_form, settings_given
from sixqp_tui.tui.keys import CHAT, EVENING, REACT
from sixqp_tui.tui.stay import Stay
from sixqp_tui.tui.theme.glyphs import AWAY, BOT, CHOSEN, HOLE
from sixqp_tui.tui.theme.roles import seat_ink
from sixqp_tui.tui.widgets.common.chat import Chat, TalkingScreen
from sixqp_tui.tui.widgets.common.entry import Entry
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.common.tally_sheet import TallySheet
from sixqp_tui.tui.widgets.graphics.canvas import truncate
from sixqp_tui.tui.widgets.graphics.large_text import draw_name

NAME = 20
"""Cells of a name with the mark of a bot."""
CHAT_SECONDS = 60.0
"""After this long, a message leaves the screen; the chat keeps it."""
NETWORK_SECONDS = 3.0
"""Seconds between two looks for a network while there is none."""


class Chairs(Widget):
    """A line for each chair that is taken or kept, and one for all that are free; with gaps if there is room.

    `pointed` is the number of a chair, and only shown to a player who `chooses` one.
    """

    DEFAULT_CSS = "Chairs { height: auto; }"
    ALLOW_SELECT = False

    @dataclass
    class Clicked(Message):
        chair: int

    def __init__(self) -> None:
        super().__init__()
        self.seats: tuple[SeatNews, ...] = ()
        self.you: int | None = None
        self.ready: Sequence[int] = ()
        self.said: dict[int, str] = {}
        self.chooses = False
        self.pointed = 0

    @property
    def chair(self) -> SeatNews | None:
        return self.seats[self.pointed] if self.pointed < len(self.seats) else None

    @property
    def shown(self) -> list[int]:
        """The first free chair stands for all of them."""
        kept = [number for number, seat in enumerate(self.seats) if seat.occupant != "open"]
        free = next((number for number, seat in enumerate(self.seats) if seat.occupant == "open"), None)
        return kept if free is None else [*kept, free]

    @property
    def step(self) -> int:
        container = self.parent.size.height if isinstance(self.parent, Widget) else 0
        return 2 if 2 * len(self.shown) + 1 < container else 1

    def point(self, by: int) -> None:
        shown = self.shown or [0]
        at = shown.index(self.pointed) if self.pointed in shown else 0
        self.pointed = shown[(at + by) % len(shown)]
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        line, between = divmod(event.y, self.step)
        if line < len(self.shown) and not between:
            self.post_message(self.Clicked(self.shown[line]))

    def render(self) -> Content:
        lines = (self._line(number, self.seats[number]) for number in self.shown)
        return Content("\n" * self.step).join(lines)

    def _line(self, number: int, seat: SeatNews) -> Content:
        selected = self.chooses and number == self.pointed
        if seat.occupant == "open":
            free = sum(each.occupant == "open" for each in self.seats)
            words = Content(chairs_free(free))
            line = Content.assemble("     ", words).stylize("$dim")
        else:
            line = self._taken(number, seat, selected)
        block = "on $ghost" if selected else "on $slot"
        return line.pad_right(max(0, self.size.width - line.cell_length)).stylize(block)

    def _taken(self, number: int, seat: SeatNews, selected: bool) -> Content:
        taken = is_taken(seat)
        ink = f"bold ${'strong' if selected else seat_ink(number)}" if taken else "$dim"
        name = Content.assemble((truncate(seat.name, NAME_CELLS), ink), f" {BOT}" if seat.occupant == "bot" else "")
        role = Content.styled(_role(seat, number == self.you, number in self.ready), "$dim")
        if number in self.said:
            role = Content.styled(self.said[number], "bold $gold")
        here = (CHOSEN, "$green") if seat.here else (AWAY, "$red")
        return Content.assemble(
            (f"{number + 1:>2} ", "bold $gold"),
            (f"{seat_sign(number) if taken else ' '} ", ink),
            name.pad_right(NAME - name.cell_length),
            role.truncate(max(2, self.size.width - NAME - 7), ellipsis=True, pad=True),
            here if taken else (HOLE, "$dim"),
        )


def _role(seat: SeatNews, yours: bool, ready: bool) -> str:
    if seat.occupant == "bot":
        return phrases.role_bot(seat.level)
    if seat.occupant == "expected":
        # Translators: somebody who is named in config.txt and has not come yet
        return pgettext("chair", "expected")
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


class LobbyScreen(TalkingScreen):
    """A table in this process hides what needs others."""

    BINDINGS = [
        Binding(
            "enter", "ask('start')", NC_("key", "start"), tooltip=N_("Start the game with everybody who is seated")
        ),
        Binding("enter", "ask('sit')", NC_("key", "sit down"), tooltip=N_("Take over a bot's seat")),
        # Translators: say that one would like the next game to begin
        Binding("r", "ask('ready')", NC_("key", "ready"), tooltip=N_("Tell the host that you'd like to play")),
        Binding("b", "bot", NC_("key", "bot"), tooltip=N_("Seat a bot, or change the selected one's level")),
        # Translators: make a chair free: a verb
        Binding("x,delete", "remove", NC_("key", "clear"), tooltip=N_("Clear the selected chair")),
        Binding(
            "x,delete",
            "ask('admit')",
            # Translators: those whom the host has removed may come again: a verb
            NC_("key", "let in"),
            tooltip=N_("Open this chair to players you removed, too"),
        ),
        # Translators: the settings of a table: a noun
        Binding("s", "settings", NC_("key", "setup"), tooltip=N_("Change the settings of this table")),
        Binding("i,w", "invite", NC_("key", "invite"), tooltip=N_("Show the room how to join, by phone too")),
        CHAT,
        REACT,
        EVENING,
        Binding("n", "rename", show=False, tooltip=N_("Change your name at the table")),
        Binding("q", "app.leave", NC_("key", "quit"), tooltip=N_("Leave the table")),
        Binding("up", "point(-1)", show=False, key_display="↑↓", tooltip=N_("Select another chair")),
        Binding("down", "point(1)", show=False),
    ]

    page = getters.query_one(Page)
    chairs = getters.query_one(Chairs)
    chat = getters.query_one(Chat)
    prompt = getters.query_one(Prompt)

    def __init__(self, stay: Stay) -> None:
        super().__init__(stay, "-private" if stay.private else None)
        self.private = stay.private
        self._bubbles = Bubbles()
        self._heard = self._faded = 0

    def compose(self) -> ComposeResult:
        with Page(lambda: self.session.state.title, self._place):
            with Horizontal(id="lobby"):
                with Vertical(id="around"):
                    yield Static(_("Around the table").upper(), classes="heading", markup=False)
                    yield Chairs()
                    yield TallySheet()
                with Vertical():
                    yield Static(_("The game").upper(), classes="heading", markup=False)
                    yield Static(id="game", markup=False)
                    yield Static(_("HOW TO JOIN"), id="how", classes="heading", markup=False)
                    yield Static(id="join", markup=False)
            yield Static(id="last", markup=False)
            yield Static(id="won", markup=False)
            yield Chat()
            yield Prompt()
            yield from self.compose_talk()

    def on_mount(self) -> None:
        if self.news:
            self.prompt.deadline = deadline_of(self.news, monotonic())
        self._looking = self.set_interval(NETWORK_SECONDS, self.find_network, pause=not self._offline)
        self.show_room()

    def on_resize(self) -> None:
        self.show_room()

    def hear(self, event: Event) -> None:
        if not self.is_mounted:
            return
        match event:
            case Denied(refused):
                self.page.notice.show(table_words.refused(refused.code))
            case Said() as said:
                self._bubbles.hear(said, monotonic())
                self.set_timer(SHOWN, self.show_room)
            case RoomNews() as news:
                self.page.notice.clear()
                self.prompt.deadline = deadline_of(news, monotonic())
        self.show_room()

    def fade(self, count: int) -> None:
        self._faded += count
        self.show_room()

    # -- what is shown ----------------------------------------------------------------------------------------

    def show_room(self) -> None:
        news = self.news
        if news:
            self._show_chairs(news)
            self.query_one("#game", Static).update(Content("\n").join(self._describe_game(news)))
        joining = list(self._describe_joining())
        self.query_one("#how").display = bool(joining)
        self.query_one("#join", Static).update(Content("\n").join(joining))
        self._show_past()
        self._show_chat()
        self.show_history()
        self.prompt.text, _choices, self.prompt.yours = ask_in_lobby(news)
        self.prompt.key = "enter" if self.offers("start") else ""
        self.prompt.explain(self.stay.describe_evening())
        self.page.update_title()
        if isinstance(self.app.screen, EveningScreen):
            self.app.screen.follow()
        self.refresh_bindings()

    show_evening = show_room

    def _show_chat(self) -> None:
        said = tuple(self.stay.said)
        if new := len(said) - self._heard:
            self._heard = len(said)
            self.set_timer(CHAT_SECONDS, partial(self.fade, new))
        self.chat.said = said[self._faded :]
        self.chat.display = bool(self.chat.said) and not self.private

    def _show_chairs(self, news: RoomNews) -> None:
        chairs = self.chairs
        chairs.seats = tuple(seat for seat in news.seats if not (self.private and seat.occupant == "open"))
        chairs.you, chairs.ready, chairs.said = news.you, news.ready, self._bubbles.at(monotonic())
        chairs.chooses = bar(SetSeat, self.session.state.standing) is None or news.you is None
        chairs.point(0)
        chairs.refresh(layout=True)

    def _describe_game(self, news: RoomNews) -> Iterator[Content]:
        """What differs from the usual, after the variant and the end."""
        rules, usual = news.settings.rules, Settings()
        yield Content(settings_words.describe_variant(rules.variant))
        yield Content(settings_words.describe_ends(rules))
        if news.settings.timer != usual.timer:
            yield Content(settings_words.format_time_limit(news.settings.timer))
        if news.seeded:
            # Translators: the cards follow from a seed that somebody knows
            yield Content.styled(_("The deal can be known beforehand."), "$red")

    def _describe_joining(self) -> Iterator[Content]:
        """For the host only: the others are in."""
        hosting = self.stay.hosting
        if hosting is None or self.private:
            return
        if self._offline:
            yield Content.styled(lobby_words.no_network(), "$red")
            return
        yield Content.styled(hosting.join_line, "bold $gold")
        for way in self.stay.ways_in:
            if way.open:
                yield Content.styled(way.line, "bold $gold")
        if self.news and self.news.code:
            code = shown_code(self.news.code)
            yield Content.assemble("\n", (_("Room code").upper() + "  ", "bold $dim"), (code, "bold $gold"))
            yield from (Content.styled(line, "bold $gold") for line in draw_name(code, 40))

    def _show_past(self) -> None:
        table = self.session.state.named_view.table
        last, won = self.query_one("#last", Static), self.query_one("#won", Static)
        last.update(lobby_words.last_game(table) if table.ended is not None else "")
        last.display = table.ended is not None
        rows = () if self.private else tally_rows(self.session.state.tally, self.news.you if self.news else None)
        tally = self.query_one(TallySheet)
        tally.rows = rows
        tally.set_class(bool(rows), "-shown")
        sentence = with_names(partial(describe_wins, rows), len(rows), self.app.size.width - 4) if rows else ""
        won.update(sentence)
        won.set_class(bool(sentence), "-told")

    def _place(self) -> str:
        if self.news is None or self.private:
            return ""
        return lobby_words.waiting(seated(self.news.seats), len(self.news.seats), len(self.news.watchers))

    @property
    def news(self) -> RoomNews | None:
        return self.session.state.news

    @property
    def _offline(self) -> bool:
        return self.stay.hosting is not None and not self.stay.hosting.reachable

    def find_network(self) -> None:
        if self.stay.hosting and self.stay.hosting.find_network():
            self._looking.pause()
            self.show_room()

    # -- what can be done -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "ask":
                return self.offers(str(parameters[0]))
            case "remove" | "settings" | "rename":
                return self.offers(action)
            case "bot":
                return not self.is_mounted or bar(SetSeat, self.session.state.standing) is None
            case "chat" | "react" | "evening":
                return not self.private
            case "invite":
                return self.stay.invite_line is not None
        return True

    def offers(self, action: str) -> bool:
        if not self.is_mounted:
            return True
        request = self._request(action)
        return request is not None and withheld(request, self.session.state.standing) is None

    def _request(self, action: str) -> AnyRequest | None:
        return request_of(action, self.session.state.standing, self.chairs.pointed)

    def action_ask(self, action: str) -> None:
        if request := self._request(action):
            self.session.request(request)

    def action_point(self, by: int) -> None:
        self.chairs.point(by)
        self.page.notice.clear()
        self.refresh_bindings()

    @on(Chairs.Clicked)
    def point_at(self, event: Chairs.Clicked) -> None:
        self.chairs.pointed = event.chair
        self.action_point(0)

    def action_bot(self) -> None:
        if self._request("bot"):
            self.action_ask("bot")
        else:
            self.page.notice.show(_("Every chair is taken. Add some in the table's setup."))

    def action_remove(self) -> None:
        chair = self.chairs.chair
        if chair is None or chair.occupant != "person":
            self.action_ask("remove")
        else:
            self.app.push_screen(remove_question(chair.name), lambda given: self.kick(chair.name, given))

    def kick(self, name: str, given: str | None) -> None:
        seat = seat_of(name, self.news)
        if given == "kick" and seat is not None:
            self.session.request(SetSeat(seat=seat, to="kick"))

    def action_settings(self) -> None:
        if self.news:
            now = self.news.settings

            def given(values: dict[str, Any] | None) -> None:
                if values:
                    self.session.request(SetRules(settings=settings_given(values, now)))

            self.app.push_screen(settings_form(now, seated(self.news.seats)), given)

    @on(events.Click, "#game")
    def game_clicked(self) -> None:
        if self.check_action("settings", ()):
            self.action_settings()

    def action_rename(self) -> None:
        own = own_seat(self.news)
        self.entry.ask("name", _("Your name"), own.name if own else "", longest=NAME_CELLS)

    @on(Entry.Given)
    def rename(self, event: Entry.Given) -> None:
        if event.purpose == "name":
            self.session.request(Rename(name=event.text))

    def action_evening(self) -> None:
        self.app.push_screen(EveningScreen(self.session))

    async def action_invite(self) -> None:
        await self.run_action("app.ways")


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
        case "bot", SeatNews(occupant="bot", level=level):
            after = LEVELS[(LEVELS.index(level or "medium") + 1) % len(LEVELS)]
            return SetSeat(seat=pointed, to="bot", level=after)
        case "bot", _:
            free = bots_chair(standing.seats, pointed)
            return None if free is None else SetSeat(seat=free, to="bot")
        case "remove", SeatNews():
            return removal(pointed, chair)
        case "admit", SeatNews(occupant="open"):
            return SetSeat(seat=pointed, to="open")
        case "settings", _:
            return SetRules(settings=standing.settings)
        case "rename", _ if own:
            return Rename(name=own.name)
    return None


def bots_chair(seats: Sequence[SeatNews], pointed: int) -> int | None:
    """The selected chair if somebody is expected there, else the first open one."""
    if pointed < len(seats) and seats[pointed].occupant == "expected":
        return pointed
    return next((number for number, seat in enumerate(seats) if seat.occupant == "open"), None)
