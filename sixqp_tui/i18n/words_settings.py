"""What a table plays, told and in the form that changes it."""

from sixqp_protocol.facts import Rules
from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import pgettext
from sixqp_tui.i18n.words_table import heads, rounds_told


def the_game() -> str:
    """The heading of the settings."""
    return _("THE GAME")


def label_variant() -> str:
    """Settings: the variant."""
    return pgettext("setting", "Variant")


def label_end() -> str:
    """Settings: when the game ends."""
    return pgettext("setting", "End")


def label_time() -> str:
    """Settings: the clock."""
    return pgettext("setting", "Time")


def label_seats() -> str:
    """Settings: how many chairs."""
    return pgettext("setting", "Seats")


def label_seen() -> str:
    """Settings: whether the cards seen this round are listed."""
    return pgettext("setting", "Cards")


def seen_told(listed: bool) -> str:
    """Whether the cards seen this round are listed."""
    return _("seen ones are listed (c)") if listed else _("seen ones are not listed")


def label_limit() -> str:
    """Settings form: the limit, in heads."""
    return pgettext("setting", "Limit")


def label_limit_rule() -> str:
    """Settings form: whether the limit is to be passed or reached (4.2)."""
    return pgettext("setting", "Game ends")


def label_rounds() -> str:
    """Settings form: the largest number of rounds."""
    return pgettext("setting", "Rounds")


def limit_rule_name(rule: str) -> str:
    """How a total meets the limit (4.2)."""
    return _("over the limit") if rule == "over" else _("at the limit")


def no_limit() -> str:
    """Settings form: no such end."""
    return _("no limit")


def no_clock() -> str:
    """Settings: nobody is hurried."""
    return _("no clock")


def variant_told(variant: str) -> str:
    """A variant and what it means, short; an unknown one as it is called."""
    told = {
        "classic": _("classic: all 104 cards"),
        "tactic": _("tactic: all cards known"),
        "draft": _("pro: pick your own ten"),
    }
    return told.get(variant, variant)


def ends_told(rules: Rules) -> tuple[str, ...]:
    """When the game ends: one end a line, the first to come true counts (4.2, 4.3)."""
    rounds = rules.rounds and rounds_told(rules.rounds)
    limit = rules.limit and (_("over {heads}") if rules.limit_rule == "over" else _("from {heads}"))
    ends = (limit and limit.format(heads=heads(rules.limit or 0)), rounds)
    first, *others = (part for part in ends if part)
    return (first, *(_("or {end}").format(end=other) for other in others))


def time_told(seconds: int | None) -> str:
    """The clock of a decision."""
    return no_clock() if seconds is None else _("{seconds} s a turn").format(seconds=seconds)


def seconds_told(seconds: int | None) -> str:
    """Settings form: seconds for a decision."""
    return no_clock() if seconds is None else f"{seconds} s"


def level_name(level: str) -> str:
    """How well a bot plays."""
    return {"easy": _("easy"), "medium": _("medium"), "hard": _("hard")}.get(level, level)


def settings_heading() -> str:
    """The heading of the settings form."""
    return _("SETTINGS OF THIS TABLE")


def form_note() -> str:
    """How the form is used."""
    return _("Up and down choose a line, left and right change it; numbers can be typed.")
