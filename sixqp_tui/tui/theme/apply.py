"""How the app looks: the player's theme, as far as the terminal can show it."""

import os
from collections.abc import Sequence
from typing import Any, TypeVar

from rich.color import ColorSystem
from textual.app import App
from textual.binding import Binding
from textual.filter import LineFilter, Monochrome
from textual.widget import Widget

from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.theme.glyphs import KEYS_SPELLED
from sixqp_tui.tui.theme.line_filters import Ascii, InTurn, Legible
from sixqp_tui.tui.theme.no_color import Bare
from sixqp_tui.tui.theme.palettes import Depth, palette_for
from sixqp_tui.tui.theme.roles import wear

Result = TypeVar("Result")
_DEPTHS: dict[str | None, Depth] = {
    "truecolor": "many",
    "256": "256",
    "standard": "16",
    "windows": "16",
    None: "none",
}
_SYSTEMS = {"many": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}


class DressedApp(App[Result]):
    """An app that looks as `dress` was told last."""

    preferences: Preferences
    finish: Sequence[LineFilter] = ()
    """What every line goes through on its way to this terminal."""
    _in_turn = InTurn(())
    _colours: dict[str, str] | None = None

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters and `finish`; where there are no colours, there are not even greys."""
        own = (one for one in super().get_line_filters() if not isinstance(one, Monochrome))
        filters = (*own, *self.finish)
        if filters != self._in_turn.filters:
            self._in_turn = InTurn(filters)
        return (self._in_turn,)

    def refresh_css(self, animate: bool = True) -> None:
        """Read all styles anew, but only for other colours than they were read with."""
        colours = self.get_css_variables()
        if colours != self._colours:
            self._colours = colours
            super().refresh_css(animate)

    def begin_with(self, theme: str) -> None:
        """Take this theme before the app runs, so that its styles are read only once."""
        self.theme = theme
        self._colours = self.get_css_variables()
        self.stylesheet.set_variables(self._colours)

    def get_key_display(self, binding: Binding) -> str:
        """A key as it is written in the line of keys."""
        sign = super().get_key_display(binding)
        return spelled(sign) if self.preferences.ascii else sign


def dress(app: DressedApp[Any], preferences: Preferences) -> None:
    """Take these preferences over and look as they say (`theme`, `ascii`), at the start and at every change."""
    app.preferences = preferences
    depth = depth_of(app)
    palette = palette_for(preferences.theme, depth)
    wear(palette)
    app.finish = finish(depth, preferences.ascii)
    app.register_theme(palette.theme())
    if app.is_running:
        app.theme = palette.name
    else:
        app.begin_with(palette.name)
    for screen in app.screen_stack:
        for widget in screen.walk_children(Widget, with_self=True):
            widget.refresh()


def finish(depth: Depth, ascii_only: bool) -> list[LineFilter]:
    """What every line goes through on its way to a terminal that shows so many colours."""
    colours = Bare(palette_for("felt", "none")) if depth == "none" else Legible(_SYSTEMS[depth])
    return [colours, Ascii()] if ascii_only else [colours]


def depth_of(app: DressedApp[Any]) -> Depth:
    """How many colours the terminal shows; none where NO_COLOR asks for none."""
    return "none" if os.environ.get("NO_COLOR") else _DEPTHS[app.console.color_system]


def spelled(sign: str) -> str:
    """A key's sign by the name that stands on a keyboard."""
    return "".join(KEYS_SPELLED.get(character, character) for character in sign)
