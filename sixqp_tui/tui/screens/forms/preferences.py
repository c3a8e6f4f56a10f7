"""The form of a player's preferences: whatever is changed in it counts at once, on every screen."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from textual import on

from sixqp_tui.i18n import LANGUAGES, _
from sixqp_tui.i18n import settings as settings_words
from sixqp_tui.store.preferences import SWITCH, WORDS, Preferences
from sixqp_tui.tui.screens.forms.fields import Changed, Choice
from sixqp_tui.tui.screens.forms.form import Form

KEYS = ("theme", "pace", "hint", "last_card", "bell", "language", "ascii")


def values(key: str) -> Sequence[object]:
    """What a preference may be, in the order in which it is offered."""
    if key == "language":
        return ("", *LANGUAGES)
    return (True, False) if WORDS[key] == SWITCH else WORDS[key]


class PreferencesForm(Form[Preferences]):
    """Dismissed with the preferences to keep; `prefer` is told of each change, and of the old ones after Escape."""

    def __init__(self, preferences: Preferences, prefer: Callable[[Preferences], None]) -> None:
        super().__init__(
            lambda: _("YOUR PREFERENCES"),
            _fields(preferences),
            self._preferences,
            lambda result: None,
            lambda: _("Up and down choose a line, left and right change it, at once. Only you see the difference."),
        )
        self.before = preferences
        self.prefer = prefer

    def _preferences(self) -> Preferences:
        return Preferences(**{key: self.query_one(f"#{key}", Choice).value for key in KEYS})

    @on(Changed)
    def changed(self) -> None:
        """Show how it looks."""
        self.prefer(self._preferences())

    def action_cancel(self) -> None:
        """As it was before."""
        if self.is_current:
            self.prefer(self.before)
        super().action_cancel()


def _fields(preferences: Preferences) -> Iterator[Choice[object]]:
    for key in KEYS:
        offered, now = values(key), getattr(preferences, key)
        label, told = partial(settings_words.preference_label, key), partial(settings_words.preference_value, key)
        yield Choice(label, offered, told, now if now in offered else offered[0], key)
