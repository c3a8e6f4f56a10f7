"""The current preferences: applies new ones to every screen, and saves them."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from textual.app import App

from sixqp_tui import i18n
from sixqp_tui.i18n.system import system_language
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.theme.apply import ThemeApplier
from sixqp_tui.tui.widgets.common.retranslation import retranslate

WARNING_TIMEOUT = 15
"""Long enough to read a path."""

Save = Callable[[Preferences, Preferences], str | None]
"""Takes what was preferred before and what is now; returns a sentence if that could not be kept. It may block."""


class PreferencesController:
    """Holds the preferences of this run as `current`.

    `save` receives the old and the new preferences, and returns a sentence if it fails. `on_change` is called
    after every change.
    """

    def __init__(
        self,
        app: App[Any],
        current: Preferences,
        save: Save,
        on_change: Callable[[], None],
    ) -> None:
        self.current = current
        self.theme = ThemeApplier(app)
        self._app = app
        self._save = save
        self._on_change = on_change
        self._saving = asyncio.Lock()
        self.theme.apply(current)

    def in_force(self) -> Preferences:
        return self.current

    def use(self, preferences: Preferences) -> None:
        """Apply preferences without saving them."""
        if preferences.language != self.current.language:
            i18n.use(preferences.language or system_language())
        self.current = preferences
        self.theme.apply(preferences)
        retranslate(self._app.screen_stack)
        self._on_change()

    def change(self, preferences: Preferences, before: Preferences | None = None) -> None:
        """Apply preferences, and save what differs from `before`, or else from the current ones."""
        before = before or self.current
        if preferences != self.current:
            self.use(preferences)
        if preferences != before:
            self._app.run_worker(self._keep(before, preferences), group="preferences")

    def set(self, key: str, value: Any) -> None:
        self.change(replace(self.current, **{key: value}))

    def open_form(self) -> None:
        from sixqp_tui.tui.forms.preferences import PreferencesForm

        self._app.push_screen(PreferencesForm(self.current, self.change))

    async def _keep(self, before: Preferences, after: Preferences) -> None:
        async with self._saving:
            sentence = await asyncio.to_thread(self._save, before, after)
        if sentence:
            self.warn(sentence)

    def warn(self, sentence: str) -> None:
        self._app.notify(sentence, severity="warning", timeout=WARNING_TIMEOUT, markup=False)
