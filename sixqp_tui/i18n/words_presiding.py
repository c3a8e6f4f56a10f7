"""What the owner of a table is asked while a game is played, and a watcher who wants to sit down."""

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import pgettext


def ask_preside() -> str:
    """What the table needs."""
    return _("You are the host. What does the table need?")


def answer_clock() -> str:
    """Another clock."""
    return pgettext("answer", "another time for each decision")


def answer_bot() -> str:
    """A bot for somebody who is away."""
    return pgettext("answer", "a bot for somebody who is away")


def answer_remove() -> str:
    """Somebody is removed, and a bot follows."""
    return pgettext("answer", "somebody removed; a bot plays on")


def ask_clock() -> str:
    """How long for each decision, from now on."""
    return _("How long does everybody have for a decision?")


def ask_absent() -> str:
    """For whom a bot plays (8.2)."""
    return _("For whom does a bot play until they come back?")


def ask_removal() -> str:
    """Who is removed."""
    return _("Who is removed from this table?")


def ask_seat() -> str:
    """Which bot's seat a watcher takes over (8.2)."""
    return _("Whose seat do you take over?")
