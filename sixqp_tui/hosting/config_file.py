"""Reads config.txt, or another file that a command names. The first frame of the app needs no more than this."""

from pathlib import Path
from typing import Final

from sixqp_tui.i18n.errors import fault_sentence
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.config import ConfigFile, read_config
from sixqp_tui.store.options import BadSetting

DEFAULT_CONFIG: Final = "config.txt"


def load_config(file: str | None) -> ConfigFile:
    """The file's content; without a name, that of config.txt if it exists. Raises Failure."""
    path = Path(file or DEFAULT_CONFIG)
    if file is None and not path.exists():
        return ConfigFile()
    try:
        return read_config(path)
    except BadSetting as error:
        raise Failure(fault_sentence(*error.fault), code=2) from None
