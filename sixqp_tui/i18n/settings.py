"""Settings and preferences, in sentences and in forms."""

from collections.abc import Mapping

from sixqp_protocol.facts import Rules
from sixqp_tui.i18n import LANGUAGES, _, ngettext, pgettext
from sixqp_tui.i18n.phrases import format_rounds, heads


def seed_warning() -> str:
    # Translators: the seed is the text that --seed gives; a player who knows it knows every card
    return _("The deal can be known beforehand: a person chose this table's seed.")


def describe_variant(variant: str) -> str:
    names = {
        "classic": _("classic: all 104 cards"),
        "tactic": _("tactic: all cards known"),
        # Translators: the draft variant is also called pro
        "draft": _("draft (pro): pick your own ten"),
    }
    return names.get(variant, variant)


def describe_length(minutes: int, players: int) -> str:
    # Translators: how long a game takes
    sentence = ngettext(
        "About {n} minute with {players} players.", "About {n} minutes with {players} players.", minutes
    )
    return sentence.format(n=minutes, players=players)


def describe_ends(rules: Rules) -> str:
    """The ends of the game; the first to be reached counts (4.2, 4.3)."""
    rounds = rules.rounds and _("after {rounds}").format(rounds=format_rounds(rules.rounds))
    # Translators: the game ends over 66 heads, or from 66 heads on
    limit = rules.limit and (_("over {heads}") if rules.limit_rule == "over" else _("at {heads}"))
    ends = (limit and limit.format(heads=heads(rules.limit or 0)), rounds)
    first, *others = (part for part in ends if part)
    # Translators: the ends of a game: “ends over 66 heads”, “or after 3 rounds”
    return " ".join((_("ends {end}").format(end=first), *(_("or {end}").format(end=other) for other in others)))


def format_time_limit(seconds: int | None) -> str:
    # Translators: there is no time limit for a decision
    return _("no clock") if seconds is None else _("{seconds} s a turn").format(seconds=seconds)


def format_seconds(seconds: int | None) -> str:
    return _("no clock") if seconds is None else f"{seconds} s"


def preference_label(key: str) -> str:
    return {
        "language": pgettext("preference", "Language"),
        "pace": pgettext("preference", "Pace"),
        # Translators: the sound that a terminal makes
        "bell": pgettext("preference", "Bell"),
        "theme": pgettext("preference", "Theme"),
    }[key]


def preference_value(key: str, word: str) -> str:
    values: Mapping[str, Mapping[str, str]] = {
        # Translators: the language is that of the system
        "language": {"system": pgettext("language", "the system's"), **LANGUAGES},
        "pace": {
            "off": pgettext("pace", "off: all at once"),
            "slow": pgettext("pace", "slow"),
            "normal": pgettext("pace", "normal"),
            "fast": pgettext("pace", "fast"),
        },
        "bell": {
            "on": pgettext("bell", "rings for your turn, and for a row of 10 heads"),
            "off": pgettext("bell", "silent"),
        },
        "theme": {
            # Translators: the context “theme” is the colours of the table: this is the green cloth of a card table
            "felt": pgettext("theme", "green felt"),
            "dark": pgettext("theme", "dark"),
            "contrast": pgettext("theme", "high contrast"),
            "light": pgettext("theme", "light"),
        },
    }
    return values[key][word]
