"""What screens may ask of their app, which imports them."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App
from textual.binding import Binding
from textual.events import Event, Key, MouseDown, MouseUp
from textual.widget import Widget

from sixqp_tui.i18n import _
from sixqp_tui.store.preferences import Preferences, ThemeName
from sixqp_tui.tui.keys import without_shift
from sixqp_tui.tui.openings import Outcome
from sixqp_tui.tui.scale import HEIGHTS, WIDTHS
from sixqp_tui.tui.theme.roles import THEMES

if TYPE_CHECKING:
    from sixqp_tui.tui.stay import Stay

FELT_IN: Mapping[str | None, ThemeName] = {"truecolor": "felt", "256": "dark"}
"""What stands for felt by a terminal's colours: of 256 none is a soft dark green, and of 16 no grey is dark."""
WARNING_TIMEOUT = 15
"""Long enough to read a path."""


class BaseApp(App[Outcome]):
    """`keeps_games`: finished games are saved here, so they can be listed and reviewed."""

    CSS_PATH = [Path(__file__).with_name(name) for name in ("menus.tcss", "table.tcss")]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    keeps_games: bool

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self.preferences = preferences
        self._apply_theme()

    def use(self, preferences: Preferences) -> None:
        before, self.preferences = self.preferences, preferences
        if preferences.theme != before.theme:
            self._apply_theme()

    def _apply_theme(self) -> None:
        name = self.preferences.theme
        theme = THEMES[FELT_IN.get(self.console.color_system, "contrast") if name == "felt" else name]
        self.register_theme(theme)
        if self.is_running:
            self.theme = theme.name
        else:
            # A theme that is set before the app runs needn't parse the styles a second time.
            self.set_reactive(App.theme, theme.name)
            self.stylesheet.set_variables(self.get_css_variables())
        for screen in self.screen_stack:
            for widget in screen.walk_children(Widget, with_self=True):
                widget.refresh()

    def warn(self, sentence: str) -> None:
        self.notify(sentence, severity="warning", timeout=WARNING_TIMEOUT, markup=False)

    def follow_turn(self, stay: "Stay") -> None:
        """Call the player if it is their turn."""

    def table_left(self, outcome: Outcome) -> None:
        """A stay is over."""

    def get_key_display(self, binding: Binding) -> str:
        sign = super().get_key_display(binding)
        names = {"space": _("Space"), "esc": "Esc", "tab": "Tab", "del": "Del", "home": "Home", "end": "End"}
        return names.get(sign, sign)

    async def on_event(self, event: Event) -> None:
        """Letters work in upper case too, and an input still gets what was typed. Only the first button clicks."""
        if isinstance(event, Key):
            event.key = without_shift(event.key)
        if not (isinstance(event, MouseDown | MouseUp) and event.button != 1):
            await super().on_event(event)
