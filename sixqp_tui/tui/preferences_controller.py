"""The current preferences: applies new ones to every screen, and saves them."""

import asyncio
import os
from collections.abc import Callable, Sequence
from typing import Any

from rich.color import ColorSystem
from textual.app import App
from textual.filter import LineFilter, Monochrome
from textual.theme import Theme
from textual.widget import Widget

from sixqp_tui import i18n
from sixqp_tui.i18n.system import system_language
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.theme.line_filters import AsciiFilter, ContrastFilter, DotsFilter, FilterChain, NoColorFilter
from sixqp_tui.tui.theme.palettes import Depth, palette_for
from sixqp_tui.tui.theme.roles import Palette, set_palette
from sixqp_tui.tui.widgets.common.page import retranslate

_DEPTHS: dict[str | None, Depth] = {
    "truecolor": "many",
    "256": "256",
    "standard": "16",
    "windows": "16",
    None: "none",
}
_SYSTEMS = {"many": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}


class ThemeApplier:
    """Applies `theme` and `ascii`, at the start and after every change.

    The app calls `line_filters` and `colours_changed` where Textual asks for them.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._filters: Sequence[LineFilter] = ()
        self._chain = FilterChain(())
        self._theme: Theme | None = None

    def apply(self, preferences: Preferences) -> None:
        depth = color_depth(self._app)
        palette = palette_for(preferences.theme, depth)
        set_palette(palette)
        self._filters = terminal_filters(palette, depth, preferences.ascii)
        self._app.register_theme(palette.theme())
        self._app.theme = palette.name
        if not self._app.is_running:
            # The app reads its styles when it starts: with these colours, so that it reads them only once.
            self._theme = self._app.current_theme
            self._app.stylesheet.set_variables(self._app.get_css_variables())
        for screen in self._app.screen_stack:
            for widget in screen.walk_children(Widget, with_self=True):
                widget.refresh()

    def line_filters(self, own: Sequence[LineFilter]) -> Sequence[LineFilter]:
        filters = (*(each for each in own if not isinstance(each, Monochrome)), *self._filters)
        if filters != self._chain.filters:
            self._chain = FilterChain(filters)
        return (self._chain,)

    def colours_changed(self) -> bool:
        """Whether the colours have changed since the last call, so that the app must read its styles again."""
        before, self._theme = self._theme, self._app.current_theme
        return before != self._theme


def terminal_filters(palette: Palette, depth: Depth, ascii_only: bool) -> list[LineFilter]:
    filters: list[LineFilter] = [DotsFilter(palette)] if palette.dots else []
    filters.append(NoColorFilter(palette) if depth == "none" else ContrastFilter(_SYSTEMS[depth]))
    return [*filters, AsciiFilter()] if ascii_only else filters


def color_depth(app: App[Any]) -> Depth:
    return "none" if os.environ.get("NO_COLOR") else _DEPTHS[app.console.color_system]


WARNING_TIMEOUT = 15
"""Long enough to read a path."""

Save = Callable[[Preferences, Preferences], str | None]
"""Takes the old and the new preferences; returns a sentence if it fails. It may block."""


class PreferencesController:
    """`on_change` is called after every change. Without `save`, preferences last until the app ends."""

    def __init__(
        self, app: App[Any], current: Preferences, save: Save | None, on_change: Callable[[], None]
    ) -> None:
        self.current = current
        self.theme = ThemeApplier(app)
        self._app = app
        self._save = save
        self._on_change = on_change
        self._saving = asyncio.Lock()
        self.theme.apply(current)

    @property
    def kept(self) -> bool:
        return self._save is not None

    def in_force(self) -> Preferences:
        return self.current

    def use(self, preferences: Preferences) -> None:
        if preferences.language != self.current.language:
            i18n.use(preferences.language or system_language())
        self.current = preferences
        self.theme.apply(preferences)
        retranslate(self._app.screen_stack)
        self._on_change()

    def change(self, preferences: Preferences) -> None:
        before = self.current
        if preferences != before:
            self.use(preferences)
            if self._save:
                self._app.run_worker(self._keep(self._save, before, preferences), group="preferences")

    def set(self, key: str, value: Any) -> None:
        self.change(self.current._replace(**{key: value}))

    async def _keep(self, save: Save, before: Preferences, after: Preferences) -> None:
        async with self._saving:
            sentence = await asyncio.to_thread(save, before, after)
        if sentence:
            self.warn(sentence)

    def warn(self, sentence: str) -> None:
        self._app.notify(sentence, severity="warning", timeout=WARNING_TIMEOUT, markup=False)
