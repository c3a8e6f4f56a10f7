"""Forms: the settings of a table, and a player's preferences. Each is a table of settings."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_args

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Grid, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Select, Static

from sixqp_protocol.facts import Variant
from sixqp_protocol.messages import LEVELS, Settings
from sixqp_tui.hosting.table_options import TableOptions, new_setup, settings_of
from sixqp_tui.i18n import (
    LANGUAGES,
    N_,
    NC_,
    _,
    home as home_words,
    ngettext,
    pgettext,
    phrases,
    settings as settings_words,
)
from sixqp_tui.i18n.errors import fault_sentence
from sixqp_tui.presentation.game_length import minutes
from sixqp_tui.store.options import OPTIONS, BadSetting, parse_option
from sixqp_tui.store.preferences import SYSTEM, WORDS, Preferences
from sixqp_tui.tui.keys import BACK, KeyLine
from sixqp_tui.tui.widgets.common.entry import TextInput

CLOCKS = (15, 30, 60, 90, 180, None)
"""The time limits to choose from, in seconds; None is no clock."""
USUAL_PLAYERS = 4
"""Players in a game whose length is estimated before they have come."""
CHOOSE = Binding(
    # Translators: take the selected value of an open list: a verb
    "enter",
    "choose",
    NC_("key", "choose"),
    priority=True,
    tooltip=N_("Choose the selected value"),
)
Values = dict[str, Any]


class Setting(NamedTuple):
    """A line of a form: a choice, or a text that is parsed as the option `key`; `empty` says what none means."""

    key: str
    label: str
    choices: Mapping[Any, str] | None = None
    empty: str = ""


class Choice(Select[Any], inherit_bindings=False):
    """Changed by left and right, or in the list that Space or a click opens."""

    BINDINGS = [
        Binding("left", "step(-1)", show=False, key_display="←→", tooltip=N_("Change the value on this line")),
        Binding("right", "step(1)", show=False),
        Binding("space", "show_overlay", show=False, tooltip=N_("Open the list of values")),
    ]

    def __init__(self, setting: Setting, now: Any) -> None:
        self.choices = dict(setting.choices or {})
        offered = [(words, value) for value, words in self.choices.items()]
        super().__init__(offered, value=now, allow_blank=False, compact=True, id=setting.key)

    def action_step(self, by: int) -> None:
        values = list(self.choices)
        if not self.expanded:
            self.value = values[(values.index(self.value) + by) % len(values)]


class Form(ModalScreen[Values | None]):
    """Dismissed with the values by their keys, or with None after Escape.

    `check` returns what is wrong with the values, or "", and `note` a sentence about them.
    """

    AUTO_FOCUS = "Select, Input"  # else the scrolling container takes the focus
    BINDINGS = [
        Binding("enter", "apply", NC_("key", "apply"), priority=True, tooltip=N_("Apply")),
        CHOOSE,
        BACK,
        Binding("escape", "fold", NC_("key", "back"), priority=True, tooltip=N_("Close the list without choosing")),
        Binding("up", "app.focus_previous", show=False, key_display="↑↓", tooltip=N_("Go to another line")),
        Binding("down", "app.focus_next", show=False),
    ]

    note = getters.query_one("#note", Static)

    def __init__(
        self,
        heading: str,
        settings: tuple[Setting, ...],
        now: Mapping[str, Any],
        check: Callable[[Values], str] = lambda values: "",
        note: Callable[[Values], str] = lambda values: "",
    ) -> None:
        super().__init__()
        self._heading, self._settings, self._now = heading, settings, now
        self._check, self._note = check, note
        self._refused: Values = {}

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="form", can_focus=False):
            yield Static(self._heading, classes="heading", markup=False)
            with Grid(id="fields"):
                for setting in self._settings:
                    yield Label(setting.label, markup=False)
                    yield self._field(setting, self._now[setting.key])
            yield Static(id="note", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.app.clear_notifications()  # in a small window, they would cover the note or a line

    def _field(self, setting: Setting, now: Any) -> Choice | TextInput:
        if setting.choices:
            return Choice(setting, now)
        longest = OPTIONS[setting.key].cells or len(str(OPTIONS[setting.key].high))
        text = "" if now is None else str(now)
        return TextInput(text, setting.empty, compact=True, max_length=longest, id=setting.key)

    def read(self) -> Values:
        """Raises BadSetting with the key of a line that can't be understood."""
        values = {}
        for setting in self._settings:
            field = self.query_one(f"#{setting.key}")
            if isinstance(field, Choice):
                values[setting.key] = field.value
            elif isinstance(field, Input):
                text = field.value.strip() or ("none" if setting.empty else "")
                values[setting.key] = parse_option(setting.key, text)
        return values

    @on(Select.Changed)
    @on(Input.Changed)
    def changed(self) -> None:
        try:
            values = self.read()
        except BadSetting:
            return
        if values != self._refused:
            self.say(self._note(values))

    def say(self, sentence: str, *, wrong: bool = False) -> None:
        self.note.set_class(wrong, "wrong")
        self.note.update(sentence)
        self.note.scroll_visible(animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter and Escape belong to the list of values while it is open."""
        if action in ("choose", "fold"):
            return self._unfolded is not None
        return action != "apply" or self._unfolded is None

    @property
    def _unfolded(self) -> Choice | None:
        return next((choice for choice in self.query(Choice) if choice.expanded), None)

    def action_choose(self) -> None:
        if isinstance(self.focused, OptionList):
            self.focused.action_select()

    def action_fold(self) -> None:
        if choice := self._unfolded:
            choice.expanded = False
            choice.focus()

    def action_apply(self) -> None:
        if not self.is_current:
            return
        try:
            values = self.read()
        except BadSetting as error:
            self.query_one(f"#{error.fault.key}").focus()
            label = next(setting.label for setting in self._settings if setting.key == error.fault.key)
            self.say(fault_sentence(*error.fault._replace(key=label)), wrong=True)
            return
        if sentence := self._check(values):
            self._refused = values
            self.say(sentence, wrong=True)
        else:
            self.dismiss(values)

    def action_close(self) -> None:
        if self.is_current:
            self.dismiss(None)


# -- the settings of a table ---------------------------------------------------------------------------------------


def _game_settings(settings: Settings) -> tuple[Setting, ...]:
    variants = {each: settings_words.describe_variant(each) for each in get_args(Variant)}
    clocks = sorted({*CLOCKS, settings.timer}, key=lambda seconds: seconds or 10**6)
    return (
        Setting("variant", pgettext("setting", "Variant"), variants),
        # Translators: the number of heads that ends the game
        Setting("limit", pgettext("setting", "Limit (heads)"), empty=_("no limit")),
        Setting(
            "limit-rule",
            # Translators: when the game ends: as soon as a total is higher than the limit, or as high
            pgettext("setting", "Ends"),
            {"over": pgettext("mark", "over the limit"), "reach": _("at the limit")},
        ),
        Setting("rounds", pgettext("setting", "Rounds"), empty=_("no maximum")),
        Setting(
            "timer",
            pgettext("setting", "Time for a turn"),
            {seconds: settings_words.format_seconds(seconds) for seconds in clocks},
        ),
        Setting("seats", pgettext("setting", "Chairs"), {count: str(count) for count in range(2, 11)}),
    )


def _host_settings(settings: Settings) -> tuple[Setting, ...]:
    return (
        # Translators: what the table is called: a line of the form that opens a table
        Setting("title", pgettext("form", "Table")),
        Setting("name", _("Your name")),
        *_game_settings(settings),
        # Translators: in the place of a number of bots
        Setting("bots", _("Bots"), {0: pgettext("bots", "none"), **{n: str(n) for n in range(1, 10)}}),
        Setting("level", _("Bot level"), {level: phrases.level_name(level) for level in LEVELS}),
        Setting(
            "lock",
            # Translators: who can join the table
            pgettext("form", "Open to"),
            {False: _("everybody on this network"), True: _("players with the room code")},
        ),
    )


def _values_of(settings: Settings) -> Values:
    rules = settings.rules
    return {
        "variant": rules.variant,
        "limit": rules.limit,
        "limit-rule": rules.limit_rule,
        "rounds": rules.rounds,
        "timer": settings.timer,
        "seats": settings.seats,
    }


def settings_given(values: Values, before: Settings) -> Settings:
    """The pause between rounds stays, unless the clock has come or gone."""
    keeps = (values["timer"] is None) == (before.timer is None)
    return settings_of({**values, "round-pause": before.pause} if keeps else values)


def _check_rules(values: Values) -> str:
    if values["limit"] or values["rounds"]:
        return ""
    return _("The game needs an end: a number of heads, a number of rounds, or both.")


def _check_table(values: Values) -> str:
    most = values["seats"] - 1
    if values["bots"] <= most:
        return _check_rules(values)
    sentence = ngettext(
        "{seats} chairs: at most {n} bot besides you.", "{seats} chairs: at most {n} bots besides you.", most
    )
    return sentence.format(seats=values["seats"], n=most)


def _describe_length(values: Values, players: int) -> str:
    length = minutes(values["limit"], values["rounds"], players, values["variant"])
    return settings_words.describe_length(length, players) if length else ""


def settings_form(settings: Settings, players: int) -> Form:
    """`players` are at the table now; `settings_given` makes settings of its values."""
    count = players if players > 1 else USUAL_PLAYERS
    return Form(
        _("TABLE SETTINGS"),
        _game_settings(settings),
        _values_of(settings),
        _check_rules,
        lambda values: _describe_length(values, count),
    )


class HostForm(Form):
    """`options_given` makes options of its values; `before` are those of the last table."""

    BINDINGS = [
        Binding(
            "enter",
            "apply",
            NC_("key", "open the table"),
            priority=True,
            tooltip=N_("Open the table with these settings"),
        ),
        CHOOSE,
    ]

    def __init__(self, name: str, before: Values) -> None:
        first = {"title": home_words.default_title(name), "name": name, "bots": 0, "level": "medium", "lock": False}
        super().__init__(
            _("HOST A TABLE"),
            _host_settings(Settings()),
            first | _values_of(Settings()) | before,
            _check_table,
            lambda values: _describe_length(values, max(USUAL_PLAYERS, values["bots"] + 1)),
        )


def options_given(values: Values) -> TableOptions:
    setup = new_setup(
        values["title"],
        settings_of(values),
        bots=values["bots"],
        level=values["level"],
        owner_name=values["name"],
        locked=values["lock"],
    )
    return TableOptions(setup)


# -- preferences ---------------------------------------------------------------------------------------------------


class PreferencesForm(Form):
    """Shows each change of the preferences at once, and takes it back after Escape.

    What applies from the next start has no line without a `name`, in a program that keeps nothing.
    """

    def __init__(self, use: Callable[[Preferences], None], now: Preferences, name: str | None) -> None:
        self._use, self._before = use, now
        known = {"language": (SYSTEM, *LANGUAGES), **WORDS}
        lines = tuple(_line(key, words) for key, words in known.items())
        values = now._asdict() | {"name": name}
        if now.language not in LANGUAGES:
            values["language"] = SYSTEM
        settings = lines[1:] if name is None else (Setting("name", _("Your name")), *lines)
        super().__init__(_("YOUR PREFERENCES"), settings, values, note=self._preview)

    def _preview(self, values: Values) -> str:
        self._use(preferences_given(values, self._before))
        changed = values.get("language", self._before.language) != self._before.language
        return _("The language changes from the next start.") if changed else ""

    def action_close(self) -> None:
        self._use(self._before)
        super().action_close()


def _line(key: str, words: tuple[str, ...]) -> Setting:
    choices = {word: settings_words.preference_value(key, word) for word in words}
    return Setting(key, settings_words.preference_label(key), choices)


def preferences_given(values: Values, before: Preferences) -> Preferences:
    return before._replace(**{key: value for key, value in values.items() if key != "name"})
