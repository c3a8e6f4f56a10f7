"""Settings and preferences, in sentences and in forms."""

from sixqp_protocol.facts import Rules
from sixqp_tui.engine.cards import HAND
from sixqp_tui.i18n import LANGUAGES, _, ngettext, pgettext
from sixqp_tui.i18n.phrases import format_rounds, heads


def seed_warning() -> str:
    # Translators: the seed is the text that --seed gives; a player who knows it knows every card
    return _("The deal can be known beforehand: a person chose this table's seed.")


def describe_variant(variant: str) -> str:
    names = {
        "classic": _("classic: all 104 cards"),
        "tactic": _("tactic: all cards known"),
        "draft": _("draft: pick your own ten"),
    }
    return names.get(variant, variant)


def describe_draft(seats: int) -> str:
    # Translators: of the draft variant: {n} cards are picked in all, ten by each player; at most 24 characters
    return ngettext("{n} pick a round", "{n} picks a round", HAND * seats).format(n=HAND * seats)


def describe_length(limit: int | None, rounds: int | None, minutes: int | None, players: int) -> str:
    end = heads(limit) if limit else format_rounds(rounds) if rounds else format_end(None)
    if minutes is None:
        return end
    # Translators: {length} is such as “66 heads” or “1 round”; at most 40 characters
    return _("{length}, ~{n} min with {players} players").format(length=end, n=minutes, players=players)


def describe_ends(rules: Rules) -> tuple[str, ...]:
    """The ends of the game, a line each; the first to be reached counts (4.2, 4.3)."""
    rounds = rules.rounds and format_rounds(rules.rounds)
    # Translators: behind “End”: the game ends over 66 heads, or from 66 heads on
    limit = rules.limit and (_("over {heads}") if rules.limit_rule == "over" else _("at {heads}"))
    ends = (limit and limit.format(heads=heads(rules.limit or 0)), rounds)
    first, *others = (part for part in ends if part)
    # Translators: the second end of a game: “or 3 rounds”
    return (first, *(_("or {end}").format(end=other) for other in others))


def format_end(number: int | None) -> str:
    return _("no limit") if number is None else str(number)


def format_time_limit(seconds: int | None) -> str:
    # Translators: there is no time limit for a decision
    return _("no clock") if seconds is None else _("{seconds} s a turn").format(seconds=seconds)


def format_seconds(seconds: int | None) -> str:
    return _("no clock") if seconds is None else f"{seconds} s"


def format_pause(seconds: int | None) -> str:
    if seconds is None:
        # Translators: behind “Pause”: how long it lasts
        return pgettext("pause", "until all are ready")
    # Translators: behind “Pause”: how long it lasts at most, or that there is none
    return (
        pgettext("pause", "at most {seconds} s").format(seconds=seconds) if seconds else pgettext("pause", "none")
    )


def setting_purpose(line: str) -> str:
    """Of a line of the form of a table, or "". Two lines of 58 characters at most."""
    purposes = {
        "limit": _("The heads that end the game, after a round. Type any number; left of 33 is one round."),
        "limit-rule": _("Whether the game ends at exactly the limit, or only when a player has more."),
        "rounds": _("After this many rounds, the game is over in any case."),
        "timer": _("How long a player may think about a card or a row. Then a stand-in decides."),
        "round-pause": _("The next round begins after this time, or as soon as all players are ready."),
        "seats": _("How many people and bots can sit down. Others can watch."),
        "lock": _("If it is locked, guests must type a code, which only your screen shows."),
    }
    return purposes.get(line, "")


def preference_label(key: str) -> str:
    return {
        "language": pgettext("preference", "Language"),
        "pace": pgettext("preference", "Pace"),
        # Translators: the sound that a terminal makes
        "bell": pgettext("preference", "Bell"),
        "theme": pgettext("preference", "Theme"),
    }[key]


def format_language(language: str) -> str:
    """The system's language is ""."""
    # Translators: the language is that of the system
    return LANGUAGES.get(language) or pgettext("language", "the system's")


def format_pace(pace: str) -> str:
    return {
        "off": pgettext("pace", "off: all at once"),
        "slow": pgettext("pace", "slow"),
        "normal": pgettext("pace", "normal"),
        "fast": pgettext("pace", "fast"),
    }[pace]


def format_theme(theme: str) -> str:
    return {
        # Translators: the context “theme” is the colours of the table: this is the green cloth of a card table
        "felt": pgettext("theme", "green felt"),
        "dark": pgettext("theme", "dark"),
        "contrast": pgettext("theme", "high contrast"),
        "light": pgettext("theme", "light"),
    }[theme]


def preference_value(key: str, value: object) -> str:
    switches = {
        "bell": (pgettext("bell", "rings for your turn, and for a row of 10 heads"), pgettext("bell", "silent")),
    }
    if key in switches:
        on, off = switches[key]
        return on if value else off
    return {"language": format_language, "pace": format_pace, "theme": format_theme}[key](str(value))


def preference_purpose(key: str) -> str:
    return {
        "language": _("The language sixqp speaks"),
        "pace": _("How slowly each turn is shown"),
        "bell": _("Ring the terminal's bell when it's your turn, or a row of 10 heads or more is taken"),
        "theme": _("The colours of the table"),
    }[key]


def preference_command(key: str, value: object) -> str:
    # Translators: a command to choose, such as “Theme: dark”
    return _("{preference}: {value}").format(preference=preference_label(key), value=preference_value(key, value))
