"""What is asked before somebody leaves a table, or is removed from it."""

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext, pgettext


def ask_leave_game() -> str:
    """Before a player leaves a running game (8.2)."""
    return _("A game is running. Your seat stays yours; a bot plays for you until you come back.")


def answer_leave() -> str:
    """Yes to that."""
    return pgettext("answer", "leave")


def answer_stay() -> str:
    """Stay at the table."""
    return pgettext("answer", "stay")


def ask_hosting(others: int) -> str:
    """Before the host leaves; `others` are the people there besides the host."""
    if others == 0:
        return _("You are hosting; no other person is at this table.")
    people = others + 1
    return ngettext(
        "You are hosting: {n} person is at this table.",
        "You are hosting: {n} people are at this table.",
        people,
    ).format(n=people)


def answer_keep_open() -> str:
    """The table goes on without its host's screen."""
    return pgettext("answer", "leave, and keep the table open")


def answer_close(in_mid_game: bool = False) -> str:
    """The table ends for everybody; a game that is played can be resumed."""
    if in_mid_game:
        return pgettext("answer", "close the table; the game can be resumed later")
    return pgettext("answer", "close the table for everybody")


def ask_kick(name: str) -> str:
    """Before a person is removed."""
    return _("Remove {name} from this table?").format(name=name)


def answer_kick() -> str:
    """Yes to that."""
    return pgettext("answer", "remove")


def answer_cancel() -> str:
    """Nothing happens."""
    return pgettext("answer", "cancel")


def answer_come_back() -> str:
    """The seat was opened elsewhere: play on here."""
    return pgettext("answer", "take your seat back here")


def answer_let_go() -> str:
    """The seat was opened elsewhere: leave it there."""
    return pgettext("answer", "leave it there")
