"""The current preferences: applies new ones to every screen, and saves them."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from textual.app import App
from textual.widget import Widget

from sixqp_tui.store.preferences import Preferences, ThemeName
from sixqp_tui.tui.theme.roles import PALETTES, set_palette

FELT_IN: Mapping[str | None, ThemeName] = {"truecolor": "felt", "256": "dark"}
"""What stands for felt by a terminal's colours: of 256 none is a soft dark green, and of 16 no grey is dark."""


def apply_theme(app: App[Any], name: ThemeName) -> None:
    palette = PALETTES[FELT_IN.get(app.console.color_system, "contrast") if name == "felt" else name]
    set_palette(palette)
    app.register_theme(palette.theme())
    if app.is_running:
        app.theme = palette.name
    else:
        # A theme that is set before the app runs needn't parse the styles a second time.
        app.set_reactive(App.theme, palette.name)
        app.stylesheet.set_variables(app.get_css_variables())
    for screen in app.screen_stack:
        for widget in screen.walk_children(Widget, with_self=True):
            widget.refresh()


WARNING_TIMEOUT = 15
"""Long enough to read a path."""

Save = Callable[[Preferences, Preferences], str | None]
"""Takes the old and the new preferences; returns a sentence if it fails. It may block."""


class PreferencesController:
    """Without `save`, preferences last until the app ends."""

    def __init__(self, app: App[Any], current: Preferences, save: Save | None = None) -> None:
        self.current = current
        self._app = app
        self._save = save
        self._saving = asyncio.Lock()
        apply_theme(app, current.theme)

    @property
    def kept(self) -> bool:
        return self._save is not None

    def use(self, preferences: Preferences) -> None:
        if preferences.theme != self.current.theme:
            apply_theme(self._app, preferences.theme)
        self.current = preferences

    def keep(self, before: Preferences) -> None:
        """Save what has changed since."""
        if self._save and self.current != before:
            self._app.run_worker(self._keep(self._save, before, self.current), group="preferences")

    async def _keep(self, save: Save, before: Preferences, after: Preferences) -> None:
        async with self._saving:
            sentence = await asyncio.to_thread(save, before, after)
        if sentence:
            self.warn(sentence)

    def warn(self, sentence: str) -> None:
        self._app.notify(sentence, severity="warning", timeout=WARNING_TIMEOUT, markup=False)
