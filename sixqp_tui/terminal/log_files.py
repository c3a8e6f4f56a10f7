"""Where programs log, and how much."""

import logging
from collections import Counter
from contextlib import suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler

from sixqp_tui.engine.token_bucket import TokenBucket
from sixqp_tui.joining.failure import nothing_kept
from sixqp_tui.store import paths
from sixqp_tui.store.files import private_opener

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
SCREEN_LOG = "screen.log"
MAX_BYTES = 256 * 1024
"""Bytes of the screens' log; one older file of that size stays."""
AT_ONCE = 3.0
"""Lines of one kind that are logged in a burst, enough to see what changes between them."""
EVERY = 60.0
"""Seconds until another line of a repeating kind is logged."""
MAX_KINDS = 64
"""Kinds of lines that are distinguished. The rest counts as one kind, so that lines that always differ don't fill
the memory.
"""


class PrivateLog(RotatingFileHandler):
    """A log that only its user can read.

    Windows can't move a file that another program has open. Such a log grows instead of losing lines.
    """

    def doRollover(self) -> None:  # noqa: N802 (the name of the standard library)
        with suppress(PermissionError):
            super().doRollover()

    def _open(self) -> TextIOWrapper:
        file = open(self.baseFilename, self.mode, encoding=self.encoding, opener=private_opener)  # noqa: SIM115
        assert isinstance(file, TextIOWrapper)
        return file


class RepeatLimit(logging.Filter):
    """Lets a few lines of a kind through, then one a minute with the number left out.

    Somebody who can make a table log one line can make it log thousands. Lines are of one kind if they come from
    one place with the same message before formatting, or with the same first line.
    """

    def __init__(self) -> None:
        super().__init__()
        self._buckets: dict[object, TokenBucket] = {}
        self._left_out: Counter[object] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = self._kind(record)
        bucket = self._buckets.setdefault(kind, TokenBucket(1 / EVERY, AT_ONCE, record.created))
        if not bucket.take(record.created):
            self._left_out[kind] += 1
            return False
        if left_out := self._left_out.pop(kind, 0):
            record.msg, record.args = f"{record.getMessage()} ({left_out} more like this before)", None
        return True

    def _kind(self, record: logging.LogRecord) -> object:
        kind = record.name, record.lineno, str(record.msg).partition("\n")[0]
        return kind if kind in self._buckets or len(self._buckets) < MAX_KINDS else None


def log_to_stderr(level: int) -> None:
    _log_to(logging.StreamHandler(), level)


def log_to_file() -> str:
    """Standard error would break the screen. The result is a sentence if the disk refuses, or ""."""
    logging.raiseExceptions = False
    try:
        path = paths.log_dir() / SCREEN_LOG
        file = PrivateLog(path, maxBytes=MAX_BYTES, backupCount=1, encoding="utf-8")
    except OSError as error:
        _log_to(logging.NullHandler(), logging.WARNING)
        return nothing_kept(error)
    _log_to(file, logging.WARNING)
    return ""


def _log_to(handler: logging.Handler, level: int) -> None:
    """Without zeroconf's traceback for each interface that it can't use.

    The important ones reach players elsewhere.
    """
    handler.addFilter(RepeatLimit())
    logging.basicConfig(level=level, format=FORMAT, handlers=[handler])
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
