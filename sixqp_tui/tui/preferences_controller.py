"""The current preferences: applies new ones to every screen, and saves them."""

import asyncio
from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.widget import Widget

from sixqp_tui.store.preferences import Preferences, ThemeName
from sixqp_tui.tui.theme.palettes import PALETTES
from sixqp_tui.tui.theme.roles import set_palette


def apply_theme(app: App[Any], name: ThemeName) -> None:
    palette = PALETTES[name]
    set_palette(palette)
    app.register_theme(palette.theme())
    if app.is_running:
        app.theme = name
    else:
        # A theme that is set before the app runs needn't parse the styles a second time.
        app.set_reactive(App.theme, name)
        app.stylesheet.set_variables(app.get_css_variables())
    for screen in app.screen_stack:
        for widget in screen.walk_children(Widget, with_self=True):
            widget.refresh()


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
        self._app = app
        self._save = save
        self._on_change = on_change
        self._saving = asyncio.Lock()
        apply_theme(app, current.theme)

    @property
    def kept(self) -> bool:
        return self._save is not None

    def in_force(self) -> Preferences:
        return self.current

    def use(self, preferences: Preferences) -> None:
        if preferences.theme != self.current.theme:
            apply_theme(self._app, preferences.theme)
        self.current = preferences
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
