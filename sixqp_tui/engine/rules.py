"""Where a card goes (article 3), when a game is over and who has won (article 4)."""

from enum import Enum
from typing import NamedTuple

from sixqp_protocol.facts import EndReason, Rules
from sixqp_tui.engine.cards import ROW_LIMIT, ROWS

Rows = tuple[tuple[int, ...], ...]


class Effect(Enum):
    """What a card does where it lands, by the article of the rules."""

    APPENDS = "3.4"
    TAKES_FULL_ROW = "3.6"
    TOO_LOW = "3.7"


APPENDS = Effect.APPENDS  # looking up a member of an Enum takes long in Python 3.11


class Landing(NamedTuple):
    """`row` is None if the player must choose one (3.7)."""

    effect: Effect
    row: int | None


_APPENDS = tuple(Landing(Effect.APPENDS, row) for row in range(ROWS))
_TAKES_FULL_ROW = tuple(Landing(Effect.TAKES_FULL_ROW, row) for row in range(ROWS))
_TOO_LOW = Landing(Effect.TOO_LOW, None)


def landing(rows: Rows, card: int) -> Landing:
    """Where a card goes (3.4 to 3.7)."""
    nearest, nearest_end = None, 0
    for row in rows:
        end = row[-1]
        if end < card and end > nearest_end:  # a chained comparison takes longer in Python 3.11
            nearest, nearest_end = row, end
    if nearest is None:
        return _TOO_LOW
    return (_APPENDS if len(nearest) < ROW_LIMIT else _TAKES_FULL_ROW)[rows.index(nearest)]


def reaches_limit(rules: Rules, total: int) -> bool:
    """Whether this total ends the game (4.2)."""
    return rules.limit is not None and total >= rules.limit + (rules.limit_rule == "over")


def end_reason(rules: Rules, totals: tuple[int, ...], rounds_played: int) -> EndReason | None:
    """Why the game ends after this round, or None (4.2, 4.3)."""
    if reaches_limit(rules, max(totals)):
        return "limit"
    if rules.rounds is not None and rounds_played >= rules.rounds:
        return "rounds"
    return None


def ranks(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Every seat's rank, from 1; equal totals share a rank (4.4)."""
    return tuple(1 + sum(other < total for other in totals) for total in totals)


def playable(rules: Rules) -> bool:
    """Whether a game by these rules can end (4.3)."""
    return rules.limit is not None or rules.rounds is not None
