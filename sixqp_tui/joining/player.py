"""Who takes a seat at a table, and what config.txt says of players. The first frame of the app needs no more."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from sixqp_protocol.text import clean_name
from sixqp_tui.i18n import _
from sixqp_tui.i18n.errors import fault_sentence
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.config import ConfigFile, read_config
from sixqp_tui.store.options import BadSetting, parse_option
from sixqp_tui.store.preferences import NAME

DEFAULT_CONFIG: Final = "config.txt"


class Player(NamedTuple):
    """The person or bot that a seat is for.

    `given`: this run names them, so only a seat kept under this name is resumed. `keeps`: the seat and its games
    are stored. `keep_name` stores a new name for the next run, if no name was known before.
    """

    name: str = ""
    given: bool = False
    keeps: bool = True
    keep_name: Callable[[str], None] | None = None

    @classmethod
    def bot(cls, name: str) -> "Player":
        return cls(name, given=True, keeps=False)


def name_problem(name: str) -> str:
    """Why this can't be a player's name, or ""."""
    try:
        parse_option(NAME, name)
    except BadSetting as error:
        return fault_sentence(*error.fault._replace(key=""))
    return ""


def login_name() -> str:
    from getpass import getuser

    try:
        return clean_name(getuser(), _("Player"))
    except (OSError, KeyError, ImportError):
        return _("Player")


def load_config(file: str | None) -> ConfigFile:
    """The file's content; without a name, that of config.txt if it exists. Raises Failure."""
    path = Path(file or DEFAULT_CONFIG)
    if file is None and not path.exists():
        return ConfigFile()
    try:
        return read_config(path)
    except BadSetting as error:
        raise Failure(fault_sentence(*error.fault), code=2) from None
