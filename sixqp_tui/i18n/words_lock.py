"""What is said of room codes: to the host whose table has one, and to whoever is asked for it."""

from collections.abc import Sequence

from sixqp_protocol.room_code import LONGEST, SHORTEST, shown_code
from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import pgettext


def expected_code(words: Sequence[str]) -> str:
    """What stands for a room code may be; `words` are allowed besides."""
    form = _("{low} to {high} letters and digits").format(low=SHORTEST, high=LONGEST)
    return _("{form}, {words}").format(form=form, words=_(" or ").join(words)) if words else form


def room_code(code: str) -> str:
    """To the host: the code that newcomers are asked for."""
    return _("Room code: {code}").format(code=shown_code(code))


def code_heading() -> str:
    """Above the code, in the lobby."""
    return _("ROOM CODE")


def new_code(code: str) -> str:
    """To the host: too many wrong ones were tried."""
    return _("Wrong room codes were tried five times. The new code is {code}.").format(code=shown_code(code))


def the_table() -> str:
    """Who speaks where the table itself does."""
    return pgettext("speaker", "The table")


def ask_code(title: str, wrong: bool) -> str:
    """Before the line where the code is typed."""
    if wrong:
        return _("Wrong code. The code of {title}").format(title=title)
    return _("The code of {title}").format(title=title)


def code_hint() -> str:
    """Inside the empty line for a code."""
    return _("its host knows it")


def no_code() -> str:
    """What was typed can be no code."""
    return _("A room code is {form}.").format(form=expected_code(()))


def is_locked() -> str:
    """Before the code is asked for."""
    return _("This table is locked. Its host tells you the room code.")


def wrong_code() -> str:
    """Before the code is asked for again."""
    return _("That is not the room code.")


def prompt_code() -> str:
    """--plain: the prompt for the code."""
    return _("Room code (Enter alone gives up): ")


def invite_code() -> str:
    """--plain: how the invitation gets the code into it."""
    return _("It is not in that line: `invite code` tells one that bears it.")


def with_code() -> str:
    """Under an invitation that bears the code."""
    return _("The code is in it: whoever has this invitation comes in.")


def without_code() -> str:
    """Under an invitation that does not."""
    return _("The code is not in it: w puts it in.")


def field_lock() -> str:
    """Form: whether newcomers are asked for a code."""
    return pgettext("form", "Door")


def lock_told(locked: bool) -> str:
    """Form: that choice in words."""
    return _("locked by a room code") if locked else _("open to all on this network")
