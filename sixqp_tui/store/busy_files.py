"""Files that another program has open: Windows neither replaces, moves, removes nor opens them meanwhile.

An indexer, a virus scanner or a second program of ours lets go of a small file within milliseconds. So whoever is
refused tries again for a while; what is refused still then is refused.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

Result = TypeVar("Result")

RETRY_TIMEOUT: Final = 1.0
"""Seconds in which a file is tried again: longer than a scanner reads it, and no long wait for a player."""
RETRY_SECONDS: Final = 0.02
"""Seconds between two tries: the clock of Windows goes in steps of 15 ms."""
OTHERS_HINDER = os.name == "nt"
"""Whether a file that another program has open cannot be replaced here."""


def retry_while_busy(act: Callable[[], Result]) -> Result:
    """What `act` returns, which is tried again while another program may be in its way. Blocks; raises OSError."""
    end = time.monotonic() + RETRY_TIMEOUT
    while True:
        try:
            return act()
        except PermissionError:
            if not OTHERS_HINDER or time.monotonic() >= end:
                raise
        time.sleep(RETRY_SECONDS)  # noqa: TID251 (nothing tells when another program lets go of a file)


def replace_file(source: Path, target: Path) -> None:
    """Put one file in the other's place. Raises OSError, which names the target; then both stand untouched."""
    try:
        retry_while_busy(lambda: source.replace(target))
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from error


def remove_file(path: Path) -> None:
    """Remove the file, if it is there. Raises OSError."""
    retry_while_busy(lambda: path.unlink(missing_ok=True))
