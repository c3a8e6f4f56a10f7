"""How a stay at a table runs its course in the app: following it, its screens, leaving it, its end."""

from collections.abc import Callable

from textual.app import App
from textual.screen import Screen

from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Event, StatusChanged
from sixqp_tui.client.status import Closed
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.controller.table_context import Sitting
from sixqp_tui.tui.dialogs.leave import leave, question
from sixqp_tui.tui.dialogs.opened_elsewhere import whether_to_come_back
from sixqp_tui.tui.dialogs.question import Ask, notice
from sixqp_tui.tui.messages import SessionEvent
from sixqp_tui.tui.screens.game import GameScreen
from sixqp_tui.tui.screens.lobby import LobbyScreen
from sixqp_tui.tui.services import Ended, Outcome

GRACE = 2.0
"""Seconds that a table has to confirm that its player leaves."""


class Visit:
    """Keeps the due screen of a sitting in front; `over` is told the outcome once, when the sitting has ended.

    `watch` is told of the sitting whenever something has happened at it.
    """

    def __init__(
        self,
        app: App[Outcome],
        sitting: Sitting,
        over: Callable[[Outcome], None],
        preferences: Callable[[], Preferences] = Preferences,
        watch: Callable[[Sitting], None] = lambda sitting: None,
    ) -> None:
        self.app = app
        self.preferences = preferences
        self.watch = watch
        self.sitting = sitting
        self.over = over
        self.ended = False
        self.events = sitting.session.events()
        self.shown = sitting.due
        self.screen = self._screen_due()
        self.watch(sitting)

    def _screen_due(self) -> Screen[None]:
        self.shown = self.sitting.due
        if self.shown == "lobby":
            return LobbyScreen(self.sitting)
        return GameScreen(self.sitting.session, self.preferences, self.sitting.said)

    async def follow(self) -> None:
        """Hand on what the session says, one after the other, until it has ended."""
        if not self.sitting.closed:
            async for event in self.events:
                self.app.call_later(self.told, event)
                if _is_final(event):
                    break
        self.app.call_later(self.finish)

    def told(self, event: Event) -> None:
        """Something happened at the table."""
        self.sitting.heard(event)
        self.watch(self.sitting)
        if not self.ended:
            self.bring_forward()
            self.screen.post_message(SessionEvent(event))
            if isinstance(event, StatusChanged) and not _is_final(event) and self.sitting.closed:
                self.app.push_screen(whether_to_come_back(), self.may_come_back)

    def may_come_back(self, answer: str | None) -> None:
        """The seat was opened elsewhere, and its player has said whether to take it back."""
        if answer == "back":
            self.sitting.session.come_back()
        else:
            self.finish(read=True)

    def bring_forward(self) -> None:
        """Exchange the screen where another is due; what lies over it is put away."""
        if self.sitting.due == self.shown:
            return
        while self.app.screen is not self.screen:
            self.app.pop_screen()
        self.screen = self._screen_due()
        self.app.switch_screen(self.screen)

    def go_to_lobby(self) -> None:
        """The player goes on from the end of a game."""
        self.sitting.to_lobby()
        self.bring_forward()

    def leave(self) -> None:
        """Leave the table; asks first where something would be lost, and does not wait when told twice."""
        if self.sitting.leaving or self.ended:
            self.finish()
        elif isinstance(self.app.screen, Ask):
            return
        elif ask := question(self.sitting):
            self.app.push_screen(ask, self.answered)
        else:
            self.answered("leave")

    def answered(self, answer: str | None) -> None:
        """Tell the table, unless its player stays."""
        if answer not in (None, "stay"):
            leave(self.sitting, answer or "leave")
            self.app.set_timer(GRACE, self.finish)

    def finish(self, read: bool = False) -> None:
        """The sitting is over: say why, unless its player wanted it so or has `read` it."""
        if self.ended:
            return
        self.ended = True
        if self.sitting.leaving:
            self.over(self.sitting.leaving)
            return
        reason = self.sitting.closed.reason if self.sitting.closed else None
        outcome = Ended(why_closed(reason), 0 if reason is Farewell.CLOSED else 1)
        if read:
            self.over(outcome)
            return
        self.app.push_screen(notice(lambda: why_closed(reason)), lambda _answer: self.over(outcome))


def _is_final(event: Event) -> bool:
    """Whether the session has ended with this for good."""
    status = event.status if isinstance(event, StatusChanged) else None
    return isinstance(status, Closed) and not status.may_return
