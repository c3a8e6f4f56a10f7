"""Files that another program has open: Windows can't replace, move, remove or open them meanwhile.

An indexer, a virus scanner or a second program of ours releases a small file within milliseconds, so trying again
for a while is enough.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

Result = TypeVar("Result")

RETRY_TIMEOUT: Final = 1.0
"""Seconds: longer than a scanner reads a file, and no long wait for a player."""
RETRY_SECONDS: Final = 0.02
"""Seconds; the clock of Windows ticks every 15 ms."""
OTHERS_HINDER = os.name == "nt"
"""Whether files that another program has open can't be replaced here."""


def retry_while_busy(act: Callable[[], Result]) -> Result:
    """Call `act` until no other program is in its way. Blocks; raises OSError."""
    end = time.monotonic() + RETRY_TIMEOUT
    while True:
        try:
            return act()
        except PermissionError:
            if not OTHERS_HINDER or time.monotonic() >= end:
                raise
        time.sleep(RETRY_SECONDS)  # noqa: TID251 (nothing tells when another program lets go of a file)


def replace_file(source: Path, target: Path) -> None:
    """Raises OSError that names the target; then both files are untouched."""
    try:
        retry_while_busy(lambda: source.replace(target))
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from error


def remove_file(path: Path) -> None:
    retry_while_busy(lambda: path.unlink(missing_ok=True))
