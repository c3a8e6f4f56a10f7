"""A lock between the programs of one user."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout


@contextmanager
def hold_lock(lock: Path, seconds: float, guarded: Path) -> Iterator[None]:
    """Hold the lock that this file is; `guarded` is what it protects.

    Raises OSError about `guarded` if others hold the lock for longer than this.
    """
    try:
        with FileLock(lock, timeout=seconds, mode=0o600):
            yield
    except Timeout:
        raise OSError(errno.EBUSY, "another program keeps it locked", str(guarded)) from None
