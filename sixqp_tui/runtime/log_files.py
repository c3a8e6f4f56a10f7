"""Where the programs' own log goes, and how much of it."""

import logging
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler

from sixqp_tui.runtime.failure import os_errors_as_failures
from sixqp_tui.store import paths
from sixqp_tui.store.private_files import private_opener

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
SCREEN_LOG = "screen.log"
LARGEST = 256 * 1024
"""Bytes of the screens' log; one older file of that size is kept."""


class _PrivateFile(RotatingFileHandler):
    """A log that its user alone can read."""

    def _open(self) -> TextIOWrapper:
        file = open(self.baseFilename, self.mode, encoding=self.encoding, opener=private_opener)  # noqa: SIM115
        assert isinstance(file, TextIOWrapper)
        return file


def log_to_stderr(level: int) -> None:
    """Log from this level on to standard error, which is a file for a table that `host` started."""
    logging.basicConfig(level=level, format=FORMAT)
    _quieten()


def log_to_file() -> None:
    """Log warnings to a small file: a line on standard error would stand in the middle of the screen."""
    with os_errors_as_failures():
        path = paths.log_dir() / SCREEN_LOG
    file = _PrivateFile(path, maxBytes=LARGEST, backupCount=1, encoding="utf-8", delay=True)
    logging.basicConfig(level=logging.WARNING, format=FORMAT, handlers=[file])
    _quieten()


def _quieten() -> None:
    """Silence what zeroconf logs: a traceback for every interface that cannot be used.

    What matters of it reaches people as the trouble of an announcement or a browser.
    """
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
