"""Who sits at this machine, as far as the system knows."""

import getpass

from sixqp_protocol.text import clean_name
from sixqp_tui.i18n import _


def login_name() -> str:
    """What the system calls this user, as a player's name."""
    try:
        return clean_name(getpass.getuser(), _("Player"))
    except (OSError, KeyError, ImportError):
        return _("Player")
