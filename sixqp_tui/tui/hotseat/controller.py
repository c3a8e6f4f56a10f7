"""A stay of several people around one keyboard: what all may see, and over it one person's own view at a time."""

import asyncio
from collections.abc import AsyncIterator, Callable

from textual.app import App
from textual.screen import Screen

from sixqp_protocol.messages import TakeBack
from sixqp_tui.client.events import Denied, Event
from sixqp_tui.client.status import Closed
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.controller.table_context import Sitting
from sixqp_tui.tui.controller.table_controller import Visit
from sixqp_tui.tui.hotseat.composite_session import Shared
from sixqp_tui.tui.hotseat.screens import PublicScreen, SeatScreen
from sixqp_tui.tui.hotseat.whose_turn import ALL, Front, Holder, whose_turn
from sixqp_tui.tui.messages import SessionEvent
from sixqp_tui.tui.player_session import PlayerSession
from sixqp_tui.tui.screens.lobby import LobbyScreen
from sixqp_tui.tui.services import AtTable, Keyboard, Outcome


def visit_at(
    app: App[Outcome],
    at: AtTable,
    over: Callable[[Outcome], None],
    preferences: Callable[[], Preferences] = Preferences,
    watch: Callable[[Sitting], None] = lambda sitting: None,
) -> Visit:
    """The stay at this table, of one person or of several around one keyboard."""
    if at.keyboard and len(at.keyboard.people) > 1:
        return Around(app, at.keyboard, over, preferences, watch)
    return Visit(app, Sitting(at), over, preferences, watch)


class Around(Visit):
    """Keeps the watcher's screen in front, and puts one seat's over it while that seat decides.

    A seat's screen is made anew each time and gone when its seat has decided: nothing of a hand outlasts it.
    """

    def __init__(
        self,
        app: App[Outcome],
        keyboard: Keyboard,
        over: Callable[[Outcome], None],
        preferences: Callable[[], Preferences] = Preferences,
        watch: Callable[[Sitting], None] = lambda sitting: None,
    ) -> None:
        self.keyboard = keyboard
        self.owner = keyboard.people[0]
        self.front = ALL
        self.holder: Holder | None = None
        self.laid_last: PlayerSession | None = None
        self.seat_screen: SeatScreen | None = None
        self._heard = [(person, person.events()) for person in keyboard.people]
        everybody = Shared(keyboard.watcher, self.owner, self.owner)
        super().__init__(app, Sitting(AtTable(everybody, keyboard=keyboard)), over, preferences, watch)

    def _screen_due(self) -> Screen[None]:
        self.shown = self.sitting.due
        if self.shown == "lobby":
            return LobbyScreen(Sitting(AtTable(self.owner, keyboard=self.keyboard)))
        return PublicScreen(self.sitting.session, self, self.preferences)

    async def follow(self) -> None:
        """Hand on what every session says, until the table has ended."""
        await asyncio.gather(super().follow(), *(self._follow(*each) for each in self._heard))

    async def _follow(self, person: PlayerSession, events: AsyncIterator[Event]) -> None:
        async for event in events:
            self.app.call_later(self.told_by, person, event)

    def told(self, event: Event) -> None:
        """Something happened that all may see."""
        super().told(event)
        if self.seat_screen and self.seat_screen.knows is self.keyboard.watcher:
            self.seat_screen.post_message(SessionEvent(event))
        self.settle()

    def told_by(self, person: PlayerSession, event: Event) -> None:
        """Something happened to this person. What ends their view is done before anything is shown in it."""
        if self.ended:
            return
        self.settle()
        if self.seat_screen and person in (self.seat_screen.knows, self.seat_screen.decides):
            self.seat_screen.post_message(SessionEvent(event))
        elif person is self.owner and (self.shown == "lobby" or isinstance(event, Denied)):
            self.screen.post_message(SessionEvent(event))

    def bring_forward(self) -> None:
        """Exchange the screen where another is due."""
        if self.sitting.due != self.shown:
            self.front, self.holder, self.seat_screen = ALL, None, None
        super().bring_forward()

    # -- whose view is on -----------------------------------------------------------------------------

    @property
    def people(self) -> tuple[PlayerSession, ...]:
        """Those who still play here, by their seats."""
        return tuple(each for each in self.keyboard.people if not isinstance(each.status, Closed))

    @property
    def may_undo(self) -> bool:
        """Whether the last card that was laid at this keyboard may still be taken back (3.1)."""
        return self.front.kind == "curtain" and self.laid_last is not None and self.laid_last.view.laid is not None

    def settle(self) -> None:
        """Show whose view is due. What hides a hand is done at once, what shows one when all has been seen."""
        if self.ended or not isinstance(self.screen, PublicScreen) or not self.screen.is_mounted:
            return
        front = self._due()
        if front != self.front:
            self._hide()
            self.front = front
            self.screen.curtain_for(self._name(front.seat) if front.kind == "curtain" else "")
        if front.kind in ("own", "open") and self.seat_screen is None and self.app.screen is self.screen:
            self._show(front)

    def take_keyboard(self) -> None:
        """Whoever the curtain names has the keyboard."""
        if self.front.kind == "curtain" and self.front.seat is not None:
            self.holder = Holder(self.front.seat, self.keyboard.watcher.view.table.decision_id)
            self.settle()

    def undo(self) -> None:
        """Take the last laid card back."""
        if self.may_undo and self.laid_last:
            self.laid_last.request(TakeBack())

    def _due(self) -> Front:
        assert isinstance(self.screen, PublicScreen)
        views = [person.view for person in self.people]
        front = whose_turn(self.keyboard.watcher.view, views, self.holder)
        return front if front == self.front or self.screen.caught_up else ALL

    def _show(self, front: Front) -> None:
        person, watcher = self._person(front.seat), self.keyboard.watcher
        if person is None or front.seat is None:
            return
        if front.kind == "open":
            session = Shared(watcher, person, self.owner, front.seat)
        else:
            session = Shared(person, person, self.owner)
        self.seat_screen = SeatScreen(session, self._name(front.seat), self.preferences)
        self.app.push_screen(self.seat_screen)

    def _hide(self) -> None:
        """No seat's view is on any more, nor what lay over it."""
        if self.front.kind == "own":
            self.laid_last, self.holder = self._person(self.front.seat), None
        if self.seat_screen is not None:
            self.seat_screen = None
            while self.app.screen is not self.screen:
                self.app.pop_screen()

    def _person(self, seat: int | None) -> PlayerSession | None:
        return next((each for each in self.people if each.view.seat == seat), None)

    def _name(self, seat: int | None) -> str:
        names = self.keyboard.watcher.view.table.names
        return names[seat] if seat is not None and seat < len(names) else ""
