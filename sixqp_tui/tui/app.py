"""The app: opens at home or at a table, and ends where it began."""

import sys
from typing import TYPE_CHECKING

from textual import events, work
from textual.binding import Binding
from textual.driver import Driver
from textual.screen import Screen
from textual.widgets import Input

from sixqp_protocol.text import LONGEST as LONGEST_PASTE
from sixqp_protocol.text import clean
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.controller.preferences_controller import Personal
from sixqp_tui.tui.screens.home import HomeScreen, SatDown
from sixqp_tui.tui.services import AtTable, Left, Opening, Outcome, Services

if TYPE_CHECKING:
    from sixqp_tui.tui.controller.table_controller import Visit


class SixqpApp(Personal):
    """`run` returns how it ended. What shows a table or the rules is imported when it is wanted."""

    TITLE = "6 qui prend !"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("f1", "rules", "rules", key_display="F1", priority=True),
        Binding("ctrl+q,ctrl+c", "leave", "leave at once", show=False, priority=True),
    ]

    def __init__(
        self,
        services: Services,
        opening: Opening,
        preferences: Preferences | None = None,
        trouble: str = "",
    ) -> None:
        super().__init__(services, preferences or Preferences(), trouble)
        self.opening = opening
        self.visit: Visit | None = None

    def get_driver_class(self) -> type[Driver]:
        """Textual's own driver, but on POSIX terminals one that a wrong byte does not end."""
        own = super().get_driver_class()
        if sys.platform == "win32":
            return own
        from sixqp_tui.tui.driver import SteadyDriver

        return SteadyDriver if issubclass(SteadyDriver, own) else own

    def get_default_screen(self) -> Screen[None]:
        """The screen below all others: home, or nothing where the app opens at a table."""
        return Screen() if isinstance(self.opening, AtTable) else HomeScreen(self.services, self.opening)

    def sit_down(self, at: AtTable) -> None:
        """Begin a stay at this table."""
        from sixqp_tui.tui.hotseat.controller import visit_at

        self.visit = visit_at(self, at, self.stood_up, lambda: self.preferences, self.summons.look)
        self.push_screen(self.visit.screen)
        self.follow(self.visit)

    def on_mount(self) -> None:
        """Sit down where the app opens at a table."""
        if isinstance(self.opening, AtTable):
            self.sit_down(self.opening)

    def on_sat_down(self, message: SatDown) -> None:
        """A table was reached from home."""
        self.sit_down(message.at)

    @work(exclusive=True, group="visit")
    async def follow(self, visit: "Visit") -> None:
        """Hear what happens at the table."""
        await visit.follow()

    def stood_up(self, outcome: Outcome) -> None:
        """A stay has ended: back home where there is one and no table of one's own goes on, else the end."""
        self.visit = None
        self.summons.rest()
        home = self.screen_stack[0]
        if not isinstance(home, HomeScreen) or (isinstance(outcome, Left) and outcome.kept_open):
            self.exit(outcome)
            return
        while self.screen is not home:
            self.pop_screen()

    async def on_event(self, event: events.Event) -> None:
        """What is pasted is text from others: it comes in as plain text on one line."""
        if isinstance(event, events.Paste) and not event.is_forwarded:
            event = events.Paste(clean(event.text, LONGEST_PASTE))
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        """What was typed ahead, before a line that opens had the keys, belongs to that line; it is no command."""
        if isinstance(self.focused, Input) and event.is_printable and event.character:
            self.focused.insert_text_at_cursor(event.character)
            event.prevent_default()

    def action_leave(self) -> None:
        """Leave the table, or the app where there is none."""
        if self.visit:
            self.visit.leave()
        else:
            self.exit(Left())

    def action_lobby(self) -> None:
        """Go on from the end of a game to the room before the next."""
        if self.visit:
            self.visit.go_to_lobby()

    def action_rules(self) -> None:
        """Open the rules, or close them."""
        from sixqp_tui.tui.screens.rules import RulesScreen

        if isinstance(self.screen, RulesScreen):
            self.screen.dismiss()
        else:
            self.push_screen(RulesScreen())
