"""What a table plays, told and in the form that changes it."""

from sixqp_protocol.facts import Rules
from sixqp_tui.i18n.words_table import heads


def the_game() -> str:
    """The heading of the settings."""
    return "THE GAME"


def label_variant() -> str:
    """Settings: the variant."""
    return "Variant"


def label_end() -> str:
    """Settings: when the game ends."""
    return "End"


def label_time() -> str:
    """Settings: the clock."""
    return "Time"


def label_seats() -> str:
    """Settings: how many chairs."""
    return "Seats"


def label_limit() -> str:
    """Settings form: the limit, in heads."""
    return "Limit"


def label_limit_rule() -> str:
    """Settings form: whether the limit is to be passed or reached (4.2)."""
    return "Game ends"


def label_rounds() -> str:
    """Settings form: the largest number of rounds."""
    return "Rounds"


def limit_rule_name(rule: str) -> str:
    """How a total meets the limit (4.2)."""
    return "over the limit" if rule == "over" else "at the limit"


def no_limit() -> str:
    """Settings form: no such end."""
    return "no limit"


def no_clock() -> str:
    """Settings: nobody is hurried."""
    return "no clock"


def variant_told(variant: str) -> str:
    """A variant and what it means, short; an unknown one as it is called."""
    told = {
        "classic": "classic: all 104 cards",
        "tactic": "tactic: all cards known",
        "draft": "pro: pick your own ten",
    }
    return told.get(variant, variant)


def ends_told(rules: Rules) -> tuple[str, ...]:
    """When the game ends: one end a line, the first to come true counts (4.2, 4.3)."""
    rounds = rules.rounds and ("1 round" if rules.rounds == 1 else f"{rules.rounds} rounds")
    limit = rules.limit and f"{'over' if rules.limit_rule == 'over' else 'from'} {heads(rules.limit)}"
    first, *others = (part for part in (limit, rounds) if part)
    return (first, *(f"or {other}" for other in others))


def time_told(seconds: int | None) -> str:
    """The clock of a decision."""
    return no_clock() if seconds is None else f"{seconds} s a turn"


def seconds_told(seconds: int) -> str:
    """Settings form: seconds for a decision."""
    return f"{seconds} s"


def level_name(level: str) -> str:
    """How well a bot plays."""
    return {"easy": "easy", "medium": "medium", "hard": "hard"}.get(level, level)


def settings_heading() -> str:
    """The heading of the settings form."""
    return "SETTINGS OF THIS TABLE"


def key_apply() -> str:
    """Footer of that form."""
    return "apply"


def form_note() -> str:
    """How the form is used."""
    return "Up and down choose a line, left and right change it; numbers can be typed."
