"""The prompts of a game told line by line: each stands alone, and says what can be answered."""

from collections.abc import Sequence

from sixqp_tui.i18n.words_table import heads, listed


def prompt_card(held: Sequence[int]) -> str:
    """The reader is to choose a card."""
    return f"Your card ({' '.join(map(str, held))}): "


def prompt_row(cheapest: Sequence[int], cost: int) -> str:
    """The reader is to choose a row (rows from 0)."""
    rows = listed([str(row + 1) for row in cheapest])
    verb = "costs" if len(cheapest) == 1 else "cost"
    return f"Which row do you take (1 to 4; {rows} {verb} least: {heads(cost)})? "


def prompt_pick(number: int) -> str:
    """The reader is to take a card of the open deck."""
    return f"Your pick ({number} of 10): "


def prompt_alone() -> str:
    """The owner sits alone."""
    return "Nobody else is here yet (bot seats a bot, help tells more): "


def prompt_start(seated: int) -> str:
    """The owner may begin."""
    return f"{seated} are seated (start begins, help tells more): "


def prompt_rematch() -> str:
    """The owner, after a game."""
    return "Another game, or the end (rematch, quit)? "


def prompt_hosting() -> str:
    """The host leaves."""
    return "Keep the table open, close it for everybody, or stay (keep, close, stay)? "


def prompt_leaving() -> str:
    """A player leaves a running game."""
    return "Leave all the same (yes, no)? "
