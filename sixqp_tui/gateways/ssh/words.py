"""What is said to guests who come by ssh, in their terminal before and behind the app."""

from sixqp_tui.i18n import _


def ask_code() -> str:
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _("Room code, or the word your screen showed: ")


def too_many_guesses() -> str:
    return _("Too many wrong tries. Try again in a minute.")


def only_the_game() -> str:
    return _("This is a card table: no shell, no files, no forwarding. Connect without a command.")


def table_gone() -> str:
    """The gateway ends, with its table or because the host has closed it."""
    return _("Access by ssh was closed. Your seat is kept as long as the table is open.")
