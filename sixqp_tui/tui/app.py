"""The app."""

import asyncio
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events, work
from textual.app import SystemCommand
from textual.binding import Binding
from textual.driver import Driver
from textual.screen import Screen
from textual.widgets import Input

from sixqp_protocol.text import MAX_LENGTH as MAX_PASTE, clean
from sixqp_tui.i18n import N_, NC_
from sixqp_tui.store.preferences import NAME, Preferences, changed_words
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.keys import PREFERENCES, RULES, Keys, keys_now
from sixqp_tui.tui.openings import AtFeature, Home, Left, Outcome
from sixqp_tui.tui.turn_alert import TurnAlert

if TYPE_CHECKING:
    from sixqp_tui.tui.home import HomeScreen, TableReached
    from sixqp_tui.tui.stay import Opening, Stay
    from sixqp_tui.tui.table_controller import TableController
    from sixqp_tui.tui.tables import Tables


MAX_TIMERS = 256
"""Far more than a screen has. A thread is started only if all others are busy."""


class SixqpApp(BaseApp):
    """`run` returns how it ended.

    `problem` is a sentence about the file of preferences, or nothing. Only an app with `tables` has a first screen,
    and keeps games. `save` writes a name and preferences into their file, in a thread, and returns a sentence if
    that fails; without it they last until the app ends. `stay` is the player's table, or the last one.
    """

    TITLE = "6 qui prend !"
    BINDINGS = [
        Binding("f1", "rules", show=False, priority=True),
        replace(RULES, show=False),
        replace(PREFERENCES, show=False),
        # Translators: shows what every key does: at most 9 letters
        Binding("question_mark", "keys", NC_("key", "keys"), tooltip=N_("Show what every key does here")),
        Binding(
            "g",
            "continue",
            # Translators: open the table of a computer that doesn't answer here, or go where somebody has: a verb
            NC_("key", "continue"),
            priority=True,
            tooltip=N_("Go on here, or where somebody continues the table"),
        ),
        Binding("ctrl+p", "command_palette", show=False, priority=True, tooltip=N_("Find a command by its name")),
        Binding(
            "ctrl+q,ctrl+c", "leave", show=False, priority=True, tooltip=N_("Leave at once, even while typing")
        ),
    ]

    def __init__(
        self,
        opening: "Opening",
        preferences: Preferences | None = None,
        problem: str = "",
        on_first_frame: Callable[[], None] = lambda: None,
        *,
        tables: "Tables | None" = None,
        save: Callable[[Mapping[str, str]], str | None] | None = None,
    ) -> None:
        super().__init__(preferences or Preferences())
        self.tables = tables
        self.keeps_games = tables is not None
        self.opening = opening
        self.problem = problem
        self.on_first_frame = on_first_frame
        self.turn_alert = TurnAlert(self._write, self._ring)
        self._save, self._saving = save, asyncio.Lock()
        self.home: HomeScreen | None = None
        self.table: TableController | None = None
        self.stay: Stay | None = None

    def on_load(self) -> None:
        """On Windows each timer of Textual's waits in a thread of the default executor, which has only a few."""
        if sys.platform == "win32":
            asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(MAX_TIMERS, "asyncio"))

    def on_mount(self) -> None:
        match self.opening:
            case AtFeature(open):
                open(self, lambda _seen: self.exit(Left()))
            case Home():
                self.call_after_refresh(self.warn_of_damage)
            case stay:
                self.follow()
                if stay.private:
                    self.call_after_refresh(self.warn_of_damage)
        if self.problem:
            self.warn(self.problem)
        self.turn_alert.refresh()

    @work(group="damage")
    async def warn_of_damage(self) -> None:
        if self.tables and (sentence := await self.tables.find_damage()):
            self.warn(sentence)

    def on_ready(self) -> None:
        self.on_first_frame()

    def on_unmount(self) -> None:
        self.turn_alert.restore()

    # -- the table --------------------------------------------------------------------------------------------

    def get_default_screen(self) -> Screen[None]:
        match self.opening:
            case AtFeature():
                return Screen()
            case Home() if self.tables:
                from sixqp_tui.tui.home import HomeScreen

                self.home = HomeScreen(self.tables, self.opening)
                return self.home
            case Home():
                return Screen()
            case stay:
                return self._take_place(stay).screen

    def on_table_reached(self, message: "TableReached") -> None:
        """A second Enter may have reached another table: leave it, so that its players don't wait."""
        if self.table is None:
            self.push_screen(self._take_place(message.stay).screen)
            self.follow()
        else:
            from sixqp_protocol.messages import CloseTable, Leave

            message.stay.session.request(CloseTable() if message.stay.private else Leave())

    def _take_place(self, stay: "Stay") -> "TableController":
        if stay.keyboard and len(stay.keyboard.people) > 1:
            from sixqp_tui.tui.hotseat import HotseatController

            self.table = HotseatController(self, stay.keyboard)
        else:
            from sixqp_tui.tui.table_controller import TableController

            self.table = TableController(self, stay)
        self.stay = self.table.stay
        return self.table

    @work(exclusive=True, group="table")
    async def follow(self) -> None:
        if self.table:
            await self.table.follow()

    def follow_turn(self, stay: "Stay") -> None:
        self.turn_alert.update(stay)

    def table_left(self, outcome: Outcome) -> None:
        """Go home if there is a home and the player leaves no open table behind, else end the app."""
        self.table = None
        self.turn_alert.clear()
        if self.home is None or (isinstance(outcome, Left) and outcome.kept_open):
            self.exit(outcome)
            return
        if isinstance(outcome, Left) and outcome.closed:
            self.home.forget(outcome.closed)
        while self.screen is not self.home:
            self.pop_screen()

    def action_leave(self) -> None:
        if self.table:
            self.table.leave()
        else:
            self.exit(Left())

    def action_lobby(self) -> None:
        if self.table:
            self.table.go_to_lobby()

    def action_continue(self) -> None:
        if self.table:
            self.table.continue_table()

    def action_ways(self) -> None:
        if self.table:
            self.table.open_ways_in()

    # -- features ---------------------------------------------------------------------------------------------

    def action_games(self) -> None:
        from sixqp_tui.features.history.games_screen import open_games  # 115 ms at the first frame

        open_games(self)

    def action_scores(self) -> None:
        from sixqp_tui.features.history.scores_screen import open_scores  # 25 ms at the first frame

        open_scores(self)

    def action_learn(self) -> None:
        from sixqp_tui.features.lessons.screen import open_lessons  # 60 ms at the first frame

        open_lessons(self, self.tables.player.name if self.tables else "")

    # -- what lies over any screen ----------------------------------------------------------------------------

    def action_rules(self) -> None:
        from sixqp_tui.tui.rules import RulesScreen

        if isinstance(self.screen, RulesScreen):
            self.screen.dismiss()
        else:
            self.push_screen(RulesScreen())

    def action_keys(self) -> None:
        if panels := self.screen.query(Keys):
            panels.remove()
        else:
            self.screen.mount_all([Keys()])

    def action_command_palette(self) -> None:
        from sixqp_tui.tui.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the keys do, without what Textual adds: its picture of the screen writes a file."""
        for key in keys_now(screen):
            run = partial(self.run_action, key.binding.action, key.node)
            yield SystemCommand(key.purpose, key.sign, run)

    def action_preferences(self) -> None:
        from sixqp_tui.tui.forms import PreferencesForm, preferences_given

        before, name = self.preferences, self.tables.player.name if self.tables and self._save else None

        def given(values: dict[str, Any] | None) -> None:
            if values is None:
                return
            self.use(preferences_given(values, before))
            words = changed_words(before, self.preferences)
            if values.get("name", name) != name:
                self.rename(values["name"])
                words[NAME] = values["name"]
            self.save(words)

        self.push_screen(PreferencesForm(self.use, before, name), given)

    def rename(self, name: str) -> None:
        """Rename the player, also at the table if the room allows it now."""
        if self.tables:
            self.tables.rename(name)
        if self.table:
            self.table.rename(name)
        if self.home:
            self.home.name_changed()

    @work(group="save")
    async def save(self, words: Mapping[str, str]) -> None:
        async with self._saving:
            if self._save and words and (sentence := await asyncio.to_thread(self._save, words)):
                self.warn(sentence)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "continue":
            typing = isinstance(self.focused, Input)
            here = self.table is not None and self.screen is self.table.screen
            return here and self.table is not None and self.table.may_continue and not typing
        return super().check_action(action, parameters)

    # -- the terminal -----------------------------------------------------------------------------------------

    def get_driver_class(self) -> type[Driver]:
        own = super().get_driver_class()
        if sys.platform == "win32":
            return own
        from sixqp_tui.tui.driver import SteadyDriver

        return SteadyDriver if issubclass(SteadyDriver, own) else own

    def _fatal_error(self) -> None:
        """Print the traceback without local variables, such as codes and hands; Textual has no setting for that."""
        from rich.traceback import Traceback

        self.panic(Traceback(show_locals=False, width=None))

    async def on_event(self, event: events.Event) -> None:
        """Clean pasted text, and ignore keys once the app ends: a screen opened then would fail."""
        if self.return_value is not None and isinstance(event, events.Key):
            return
        if isinstance(event, events.Paste) and not event.is_forwarded:
            event = events.Paste(clean(event.text, MAX_PASTE))
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        if isinstance(self.focused, Input) and event.is_printable and event.character:
            self.focused.replace(event.character, *self.focused.selection)
            event.prevent_default()

    def _ring(self) -> None:
        if self.preferences.bell == "on":
            self.bell()

    def _write(self, sequence: str) -> None:
        """Write what Textual doesn't draw; it documents no other way to the terminal."""
        if self._driver and not self.is_headless:
            self._driver.write(sequence)
