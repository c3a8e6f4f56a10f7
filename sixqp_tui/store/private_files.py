"""Small files that the game writes for itself: private, and set aside if they can't be understood."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from sixqp_tui.store.busy_files import replace_file, retry_while_busy


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
