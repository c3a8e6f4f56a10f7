"""Small files of our own: private, replaced whole, and moved aside if they can't be understood.

Windows refuses to replace, move, remove or open a file that another program has open. Indexers, virus scanners and
our own programs release small files within milliseconds, so retrying for a while is enough.
"""

import errno
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

Result = TypeVar("Result")

RETRY_TIMEOUT: Final = 1.0
"""Seconds; longer than a scanner reads a file, but a short wait for a player."""
RETRY_SECONDS: Final = 0.02
"""Seconds; the Windows clock ticks every 15 ms."""
OTHERS_HINDER = os.name == "nt"
"""Whether files that others have open can't be replaced."""


def retry_while_busy(act: Callable[[], Result]) -> Result:
    """Call `act` until no other program is in the way. Blocks; raises OSError."""
    end = time.monotonic() + RETRY_TIMEOUT
    while True:
        try:
            return act()
        except PermissionError:
            if not OTHERS_HINDER or time.monotonic() >= end:
                raise
        time.sleep(RETRY_SECONDS)  # noqa: TID251 (nothing tells when another program lets go of a file)


def replace_file(source: Path, target: Path) -> None:
    """Raises OSError with the target's name, leaving both files untouched."""
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
    """The first bytes of a file, up to `most`. Raises the same OSError on every system.

    Pipes and devices are never opened, because they might never answer. Windows refuses a folder like a busy file,
    and doesn't distinguish a missing file from one below a file.
    """
    with suppress(FileNotFoundError):
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "expected a file, this is a pipe or a device", str(path))
    try:
        with retry_while_busy(lambda: path.open("rb")) as file:
            return file.read(most)
    except FileNotFoundError:
        if path.parent.is_file():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path)) from None
        raise


def move_aside(path: Path) -> Path:
    """Rename a file that can't be understood, never over another, and return its new path. Raises OSError."""
    names = (path.with_name(f"{path.name}.bad{number or ''}") for number in range(1_000_000))
    aside = next(name for name in names if not name.exists())
    replace_file(path, aside)
    return aside


def restrict_permissions(path: Path) -> None:
    """Make an existing file private; on Windows its folder decides. Raises OSError."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


def write_atomically(path: Path, data: bytes, mode: int = 0o600) -> None:
    """The bytes are on the disk when this returns.

    Unless the mode says otherwise, only the user can ever read the file; on Windows its folder decides. Raises
    OSError, leaving the old file untouched.
    """
    fresh = path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")
    try:
        with open(fresh, "wb", opener=lambda new, _flags: os.open(new, _NEW, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        replace_file(fresh, path)
    except BaseException:
        with suppress(OSError):  # what was in the way of the writing is the reason to give
            remove_file(fresh)
        raise
    _settle(path.parent)


def read_or_create(path: Path, most: int, read: Callable[[bytes], Result], create: Callable[[], bytes]) -> Result:
    """The result of `read` for a private file, which is created if there is none.

    A file that it can't read (ValueError) is moved aside. Hold a lock, so that concurrent programs end up with the
    same file. Raises OSError.
    """
    try:
        return read(read_private(path, most))
    except FileNotFoundError:
        pass
    except ValueError:
        move_aside(path)
    write_atomically(path, create())
    return read(read_private(path, most))


def _settle(folder: Path) -> None:
    """Sync the new name, if folders can be opened (not on Windows)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


LOCK_SECONDS: Final = 5.0
"""Seconds to wait for other programs; twenty writers at once take one."""


@contextmanager
def hold_lock(lock: Path, guarded: Path) -> Iterator[None]:
    """Hold this lock, which protects `guarded`. Raises OSError about `guarded` if others hold it for too long."""
    from filelock import FileLock, Timeout  # not before the first frame

    try:
        with FileLock(lock, timeout=LOCK_SECONDS, mode=0o600):
            yield
    except Timeout:
        raise OSError(errno.EBUSY, "another program keeps it locked", str(guarded)) from None


def is_locked(lock: Path) -> bool:
    """Whether another program holds this lock. Raises OSError."""
    from filelock import FileLock, Timeout  # not before the first frame

    try:
        with FileLock(lock, blocking=False, mode=0o600):
            return False
    except Timeout:
        return True


class DamagedFile(ValueError): ...
