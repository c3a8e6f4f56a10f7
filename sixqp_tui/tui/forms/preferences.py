"""The form of a player's preferences. Every change applies at once; only the language waits for the next start."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from textual import on
from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import Input

from sixqp_protocol.text import NAME_CELLS
from sixqp_tui.i18n import LANGUAGES, _, settings as settings_words
from sixqp_tui.joining.player import name_problem
from sixqp_tui.store.preferences import SWITCH, WORDS, Preferences
from sixqp_tui.tui.forms.form import Changed, Choice, Form, text_line
from sixqp_tui.tui.keys import CLOSE
from sixqp_tui.tui.requests import NameChosen

KEYS = (
    "theme",
    "pace",
    "bell",
    "language",
)


def values(key: str) -> Sequence[object]:
    if key == "language":
        return ("", *LANGUAGES)
    return (True, False) if WORDS[key] == SWITCH else WORDS[key]


class PreferencesForm(Form[Preferences]):
    """`prefer` receives each change. Enter and Escape only close the form. `kept`: for the next run.

    With a `name` there is a line for it; a new one is posted as NameChosen when the form closes.
    """

    BINDINGS = [
        replace(CLOSE, key="enter", action="give", priority=True),
        Binding("escape", "cancel", show=False),
    ]

    def __init__(
        self,
        preferences: Preferences,
        prefer: Callable[[Preferences], None],
        kept: bool = True,
        name: str | None = None,
    ) -> None:
        self._keys = tuple(key for key in KEYS if kept or key != "language")
        super().__init__(
            _("YOUR PREFERENCES"),
            self._fields_of(preferences, name),
            self._preferences,
            lambda result: self._name_problem() or None,
            self._hint,
        )
        self._kept, self._language = kept, preferences.language
        self.prefer = prefer
        self._name = name
        self._now = preferences
        self._shown = {choice.id or "": choice.value for choice in _choices(self._keys, preferences)}

    def _fields_of(self, preferences: Preferences, name: str | None) -> Iterator[Widget]:
        yield from _choices(self._keys, preferences)
        if name is not None:
            yield text_line(_("Your name"), "name", name, NAME_CELLS)

    def _hint(self) -> str:
        if self._now.language != self._language:
            return _("The language changes from the next start.")
        if self._kept:
            return _(
                "Up and down select a line, left and right change it. Changes are saved at once, and only you "
                "see them."
            )
        return _(
            "Up and down select a line, left and right change it. Only you see the changes. They last until you "
            "leave."
        )

    def _name_problem(self) -> str:
        return "".join(name_problem(line.value) for line in self.query("#name").results(Input))

    def _take_name(self) -> None:
        for line in self.query("#name").results(Input):
            if self.is_current and line.value != self._name and not self._name_problem():
                self._name = line.value
                self.app.post_message(NameChosen(" ".join(line.value.split())))

    def _preferences(self) -> Preferences:
        return self._now

    @on(Changed)
    def changed(self) -> None:
        shown = {key: self.query_one(f"#{key}", Choice).value for key in self._keys}
        changed = {key: value for key, value in shown.items() if value != self._shown[key]}
        self._shown, self._now = shown, self._now._replace(**changed)
        self.prefer(self._now)

    def action_give(self) -> None:
        self._take_name()
        super().action_give()

    def action_cancel(self) -> None:
        self._take_name()
        super().action_cancel()


def _choices(keys: Sequence[str], preferences: Preferences) -> Iterator[Choice[object]]:
    for key in keys:
        offered, now = values(key), getattr(preferences, key)
        label = settings_words.preference_label(key)
        describe = partial(settings_words.preference_value, key)
        yield Choice(label, offered, describe, now if now in offered else offered[0], key)
