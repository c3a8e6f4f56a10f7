"""Who this user is at tables: their own person key, as far as the disk keeps one and they would be known."""

import logging

from sixqp_protocol.person import PersonKey
from sixqp_protocol.text import clean_path
from sixqp_tui.i18n import _
from sixqp_tui.store import paths
from sixqp_tui.store.person_key import FILE, DamagedKey, load_or_create, read
from sixqp_tui.store.preferences import Preferences

_log = logging.getLogger(__name__)


def own_person_key() -> PersonKey | None:
    """The key of this user, made where there is none; None where the disk keeps none. Blocks."""
    try:
        return load_or_create(paths.data_path())
    except OSError as error:
        _log.warning("no person key can be kept: %s", error)
        return None


def person_to_show(preferences: Preferences) -> PersonKey | None:
    """The key that tables over the network are shown; None for who would not be known. Blocks."""
    return own_person_key() if preferences.be_known else None


def check_person_key() -> str:
    """What to tell the person where their key is damaged; else nothing. Blocks."""
    try:
        read(paths.data_path())
    except DamagedKey:
        # Translators: the game knows players by a key that their program keeps, and not by their names
        sentence = _(
            "“{path}” is damaged, so players who knew you won't recognise you. Your next game sets it aside and "
            "starts a new one."
        )
        return sentence.format(path=clean_path(paths.data_path() / FILE))
    except OSError:
        return ""  # whoever needs the file does without it
    return ""
