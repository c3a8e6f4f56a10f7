"""The settings of a table, before it opens and in the lobby."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace
from textual import getters, on
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from sixqp_protocol.facts import LimitRule, Rules, Variant
from sixqp_protocol.messages import LEVELS, Settings
from sixqp_protocol.text import NAME_CELLS, TITLE_CELLS
from sixqp_tui.engine.rules import playable
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import N_, NC_, _, home as home_words, ngettext, pgettext, phrases, settings as settings_words
from sixqp_tui.presentation.game_length import LIMITS, minutes
from sixqp_tui.store.options import MAX_NAMES, OPTIONS, usual_round_pause
from sixqp_tui.tui.forms.form import Changed, Choice, Field, Form, Number, text_line, usual_hint

VARIANTS: tuple[Variant, ...] = ("classic", "tactic", "draft")
LIMIT_RULES: tuple[LimitRule, ...] = ("over", "reach")
ROUNDS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 99)
SECONDS = (15, 20, 30, 45, 60, 90, 120, 180, 300)
"""Seconds for a decision."""
USUAL_PLAYERS = 4
"""Four players are the game at its best."""
PAUSES = (0, 15, 30, 60, 120, 300, 600)
"""Maximum seconds of the pause between rounds."""


class SettingsForm(Form[Settings]):
    """`players` who would play now, to estimate how long a game takes; 1 waits for others."""

    def __init__(self, settings: Settings, players: int) -> None:
        super().__init__(
            _("TABLE SETTINGS"),
            settings_fields(settings, lambda: players if players > 1 else USUAL_PLAYERS),
            lambda: read_settings(self),
            lambda result: None if playable(result.rules) else home_words.no_end(),
            lambda: _hint(self),
        )

    @on(Changed)
    def keep_length_and_rounds_together(self, event: Changed) -> None:
        match_rounds(self, event.field)


class HostForm(Form[TableOptions]):
    BINDINGS = [
        Binding(
            "enter",
            "give",
            NC_("key", "open the table"),
            priority=True,
            tooltip=N_("Open the table with these settings"),
        )
    ]

    bots = getters.query_one("#bots", Number)
    level = getters.query_one("#level", Choice)
    door = getters.query_one("#lock", Choice)

    def __init__(self, options: TableOptions) -> None:
        fields = _host_fields(options, self._players)
        super().__init__(_("HOST A TABLE"), fields, self._options, _host_problem, lambda: _hint(self))

    @on(Changed)
    def keep_length_and_rounds_together(self, event: Changed) -> None:
        match_rounds(self, event.field)

    def _players(self) -> int:
        """Count the host and the bots, because the players aren't known yet, but at least as many as play best."""
        bots = self.bots.number if self.is_mounted else 0
        return max(USUAL_PLAYERS, min(bots + 1, MAX_NAMES))

    def _options(self) -> TableOptions:
        title, name = (self.query_one(f"#{line}", Input).value.strip() for line in ("title", "name"))
        lock = "" if self.door.value else None
        settings, bots = read_settings(self), self.bots.number
        return TableOptions(title, name, settings, bots=bots, level=self.level.value, lock=lock)


def _host_fields(options: TableOptions, players: Callable[[], int]) -> Iterator[Widget]:
    # Translators: what the table is called: a line of the form that opens a table
    yield text_line(pgettext("form", "Table"), "title", options.title, TITLE_CELLS)
    yield text_line(_("Your name"), "name", options.name, NAME_CELLS)
    yield from settings_fields(options.settings, players)
    yield _number(_("Bots"), range(10), _describe_bots, options.bots, "bots")
    yield Choice(_("Bot level"), LEVELS, phrases.level_name, options.level, "level")
    # Translators: who may come in: everybody, or who knows a room code
    yield Choice(pgettext("form", "Door"), (False, True), _describe_lock, options.lock is not None, "lock")


def _host_problem(options: TableOptions) -> str | None:
    if not options.title:
        return _("The table needs a name.")
    if not options.name:
        return _("What's your name?")
    if options.bots >= options.settings.seats:
        seats, most = options.settings.seats, options.settings.seats - 1
        sentence = ngettext(
            "{seats} chairs: at most {n} bot besides you.", "{seats} chairs: at most {n} bots besides you.", most
        )
        return sentence.format(seats=seats, n=most)
    return None if playable(options.settings.rules) else home_words.no_end()


def first_options(name: str) -> TableOptions:
    """The defaults for somebody who has never hosted."""
    usual = Settings()
    return TableOptions(home_words.default_title(name), name, replace(usual, pause=usual_round_pause(usual.timer)))


def _hint(form: Screen[Any]) -> str:
    """An explanation of the selected line, if it needs one."""
    return settings_words.setting_purpose(form.focused.id or "" if form.focused else "") or usual_hint()


def settings_fields(settings: Settings, players: Callable[[], int]) -> Iterator[Widget]:
    """`players` returns how many would play."""
    rules = settings.rules
    variant = Choice(pgettext("setting", "Variant"), VARIANTS, _variant_offered, rules.variant, "variant")

    rounds = _number(pgettext("setting", "Rounds"), ROUNDS, settings_words.format_end, rules.rounds, "rounds")

    def describe(limit: int | None) -> str:
        long = minutes(limit, rounds.value, players(), variant.value)
        return settings_words.describe_length(limit, rounds.value, long, players())

    yield variant
    # Translators: how long the game is: the heads that end it, or one round
    yield _number(pgettext("setting", "Length"), LIMITS, describe, rules.limit, "limit")
    yield Choice(
        # Translators: over the limit, or at the limit
        pgettext("setting", "Game ends"),
        LIMIT_RULES,
        _limit_rule_name,
        rules.limit_rule,
        "limit-rule",
    )
    yield rounds
    yield _number(pgettext("setting", "Time"), SECONDS, settings_words.format_seconds, settings.timer, "timer")
    yield _number(
        # Translators: the pause between two rounds; at most 13 characters
        pgettext("setting", "Pause"),
        PAUSES,
        settings_words.format_pause,
        settings.pause,
        "round-pause",
    )
    yield _number(pgettext("setting", "Seats"), range(2, 11), str, settings.seats, "seats")


def match_rounds(form: Screen[Any], changed: Field) -> None:
    """A game without a limit has a number of rounds, and a game of one round needs no limit."""
    length, rounds = (form.query_one(f"#{line}", Number) for line in ("limit", "rounds"))
    if changed is length and length.value is None:
        rounds.value = rounds.value or 1
    elif changed is length and rounds.value == 1:
        rounds.value = None
    length.refresh()
    rounds.refresh()


def read_settings(form: SettingsForm | HostForm) -> Settings:
    rules = Rules(
        form.query_one("#variant", Choice).value,
        form.query_one("#limit", Number).value,
        form.query_one("#limit-rule", Choice).value,
        form.query_one("#rounds", Number).value,
    )
    seats = form.query_one("#seats", Number).number
    timer, pause = (form.query_one(f"#{line}", Number).value for line in ("timer", "round-pause"))
    return Settings(rules, seats, timer, pause)


def next_variant(settings: Settings) -> Settings:
    rules = settings.rules
    after = VARIANTS[(VARIANTS.index(rules.variant) + 1) % len(VARIANTS)]
    return replace(settings, rules=replace(rules, variant=after))


def _number(
    label: str, steps: Sequence[int], describe: Callable[[int | None], str], now: int | None, key: str
) -> Number:
    return Number(label, steps, describe, now, key, OPTIONS[key])


def _describe_bots(count: int | None) -> str:
    # Translators: in the place of a number of bots
    return str(count) if count else pgettext("bots", "none")


def _describe_lock(locked: bool) -> str:
    # Translators: the two choices of the line “Door” when a table is opened
    return _("locked with a room code") if locked else _("open to all on this network")


def _limit_rule_name(rule: str) -> str:
    # Translators: when the game ends: as soon as a total is higher than the limit, or as high
    return _("over the limit") if rule == "over" else _("at the limit")


def _variant_offered(variant: str) -> str:
    # Translators: the draft variant is also called pro
    return _("draft (pro): pick your own ten") if variant == "draft" else settings_words.describe_variant(variant)
