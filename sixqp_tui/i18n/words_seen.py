"""The cards seen this round, for those who count."""

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import npgettext, pgettext


def seen_heading() -> str:
    """The title of the screen with the deck of the round."""
    return _("THE CARDS OF THIS ROUND")


def not_listed() -> str:
    """The table has it off."""
    return _("This table does not list the cards seen")


def count_of(where: str, count: int) -> str:
    """How many cards of the deck are there, for the legend of the screen."""
    return {
        "unseen": npgettext("cards", "{n} not seen yet", "{n} not seen yet", count),
        "mine": pgettext("cards", "{n} yours"),
        "table": pgettext("cards", "{n} on the table"),
        "gone": npgettext("cards", "{n} taken", "{n} taken", count),
        "theirs": pgettext("cards", "{n} in other hands"),
        "deck": pgettext("cards", "{n} to pick"),
    }[where].format(n=count)


def told(where: str, numbers: str) -> str:
    """The cards that are there, as a line."""
    return {
        "unseen": _("Not seen yet this round: {numbers}."),
        "mine": _("Yours: {numbers}."),
        "table": _("On the table: {numbers}."),
        "gone": _("Taken this round: {numbers}."),
        "theirs": _("In other hands: {numbers}."),
        "deck": _("Still to pick: {numbers}."),
    }[where].format(numbers=numbers)
