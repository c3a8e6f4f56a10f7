"""What only the report of a game says: the file that is given away after it."""

from typing import Literal

from sixqp_protocol.messages import Level
from sixqp_tui.i18n import _, phrases

Kind = Literal["card", "row"]
"""What was decided."""


def level(level: Level) -> str:
    # Translators: a mark behind the name of a bot; {level} is “easy”, “medium” or “hard”
    return _("bot, {level}").format(level=phrases.level_name(level))


def round_heading(number: int) -> str:
    return _("Round {number}").format(number=number)


def nothing_dear() -> str:
    # Translators: of the decisions of a player, or of one round
    return _("No decision is known to have cost you anything.")
