"""The person key of this user, by which tables know players."""

import logging

from sixqp_protocol.person import PersonKey
from sixqp_protocol.text import clean_path
from sixqp_tui.i18n import _
from sixqp_tui.store import paths
from sixqp_tui.store.files import DamagedFile
from sixqp_tui.store.person_key import FILE, load_or_create, read

_log = logging.getLogger(__name__)


def own_person_key() -> PersonKey | None:
    """This user's key, created on first use; None if the disk refuses. Blocks."""
    try:
        return load_or_create(paths.data_path())
    except OSError as error:
        _log.warning("no person key can be kept: %s", error)
        return None


def check_person_key() -> str:
    """A sentence for the player if their key file is damaged, else "". Blocks."""
    try:
        read(paths.data_path())
    except DamagedFile:
        # Translators: the game knows players by a key that their program keeps, and not by their names
        sentence = _(
            "“{path}” is damaged, so players who knew you won't recognise you. Your next game sets it aside and "
            "starts a new one."
        )
        return sentence.format(path=clean_path(paths.data_path() / FILE))
    except OSError:
        return ""  # the game goes on without the file
    return ""
