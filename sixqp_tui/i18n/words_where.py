"""The words of the title line: where in the game we are, and by which rules."""

from sixqp_protocol.facts import Rules
from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext
from sixqp_tui.i18n.words_table import heads, rounds_told


def rules_in_short(rules: Rules) -> str:
    """The variant and the ends of the game, for the title line."""
    variant = {"classic": _("classic"), "tactic": _("tactic"), "draft": _("pro")}[rules.variant]
    rounds = None if rules.rounds is None else rounds_told(rules.rounds)
    limit = None if rules.limit is None else heads(rules.limit)
    return " · ".join(part for part in (variant, limit, rounds) if part)


def where_in_game(number: int, turn: int, rules: Rules) -> str:
    """Round, turn and rules, for the title line."""
    where = _("round {number} · turn {turn}/10").format(number=number, turn=turn)
    return f"{where} · {rules_in_short(rules)}"


def where_in_draft(number: int, pick: int, picks: int, rules: Rules) -> str:
    """Round, pick and rules, for the title line."""
    where = _("round {number} · pick {pick}/{picks}").format(number=number, pick=pick, picks=picks)
    return f"{where} · {rules_in_short(rules)}"


def where_after(number: int, rules: Rules) -> str:
    """The rounds played and the rules, for the title line."""
    played = ngettext("{n} round played", "{n} rounds played", number).format(n=number)
    return f"{played} · {rules_in_short(rules)}"
