"""The app as one player likes it: preferences, help and palette over any screen."""

import asyncio
from dataclasses import replace

from textual import work
from textual.binding import Binding

from sixqp_tui import i18n
from sixqp_tui.i18n.system import system_language
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.retranslation import reword
from sixqp_tui.tui.services import Services
from sixqp_tui.tui.theme.apply import dress
from sixqp_tui.tui.theme.glyphs import IN_ASCII
from sixqp_tui.tui.window_title import Calling


class Personal(Calling):
    """What counts in this run is `preferences`; whatever shows something asks for it then.

    `trouble` is a sentence about the file that keeps them, or nothing.
    """

    CSS = "Toast { max-width: 90%; background: $edge; }"
    BINDINGS = [
        Binding("o", "preferences", "preferences"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("ctrl+p", "commands", "commands", show=False, priority=True),
    ]

    def __init__(self, services: Services, preferences: Preferences, trouble: str) -> None:
        super().__init__()
        self.services = services
        self.trouble = trouble
        self._keeping = asyncio.Lock()
        dress(self, preferences)

    def on_mount(self) -> None:
        """Say what is wrong with the file of preferences."""
        if self.trouble:
            self.notify(self.trouble, severity="warning", timeout=15, markup=False)

    def prefer(self, preferences: Preferences) -> None:
        """Let these preferences count from now on, on every screen; nothing is kept for the next run."""
        before = self.preferences
        if preferences.language != before.language:
            i18n.use(preferences.language or system_language())
        dress(self, preferences)
        reword(self.screen_stack)
        self.summons.again()

    def settle(self, preferences: Preferences, before: Preferences | None = None) -> None:
        """Let these count, and keep what differs from `before`, or from what counts now, for the next run."""
        before = before or self.preferences
        if preferences != self.preferences:
            self.prefer(preferences)
        if preferences != before:
            self.keep(before, preferences)

    @work(group="keep")
    async def keep(self, before: Preferences, after: Preferences) -> None:
        """Keep what has changed, one change after the other."""
        async with self._keeping:
            sentence = await asyncio.to_thread(self.services.keep_preferences, before, after)
        if sentence:
            self.notify(sentence, severity="warning", timeout=15, markup=False)

    def action_switch_language(self, language: str = "") -> None:
        """Speak this language, or the next one, on every screen."""
        language = language or i18n.next_language()
        self.settle(replace(self.preferences, language=language if language in i18n.LANGUAGES else i18n.SOURCE))

    def action_preferences(self) -> None:
        """Open the form of preferences; what is changed there counts at once, and is kept with Enter."""
        from sixqp_tui.tui.screens.forms.preferences import PreferencesForm

        before = self.preferences
        form = PreferencesForm(before, self.prefer)
        self.push_screen(form, lambda after: self.settle(after, before) if after else None)

    def action_help(self) -> None:
        """Say every key of the screen in front."""
        from sixqp_tui.tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))

    def action_commands(self) -> None:
        """Find a command of the screen in front by its name."""
        from sixqp_tui.tui.screens.command_palette import open_palette

        open_palette(self)

    def ring(self) -> None:
        """Ring, for whoever wants it."""
        if self.preferences.bell:
            super().ring()

    def entitle(self, title: str) -> None:
        """Let the window bear this title, in the signs that are preferred."""
        super().entitle("".join(IN_ASCII.get(sign, sign) for sign in title) if self.preferences.ascii else title)
