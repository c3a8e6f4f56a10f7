"""A lock between the programs of one user: what one reads, changes and writes, no other changes meanwhile."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout


@contextmanager
def hold_lock(lock: Path, seconds: float, guarded: Path) -> Iterator[None]:
    """Hold the lock that this file is, for as long as the context lasts; `guarded` is what it is for.

    Raises OSError about what is guarded where others hold the lock for more than so many seconds.
    """
    try:
        with FileLock(lock, timeout=seconds, mode=0o600):
            yield
    except Timeout:
        raise OSError(errno.EBUSY, "another program keeps it locked", str(guarded)) from None
