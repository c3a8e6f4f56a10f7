"""What only the report of a game says: the file that is given away after it."""

from typing import Literal

from sixqp_protocol.messages import Level
from sixqp_tui.analysis.words import heads_in_tenths
from sixqp_tui.i18n import _, ngettext, pgettext, phrases

Kind = Literal["card", "row"]
"""What was decided."""


def level(level: Level) -> str:
    # Translators: a mark behind the name of a bot; {level} is “easy”, “medium” or “hard”
    return _("bot, {level}").format(level=phrases.level_name(level))


def round_heading(number: int) -> str:
    return _("Round {number}").format(number=number)


def turn_heading(number: int, turn: int) -> str:
    # Translators: a heading
    return _("Round {number}, turn {turn}").format(number=number, turn=turn)


def hands_caption(number: int) -> str:
    # Translators: above a table with a player a line and a turn a column; “+7” beside a card is heads
    return _("The hands of round {number}, card by card as they were laid, with the heads taken").format(
        number=number
    )


def picks_caption(number: int) -> str:
    # Translators: above a table with a player a line and their ten picks of the draft
    return _("The draft of round {number}, pick by pick").format(number=number)


def turns_summary(turns: int) -> str:
    # Translators: opens a list of the ten turns of a round
    return ngettext("{n} turn, one below the other", "{n} turns, one below the other", turns).format(n=turns)


def article(number: str) -> str:
    # Translators: an article of the rules, such as 3.6, behind what happened; as short as can be
    return _("rule {number}").format(number=number)


def nothing_dear() -> str:
    # Translators: of the decisions of a player, or of one round
    return _("None is known to have cost anything.")


def turn_cost(turn: int, tenths: int) -> str:
    # Translators: read aloud, in a list; {heads} is “4.3 heads”
    return _("turn {turn}: {heads}").format(turn=turn, heads=heads_in_tenths(tenths))


def options_heading(kind: Kind) -> str:
    """Above what could have been decided."""
    if kind == "row":
        # Translators: above a list of rows with figures
        return _("The rows, and how many heads more than the best one each was expected to cost:")
    # Translators: above a list of cards with figures
    return _("The hand then, and how many heads more than the best card each was expected to cost:")


def row_name(row: int) -> str:
    """A row (from 0)."""
    return _("row {row}").format(row=row + 1)


def was_made(kind: Kind) -> str:
    # Translators: a mark behind a card, or behind a row
    return pgettext("review", "taken") if kind == "row" else pgettext("review", "laid")


def part_link(part: str) -> str:
    """A link to a part of the report."""
    return {
        "result": _("Result"),
        "curves": _("Totals"),
        "review": _("Luck or skill"),
        "turns": _("Turn by turn"),
    }[part]


def made_by(version: str) -> str:
    """The last line of a report."""
    # Translators: the foot of a file that shows a game; {version} is “sixqp 1.2”
    sentence = _("Made by {version}. This file loads nothing, and tells nobody that it is read.")
    return sentence.format(version=version)


def steps() -> dict[str, str]:
    """The buttons that step through the game."""
    return {
        # Translators: the context “steps” is a button that steps through a game: as short as can be
        "turn-back": pgettext("steps", "◄◄ turn"),
        # Translators: the placing of one card
        "back": pgettext("steps", "◄ card"),
        "on": pgettext("steps", "card ►"),
        "turn-on": pgettext("steps", "turn ►►"),
    }
