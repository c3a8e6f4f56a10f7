"""Where the game keeps its files on this machine: one folder each for settings, data and logs.

The environment variable SIXQP_HOME names a single folder for all of them instead, so that several players
can live on one machine and one account.
"""

import os
from pathlib import Path

from platformdirs import PlatformDirs

HOME_VARIABLE = "SIXQP_HOME"


def config_dir() -> Path:
    """The folder of what the player decides. Raises OSError if it cannot be made."""
    return create_private_folder(config_path())


def config_path() -> Path:
    """Where `config_dir` is, or would be: for whoever only reads."""
    return _home() or _dirs().user_config_path


def data_dir() -> Path:
    """The folder of keys, tokens and journals. Raises OSError if it cannot be made."""
    return create_private_folder(data_path())


def data_path() -> Path:
    """Where `data_dir` is, or would be: for whoever only reads."""
    return _home() or _dirs().user_data_path


def log_dir() -> Path:
    """The folder of logs. Raises OSError if it cannot be made."""
    return create_private_folder(_home() or _dirs().user_log_path)


def _dirs() -> PlatformDirs:
    return PlatformDirs(appname="sixqp", appauthor=False)


def _home() -> Path | None:
    named = os.environ.get(HOME_VARIABLE)
    return Path(named).expanduser().absolute() if named else None


def create_private_folder(folder: Path) -> Path:
    """Make the folder, and those above it: for this user only where they are made here, whatever the umask says.

    Windows reads the mode 0700 as that, too. A folder that already stands keeps its mode: it may be somebody's own.
    Raises OSError.
    """
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(exist_ok=True)
    return folder
