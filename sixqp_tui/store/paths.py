"""The folders of settings, data and logs.

SIXQP_HOME names a single folder for all of them, so that several players can share an account.
"""

import os
from pathlib import Path

from platformdirs import PlatformDirs

HOME_VARIABLE = "SIXQP_HOME"


def config_dir() -> Path:
    """The folder of settings, created if necessary. Raises OSError."""
    return create_private_folder(config_path())


def config_path() -> Path:
    """The path of `config_dir`, which may not exist."""
    return _home() or _dirs().user_config_path


def data_dir() -> Path:
    """The folder of keys, tokens and journals, created if necessary. Raises OSError."""
    return create_private_folder(data_path())


def data_path() -> Path:
    """The path of `data_dir`, which may not exist."""
    return _home() or _dirs().user_data_path


def log_dir() -> Path:
    """The folder of logs, created if necessary. Raises OSError."""
    return create_private_folder(_home() or _dirs().user_log_path)


def _dirs() -> PlatformDirs:
    return PlatformDirs(appname="sixqp", appauthor=False)


def _home() -> Path | None:
    named = os.environ.get(HOME_VARIABLE)
    return Path(named).expanduser().absolute() if named else None


def create_private_folder(folder: Path) -> Path:
    """Create a folder and its parents as private ones, whatever the umask. Raises OSError.

    Windows understands the mode 0700 too. An existing folder keeps its mode.
    """
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(exist_ok=True)
    return folder
