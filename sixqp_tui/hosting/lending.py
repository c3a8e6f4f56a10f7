"""Whether to tell a host that the program can be lent: once, and if there may be a way to the Internet."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from sixqp_tui.discovery.addresses import default_sources
from sixqp_tui.store import paths

WHEELS_FOLDER: Final = "lend"
"""In the data folder; exists once a host has been told, or has prepared for lending."""


def should_offer_lending(
    data_folder: Callable[[], Path] = paths.data_path, sources: Callable[[], frozenset[str]] = default_sources
) -> bool:
    """True once, because this creates the folder.

    `sources` are the addresses with a default route. Sends nothing.
    """
    try:
        folder = data_folder() / WHEELS_FOLDER
        if folder.exists() or not sources():
            return False
        paths.create_private_folder(folder)
    except OSError:
        return False
    return True
