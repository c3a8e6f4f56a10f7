"""Several people around one keyboard: everybody sees the table, and a hand only its player, behind a curtain."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace as replace_binding
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace
from textual import events, on
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_protocol.messages import AnyRequest, CloseTable, Leave, NextRound, OwnerRequest, Ready, TakeBack
from sixqp_tui.client.events import Denied, Event
from sixqp_tui.client.session_state import PlayerSession, SessionState
from sixqp_tui.client.status import Closed
from sixqp_tui.engine.table import CardsWanted, DecisionId
from sixqp_tui.engine.view import View
from sixqp_tui.hosting.in_process import InProcess
from sixqp_tui.i18n import _
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.game.draft_pane import DraftPane
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.keys import CONTINUE, TAKE_BACK
from sixqp_tui.tui.stay import Stay
from sixqp_tui.tui.table_controller import TableController
from sixqp_tui.tui.widgets.graphics.large_text import draw_name

if TYPE_CHECKING:
    from sixqp_tui.tui.lobby import LobbyScreen

CURTAIN_DELAY = 0.4
"""Seconds before the curtain can be opened, so that a second quick Enter doesn't open it."""


class Perspective(NamedTuple):
    """What the screen shows.

    `all`: the public view; `curtain`: the same until `seat` takes the keyboard; `open`: the same, with a public
    decision of `seat`; `own`: the view of `seat`, with its hand.
    """

    kind: Literal["all", "curtain", "open", "own"]
    seat: int | None = None


EVERYBODY = Perspective("all")


class KeyboardHolder(NamedTuple):
    """The seat with the keyboard, and the decision for which it has it."""

    seat: int
    decision: DecisionId | None


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


class SharedSession:
    """The watcher's session, with the owner's rights; `decides` is the session of the player whose turn it is."""

    def __init__(self, keyboard: InProcess) -> None:
        self.watcher, self.owner = keyboard.watcher, keyboard.people[0]
        self.decides: PlayerSession = self.owner

    @property
    def state(self) -> SessionState:
        known, deciding = self.watcher.state, self.decides.state
        return replace(
            known,
            welcome=known.welcome and replace(known.welcome, owner=True),
            standing=replace(deciding.standing, owner=True),
            unanswered=deciding.unanswered,
        )

    def events(self) -> AsyncIterator[Event]:
        return self.watcher.events()

    def come_back(self) -> None:
        self.watcher.come_back()

    def request(self, request: AnyRequest) -> int | None:
        """Send the owner's requests as the owner. One player who is ready is ready for all."""
        match request:
            case Ready():
                return self.owner.request(NextRound())
            case Leave():
                return self.owner.request(CloseTable())
            case _ if isinstance(request, OwnerRequest):
                return self.owner.request(request)
        return self.decides.request(request)


class Curtain(Widget):
    """In the place of a hand it names the player who takes the keyboard next; visible while there is one."""

    DEFAULT_CSS = """
    Curtain { height: 6; padding-top: 1; display: none; background: $edge; text-align: center; text-wrap: nowrap; }
    """
    ALLOW_SELECT = False

    player = reactive("")

    class Clicked(Message): ...

    def watch_player(self, player: str) -> None:
        self.display = bool(player)

    def render(self) -> Content:
        name = draw_name(self.player, self.size.width) or ("", " ".join(self.player), "")
        # Translators: the keyboard goes from one player to the next; this one must say so before the hand is shown
        taking, away = _("I'm {name}").format(name=self.player), _("Everyone else, look away")
        sentence = Content.assemble((taking, "bold $ink"), "   ", (away, "$dim"))
        return Content("\n").join([*(Content.styled(line, "bold $gold") for line in name), Content(), sentence])

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked())


class SharedScreen(GameScreen, inherit_bindings=False):
    """Nothing of a hand remains once its player has decided. Its own keys stand first in the line."""

    BINDINGS = [replace_binding(CONTINUE, action="take_keyboard"), TAKE_BACK, *GameScreen.BINDINGS]

    def __init__(self, stay: Stay) -> None:
        assert stay.keyboard and isinstance(stay.session, SharedSession)
        self._keyboard, self._shared = stay.keyboard, stay.session
        self.perspective = EVERYBODY
        self._holder: KeyboardHolder | None = None
        self._laid_last: PlayerSession | None = None
        self._hung = 0.0
        super().__init__(stay)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "take_keyboard":
                return self.perspective.kind == "curtain"
            case "take_back":
                return self._may_take_back
        return super().check_action(action, parameters)

    def on_mount(self) -> None:
        table = self.query_one(TablePane)
        table.query_one(".felt").mount_all([Curtain()], before=table.hand)
        self.call_after_refresh(self.present)

    def present(self) -> None:
        self._follow_turn()
        super().present()
        for curtain in self.query(Curtain):
            curtain.player = self._player if self.perspective.kind == "curtain" else ""
            if curtain.player:
                self.pane.prompt.yours = True
                self.pane.prompt.text = _("Hand the keyboard to {name}").format(name=self._player)

    on_screen_resume = present

    @property
    def model(self) -> ViewModel:
        model, person = super().model, self._person
        if news := self._shared.owner.state.news:
            model = model._replace(news=replace(news, watchers=()))
        match self.perspective:
            case ("own", _) if person:
                view = person.state.view
            case ("open", seat):
                view = View(seat, model.table)
            case _:
                return model
        return model._replace(shown=model.shown._replace(view=view), who=self._player)

    # -- whose view is on -----------------------------------------------------------------------------

    @property
    def people(self) -> tuple[PlayerSession, ...]:
        return tuple(each for each in self._keyboard.people if not isinstance(each.state.status, Closed))

    @property
    def _person(self) -> PlayerSession | None:
        seat = self.perspective.seat
        return next((each for each in self.people if seat is not None and each.state.view.seat == seat), None)

    @property
    def _player(self) -> str:
        names, seat = self._shared.watcher.state.view.table.names, self.perspective.seat
        return names[seat] if seat is not None and seat < len(names) else ""

    @property
    def _caught_up(self) -> bool:
        timeline = self.timeline
        shown = timeline.transcript.length >= len(self.session.state.history) and timeline.frame is None
        return shown and timeline.part != "scores"

    @property
    def _may_take_back(self) -> bool:
        last = self._laid_last
        return self.perspective.kind == "curtain" and last is not None and last.state.view.laid is not None

    def _follow_turn(self) -> None:
        """At once if it hides a hand, after the animation if it shows one."""
        views = [person.state.view for person in self.people]
        due = whose_turn(self._shared.watcher.state.view, views, self._holder)
        if due != self.perspective and not self._caught_up:
            due = EVERYBODY
        if due == self.perspective:
            return
        if self.perspective.kind == "own":
            self._laid_last, self._holder = self._person, None
            while self.is_mounted and self.app.screen is not self and self in self.app.screen_stack:
                self.app.pop_screen()
        self.perspective, self._hung = due, self.clock()
        self._shared.decides = self._person or self._shared.owner
        for pane in self.query(DraftPane):
            pane.stop_picking()

    @on(Curtain.Clicked)
    def action_take_keyboard(self) -> None:
        seat = self.perspective.seat
        if self.perspective.kind == "curtain" and seat is not None and self.clock() - self._hung >= CURTAIN_DELAY:
            self._holder = KeyboardHolder(seat, self._shared.watcher.state.view.table.decision_id)
            self.present()

    def action_take_back(self) -> None:
        if self._may_take_back and self._laid_last:
            self._laid_last.request(TakeBack())


class HotseatController(TableController):
    """Shows the table of a shared session, and the owner's lobby."""

    def __init__(self, app: BaseApp, keyboard: InProcess) -> None:
        self._keyboard = keyboard
        self._people_events = [(person, person.events()) for person in keyboard.people]
        stay = Stay(SharedSession(keyboard), keyboard=keyboard, make_screen=SharedScreen)
        super().__init__(app, stay)

    def _make_screen(self) -> "GameScreen | LobbyScreen":
        if self.stay.due_screen == "lobby":
            from sixqp_tui.tui.lobby import LobbyScreen

            self.shown = "lobby"
            return LobbyScreen(Stay(self._keyboard.people[0], keyboard=self._keyboard))
        return super()._make_screen()

    async def follow(self) -> None:
        await asyncio.gather(super().follow(), *(self._follow(*each) for each in self._people_events))

    async def _follow(self, person: PlayerSession, events: AsyncIterator[Event]) -> None:
        async for event in events:
            self.app.call_later(self._handle_of, person, event)

    def _handle_of(self, person: PlayerSession, event: Event) -> None:
        """An event that ends this person's view does so before anything is shown."""
        if self.ended:
            return
        if isinstance(event, Denied) or (self.shown == "lobby" and person is self._keyboard.people[0]):
            self.screen.hear(event)
        elif isinstance(self.screen, SharedScreen) and self.screen.is_mounted:
            self.screen.present()
