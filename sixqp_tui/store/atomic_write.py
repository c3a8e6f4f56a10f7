"""Replacing a file so that a reader, or a crash, finds the old text or the new one, never half of it."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from sixqp_tui.store.private_files import private_opener, remove_file, replace_file

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


def write_atomically(path: Path, data: bytes, private: bool) -> None:
    """Replace the file with these bytes; they are on the disk when this returns.

    Only the user can ever read a private file; on Windows that depends on its folder. Raises OSError, and the old
    file then stands untouched.
    """
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with open(fresh, "wb", opener=_new_private if private else _new_public) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        replace_file(fresh, path)
    except BaseException:
        with suppress(OSError):  # what was in the way of the writing is the reason to give
            remove_file(fresh)
        raise
    _settle(path.parent)


def write_unless_there(path: Path, data: bytes) -> None:
    """Create a private file with these bytes, unless another program was quicker. Raises OSError."""
    fresh = path.with_name(f"{path.stem}.{secrets.token_hex(4)}{path.suffix}")
    try:
        write_atomically(fresh, data, private=True)
        try:
            os.link(fresh, path)
        except FileExistsError:
            return
        except OSError:  # a file system without links
            replace_file(fresh, path)
    finally:
        remove_file(fresh)


def _new_private(path: str, _flags: int) -> int:
    return private_opener(path, _NEW)


def _new_public(path: str, _flags: int) -> int:
    return os.open(path, _NEW, 0o666)


def _settle(folder: Path) -> None:
    """Bring the new name to the disk, if folders can be opened (not on Windows)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
