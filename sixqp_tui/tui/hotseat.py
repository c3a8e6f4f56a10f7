"""Several people at one keyboard: the public view, and over it the view of the seat that decides."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace as replace_binding
from time import monotonic
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace
from rich.cells import cell_len
from textual import events, on
from textual.app import App
from textual.message import Message
from textual.reactive import reactive

from sixqp_protocol.messages import (
    AnyRequest,
    CloseTable,
    Leave,
    NextRound,
    OwnerRequest,
    Ready,
    TakeBack,
)
from sixqp_tui.client.events import Denied, Event
from sixqp_tui.client.session_state import PlayerSession, SessionState
from sixqp_tui.client.status import Closed
from sixqp_tui.engine.table import CardsWanted, DecisionId
from sixqp_tui.engine.view import View
from sixqp_tui.hosting.in_process import InProcess
from sixqp_tui.i18n import _
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.keys import CONTINUE, TAKE_BACK
from sixqp_tui.tui.openings import AtTable, Outcome
from sixqp_tui.tui.table_context import TableContext
from sixqp_tui.tui.table_controller import TableController
from sixqp_tui.tui.theme.roles import DIM, EDGE, GOLD, INK
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate
from sixqp_tui.tui.widgets.graphics.large_text import NAME_LINES, draw_name

if TYPE_CHECKING:
    from sixqp_tui.tui.lobby import LobbyScreen


class CompositeSession:
    """Three sessions as one: it shows the state of `knows`, decides by `decides`, and has the rights of `owner`.

    With a `seat`, the view is that of the seat, although `knows` is a watcher and sees no hidden hand.
    """

    def __init__(
        self, knows: PlayerSession, decides: PlayerSession, owner: PlayerSession, seat: int | None = None
    ) -> None:
        self.knows = knows
        self.decides = decides
        self.owner = owner
        self.seat = seat

    @property
    def state(self) -> SessionState:
        """The watcher of the shared screen isn't counted."""
        known, deciding = self.knows.state, self.decides.state
        return replace(
            known,
            view=known.view if self.seat is None else View(self.seat, known.view.table),
            welcome=known.welcome and replace(known.welcome, owner=True),
            news=known.news and replace(known.news, watchers=0, watcher_names=()),
            standing=replace(deciding.standing, owner=True),
            unanswered=deciding.unanswered,
        )

    def events(self) -> AsyncIterator[Event]:
        return self.knows.events()

    def come_back(self) -> None:
        self.knows.come_back()

    def request(self, request: AnyRequest) -> int | None:
        """Send the owner's requests as the owner. One player who is ready is ready for all."""
        if isinstance(request, Ready):
            return self.owner.request(NextRound())
        if isinstance(request, OwnerRequest | Leave):
            return self.owner.request(CloseTable() if isinstance(request, Leave) else request)
        return self.decides.request(request)


CURTAIN_DELAY = 0.4
"""Seconds before the curtain can be opened, so that a second quick Enter doesn't open it."""


HEIGHT = NAME_LINES + 3
"""The name between two blank lines, and a sentence."""
BETWEEN = 3
"""Cells between the two sentences below the name."""


class Curtain(CellWidget):
    """Visible while `name_shown` isn't empty."""

    DEFAULT_CSS = f"""
    Curtain {{ height: {HEIGHT}; width: 1fr; display: none; }}
    Curtain.-hangs {{ display: block; }}
    """

    name_shown = reactive("")

    class Clicked(Message): ...

    def show(self, name: str) -> None:
        self.name_shown = name
        self.set_class(bool(name), "-hangs")

    def render(self) -> Canvas:
        width, name = self.size.width, self.name_shown
        canvas = Canvas(width, HEIGHT, EDGE)
        lines = draw_name(name, width - 2)
        for y, line in enumerate(lines or ("", " ".join(truncate(name, width // 2))), 1):
            canvas.middle(0, y, width, line, GOLD, bold=True)
        # Translators: the keyboard goes from one player to the next; this one must say so before the hand is shown
        taking, away = _("Enter: I'm {name}").format(name=name), _("Everyone else, look away")
        left = max(0, (width - cell_len(taking) - cell_len(away) - BETWEEN) // 2)
        after = canvas.text(left, HEIGHT - 1, taking, INK, bold=True)
        canvas.text(after + BETWEEN, HEIGHT - 1, away, DIM)
        return canvas

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked())


class PublicScreen(GameScreen):
    """In place of a hand, the curtain names the next player at the keyboard."""

    DEFAULT_CSS = "PublicScreen.-curtain HandRow { display: none; }"
    BINDINGS = [replace_binding(CONTINUE, action="take_keyboard"), TAKE_BACK]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "take_keyboard":
                return self.has_class("-curtain")
            case "take_back":
                return self._turns.may_take_back
        return super().check_action(action, parameters)

    def __init__(
        self,
        session: PlayerSession,
        turns: "HotseatController",
        preferences: Callable[[], Preferences],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(session, preferences, clock=clock, private=True)
        self._turns = turns
        self._next = ""
        self._hung = 0.0

    def on_mount(self) -> None:
        pane = self.query_one(TablePane)
        pane.play.mount(Curtain(), before=pane.hand)
        self.call_after_refresh(self.present)

    def on_screen_resume(self) -> None:
        self._turns.update_perspective()

    @property
    def caught_up(self) -> bool:
        timeline = self.timeline
        shown = timeline.transcript.length >= len(self.session.state.history) and timeline.frame is None
        return shown and timeline.part != "scores"

    def hang_curtain(self, name: str) -> None:
        self._next, self._hung = name, self._clock()
        self.present()

    def present(self) -> None:
        super().present()
        hangs = bool(self._next) and self.switcher.current == "table"
        self.set_class(hangs, "-curtain")
        for curtain in self.query(Curtain):
            curtain.show(self._next if hangs else "")
        if hangs:
            self.pane.prompt.yours = True
            self.pane.prompt.text = _("Hand the keyboard to {name}").format(name=self._next)
        self._turns.update_perspective()

    @on(Curtain.Clicked)
    def action_take_keyboard(self) -> None:
        if self._clock() - self._hung >= CURTAIN_DELAY:
            self._turns.take_keyboard()

    def action_take_back(self) -> None:
        self._turns.take_back()


class SeatScreen(GameScreen):
    def __init__(self, session: CompositeSession, name: str, preferences: Callable[[], Preferences]) -> None:
        self._name_of_seat = name
        super().__init__(session, preferences, private=True)
        self.knows, self.decides = session.knows, session.decides
        self._in_the_open = session.seat is not None

    def on_mount(self) -> None:
        self.query_one(TablePane).in_the_open = self._in_the_open

    @property
    def _title(self) -> str:
        return self._name_of_seat

    @property
    def _model(self) -> ViewModel:
        return super()._model._replace(who=self._name_of_seat)


class KeyboardHolder(NamedTuple):
    """The seat with the keyboard, and the decision for which it has it."""

    seat: int
    decision: DecisionId | None


class Perspective(NamedTuple):
    """What the screen shows.

    `all`: the public view; `curtain`: the same until `seat` takes the keyboard; `open`: the same, with a public
    decision of `seat`; `own`: the view of `seat`, with its hand.
    """

    kind: Literal["all", "curtain", "open", "own"]
    seat: int | None = None


EVERYBODY = Perspective("all")


def whose_turn(public: View, people: Sequence[View], holder: KeyboardHolder | None) -> Perspective:
    """The perspective due.

    Rows and drafted cards are chosen in public (3.7, 5.2). Cards are chosen one player after the other, the lowest
    seat first, each behind a curtain; a single person needs none. While the views disagree, everybody sees the
    public view.
    """
    pending, now = public.table.pending, public.table.decision_id
    asked = [view for view in people if pending is not None and view.seat in pending.seats]
    ready = [view.seat for view in asked if view.decision_id == now]
    if not ready:
        return EVERYBODY
    if not isinstance(pending, CardsWanted):
        return Perspective("open", ready[0])
    if len(people) == 1 or (holder and holder.decision == now and holder.seat in ready):
        return Perspective("own", ready[0] if holder is None or len(people) == 1 else holder.seat)
    return Perspective("curtain", ready[0]) if ready[0] == asked[0].seat else EVERYBODY


class HotseatController(TableController):
    """Keeps the public screen at the bottom, and covers it with the screen of the seat that decides.

    Each decision has its own screen, so nothing of a hand remains.
    """

    def __init__(
        self,
        app: App[Outcome],
        keyboard: InProcess,
        on_end: Callable[[Outcome], None],
        preferences: Callable[[], Preferences],
        on_event: Callable[[TableContext], None],
    ) -> None:
        self._keyboard = keyboard
        self._owner = keyboard.people[0]
        self._perspective = EVERYBODY
        self._holder: KeyboardHolder | None = None
        self._laid_last: PlayerSession | None = None
        self._seat_screen: SeatScreen | None = None
        self._people_events = [(person, person.events()) for person in keyboard.people]
        everybody = CompositeSession(keyboard.watcher, self._owner, self._owner)
        super().__init__(app, TableContext(AtTable(everybody, keyboard=keyboard)), on_end, preferences, on_event)

    def _make_screen(self) -> "PublicScreen | LobbyScreen":
        self.shown = self.context.due_screen
        if self.shown == "lobby":
            from sixqp_tui.tui.lobby import LobbyScreen

            return LobbyScreen(TableContext(AtTable(self._owner, keyboard=self._keyboard)))
        return PublicScreen(self.context.session, self, self.preferences)

    async def follow(self) -> None:
        await asyncio.gather(super().follow(), *(self._follow(*each) for each in self._people_events))

    async def _follow(self, person: PlayerSession, events: AsyncIterator[Event]) -> None:
        async for event in events:
            self.app.call_later(self._handle_of, person, event)

    def handle(self, event: Event) -> None:
        super().handle(event)
        if self._seat_screen and self._seat_screen.knows is self._keyboard.watcher:
            self._seat_screen.hear(event)
        self.update_perspective()

    def _handle_of(self, person: PlayerSession, event: Event) -> None:
        """An event that ends this person's view does so before anything is shown."""
        if self.ended:
            return
        self.update_perspective()
        if self._seat_screen and person in (self._seat_screen.knows, self._seat_screen.decides):
            self._seat_screen.hear(event)
        elif person is self._owner and (self.shown == "lobby" or isinstance(event, Denied)):
            self.screen.hear(event)

    def show_due_screen(self) -> None:
        if self.context.due_screen != self.shown:
            self._perspective, self._holder, self._seat_screen = EVERYBODY, None, None
        super().show_due_screen()

    # -- whose view is on -----------------------------------------------------------------------------

    @property
    def people(self) -> tuple[PlayerSession, ...]:
        return tuple(each for each in self._keyboard.people if not isinstance(each.state.status, Closed))

    @property
    def may_take_back(self) -> bool:
        last = self._laid_last
        return self._perspective.kind == "curtain" and last is not None and last.state.view.laid is not None

    def update_perspective(self) -> None:
        """At once if it hides a hand, after the animation if it shows one."""
        if self.ended or not isinstance(self.screen, PublicScreen) or not self.screen.is_mounted:
            return
        due = self._due_perspective(self.screen)
        if due != self._perspective:
            self._hide_seat()
            self._perspective = due
            self.screen.hang_curtain(self._name_at(due.seat) if due.kind == "curtain" else "")
        if due.kind in ("own", "open") and self._seat_screen is None and self.app.screen is self.screen:
            self._show_seat(due)

    def take_keyboard(self) -> None:
        if self._perspective.kind == "curtain" and self._perspective.seat is not None:
            self._holder = KeyboardHolder(
                self._perspective.seat, self._keyboard.watcher.state.view.table.decision_id
            )
            self.update_perspective()

    def take_back(self) -> None:
        if self.may_take_back and self._laid_last:
            self._laid_last.request(TakeBack())

    def _due_perspective(self, screen: PublicScreen) -> Perspective:
        views = [person.state.view for person in self.people]
        due = whose_turn(self._keyboard.watcher.state.view, views, self._holder)
        return due if due == self._perspective or screen.caught_up else EVERYBODY

    def _show_seat(self, perspective: Perspective) -> None:
        person, watcher = self._person_at(perspective.seat), self._keyboard.watcher
        if person is None or perspective.seat is None:
            return
        if perspective.kind == "open":
            session = CompositeSession(watcher, person, self._owner, perspective.seat)
        else:
            session = CompositeSession(person, person, self._owner)
        self._seat_screen = SeatScreen(session, self._name_at(perspective.seat), self.preferences)
        self.app.push_screen(self._seat_screen)

    def _hide_seat(self) -> None:
        if self._perspective.kind == "own":
            self._laid_last, self._holder = self._person_at(self._perspective.seat), None
        if self._seat_screen is not None:
            self._seat_screen = None
            self.close_overlays()

    def _person_at(self, seat: int | None) -> PlayerSession | None:
        return next((each for each in self.people if each.state.view.seat == seat), None)

    def _name_at(self, seat: int | None) -> str:
        names = self._keyboard.watcher.state.view.table.names
        return names[seat] if seat is not None and seat < len(names) else ""
