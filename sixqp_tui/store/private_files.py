"""Small files that the game writes for itself: private, and set aside if they can't be understood.

Windows can't replace, move, remove or open a file that another program has open. An indexer, a virus scanner or a
second program of ours releases a small file within milliseconds, so trying again for a while is enough.
"""

import errno
import os
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

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


def private_opener(path: str, flags: int) -> int:
    """An opener for `open` that creates private files, whatever the umask. Raises OSError."""
    return os.open(path, flags, 0o600)


def read_private(path: Path, most: int) -> bytes:
    """The file, or the first bytes of one that is too long to be ours. Raises OSError.

    Pipes and devices are never opened: they might never answer.
    """
    if not _may_be_read(path):
        raise OSError(errno.EINVAL, "expected a file, this is a pipe or a device", str(path))
    with open_to_read(path) as file:
        return file.read(most)


def _may_be_read(path: Path) -> bool:
    """Whether it is a file, a folder or nothing; one call, because another program may move it meanwhile."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return True
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def open_to_read(path: Path) -> BinaryIO:
    """The open file. Raises the same OSError on every system, and for a folder at once.

    Windows refuses a folder like a busy file, and doesn't tell a missing file from one below a file.
    """
    try:
        return path.open("rb") if path.is_dir() else retry_while_busy(lambda: path.open("rb"))
    except FileNotFoundError:
        if path.parent.is_file():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path)) from None
        raise


def move_aside(path: Path) -> Path:
    """Move a file that can't be understood aside, never over another; its new place. Raises OSError."""
    names = (path.with_name(f"{path.name}.bad{number or ''}") for number in range(1_000_000))
    aside = next(name for name in names if not name.exists())
    replace_file(path, aside)
    return aside


def restrict_permissions(path: Path) -> None:
    """Make an existing file private; on Windows its folder decides. Raises OSError."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)
