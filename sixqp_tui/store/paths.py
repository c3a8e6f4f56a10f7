"""The folders of settings, data and logs.

SIXQP_HOME names a single folder for all of them, so that several players can share an account.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from platformdirs import PlatformDirs

HOME_VARIABLE = "SIXQP_HOME"
_CONFIG: Final = "XDG_CONFIG_HOME", ".config"
_DATA: Final = "XDG_DATA_HOME", ".local/share"


def config_dir() -> Path:
    return create_private_folder(config_path())


def config_path() -> Path:
    return _home() or _xdg(*_CONFIG) or _dirs().user_config_path


def data_dir() -> Path:
    return create_private_folder(data_path())


def data_path() -> Path:
    return _home() or _xdg(*_DATA) or _dirs().user_data_path


def log_dir() -> Path:
    return create_private_folder(_home() or _dirs().user_log_path)


def _xdg(variable: str, default: str) -> Path | None:
    """The same as platformdirs finds on Linux, whose import takes nearly as long as Python's own start."""
    home, named = os.environ.get("HOME", ""), os.environ.get(variable, "")
    if sys.platform != "linux" or not home.startswith("/"):
        return None
    return Path(named if named.startswith("/") else f"{home.rstrip('/')}/{default}", "sixqp")


def _dirs() -> "PlatformDirs":
    from platformdirs import PlatformDirs

    return PlatformDirs(appname="sixqp", appauthor=False)


def _home() -> Path | None:
    named = os.environ.get(HOME_VARIABLE)
    return Path(named).expanduser().absolute() if named else None


def create_private_folder(folder: Path) -> Path:
    """With its parents, whatever the umask.

    Raises OSError. Windows understands the mode 0700 too. An existing folder keeps its mode.
    """
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(exist_ok=True)
    return folder
