"""What is said while a game that is over is looked at again."""

from sixqp_tui.i18n import _


def at_end() -> str:
    # Translators: Home is the key
    return _("End of the game · Home: back to the start")
