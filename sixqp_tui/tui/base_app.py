"""What screens may ask of their app, which imports them."""

from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App
from textual.binding import Binding
from textual.events import Event, Key, MouseDown, MouseUp

from sixqp_tui.i18n import _
from sixqp_tui.tui.keys import without_shift
from sixqp_tui.tui.openings import Outcome
from sixqp_tui.tui.preferences_controller import PreferencesController
from sixqp_tui.tui.scale import HEIGHTS, WIDTHS

if TYPE_CHECKING:
    from sixqp_tui.tui.stay import Stay


class BaseApp(App[Outcome]):
    """`keeps_games`: finished games are saved here, so they can be listed and reviewed."""

    CSS_PATH = [Path(__file__).with_name(name) for name in ("menus.tcss", "table.tcss")]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    preferences: PreferencesController
    keeps_games: bool

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
