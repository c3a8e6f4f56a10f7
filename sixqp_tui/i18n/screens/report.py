"""What only the report of a game says: the file that is given away after it."""

from sixqp_protocol.messages import Level
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.game import phrases


def level(level: Level) -> str:
    """What a bot is, behind its name."""
    # Translators: a mark behind the name of a bot; {level} is “easy”, “medium” or “hard”
    return _("bot, {level}").format(level=phrases.level_name(level))


def round_heading(number: int) -> str:
    """Above a round."""
    return _("Round {number}").format(number=number)


def turn_heading(number: int, turn: int) -> str:
    """Above a turn."""
    # Translators: a heading
    return _("Round {number}, turn {turn}").format(number=number, turn=turn)


def hands_caption(number: int) -> str:
    """Above the table of a round's hands, a column a turn."""
    # Translators: above a table with a player a line and a turn a column; “+7” beside a card is heads
    return _("The hands of round {number}, card by card as they were laid, with the heads taken").format(
        number=number
    )


def picks_caption(number: int) -> str:
    """Above the table of a draft, a column a pick."""
    # Translators: above a table with a player a line and their ten picks of the draft
    return _("The draft of round {number}, pick by pick").format(number=number)


def turns_summary(turns: int) -> str:
    """What opens the list of a round's turns."""
    # Translators: opens a list of the ten turns of a round
    return ngettext("{n} turn, one below the other", "{n} turns, one below the other", turns).format(n=turns)


def article(number: str) -> str:
    """Where the rules say so."""
    # Translators: an article of the rules, such as 3.6, behind what happened; as short as can be
    return _("rule {number}").format(number=number)


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
