"""What is said to guests who come by ssh, in their terminal before and behind the app."""

from sixqp_protocol.room_code import shown_code
from sixqp_tui.i18n import _


def return_word(word: str) -> str:
    # Translators: the guest sits at the table by ssh; {word} is such as K3F9QX
    return _("Your way back: connect again as you did, and type {word} when you are asked.").format(
        word=shown_code(word)
    )


def goodbye(title: str) -> str:
    """The last line in the terminal of a guest who has left."""
    return _("You have left “{title}”. See you soon!").format(title=title)


def only_this_table() -> str:
    return _("Guests by ssh play at this table only.")


def guest() -> str:
    # Translators: the name at the table of a guest who has given none
    return _("Guest")


def ask_code() -> str:
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _("Room code, or the word your screen showed: ")


def ask_code_again() -> str:
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _("That was not the room code. Room code: ")


def ask_word(name: str) -> str:
    """To somebody without a key, whose name a guest bears who was here before."""
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _(
        "Somebody was here as {name} before. If that was you, type the word that your screen showed; else press "
        "Enter: "
    ).format(name=name)


def ask_word_again() -> str:
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _("That was not the word. Try again, or press Enter to sit down as somebody new: ")


def too_many_guesses() -> str:
    return _("Too many wrong tries. Come back in a minute.")


def only_the_game() -> str:
    return _("This is a card table: there is no shell here, no files and no forwarding. Connect without a command.")


def needs_terminal() -> str:
    return _("The game needs a terminal: connect with ssh -t.")


def no_place() -> str:
    return _("There is no place for another guest by ssh now. Try again later.")


def too_often() -> str:
    return _("Too many connections from your address. Try again in a minute.")


def taken_over() -> str:
    return _("You have come back by another connection; this one ends.")


def screen_ended() -> str:
    return _("Your screen has ended unexpectedly. Your seat waits for you: connect again as you did.")


def table_gone() -> str:
    """The gateway ends, with its table or because the host has closed it."""
    return _("The way in by ssh was closed. Your seat stays yours while the table stands.")


def table_moved() -> str:
    return _("The table has started again. Your seat waits for you: connect again as you did.")


def word_reminder(word: str) -> str:
    # Translators: {word} is such as K3F9QX
    return _("The word that brings you back: {word}").format(word=shown_code(word))
