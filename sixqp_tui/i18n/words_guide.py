"""What frames the help and the palette; what each key does stands in words_keys."""

from sixqp_tui.i18n.catalog import gettext as _


def heading() -> str:
    """What the help is."""
    return _("The keys")


def legend(sign: str) -> str:
    """What the sign before a line of the help means."""
    return _("{sign} possible now").format(sign=sign)


def here() -> str:
    """The keys of the screen itself."""
    return _("ON THIS SCREEN")


def everywhere() -> str:
    """The keys that work on every screen."""
    return _("EVERYWHERE")


def mouse() -> str:
    """What the mouse does."""
    return _("WITH THE MOUSE")


def placeholder() -> str:
    """What stands in the empty line of the palette."""
    return _("What would you like to do? Type a word of it.")


def nothing_found() -> str:
    """No command bears such a name."""
    return _("No command that is possible now has such a name.")
