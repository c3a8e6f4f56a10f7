"""Textual's driver for POSIX terminals, except that wrong input and a lost terminal can't stop the app."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from select import select
from typing import Any, TextIO, cast

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

QUIET = 0.25
"""Seconds without input that end an unreadable sequence: a long paste comes in pieces."""
MAX_KEY = 16
"""Bytes of the longest key or mouse report. A piece this short ends an unreadable sequence too."""


class Output:
    """Drops what a lost terminal no longer accepts: Textual's output thread would end, and the app wait for it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.fileno = stream.fileno

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._stream.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


class SteadyDriver(LinuxDriver):
    """Draws on standard output, because errors may go to a file.

    Input that isn't UTF-8, or that Textual's parser doesn't understand, is dropped with all that came along.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._file = cast("TextIOWrapper", Output(sys.__stdout__ or sys.stdout))

    def resume_application_mode(self) -> None:
        """The system continues a process whose terminal was closed: then nothing begins again."""
        if os.isatty(self.fileno):
            super().resume_application_mode()

    def run_input_thread(self) -> None:
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except (ValueError, OverflowError):
                self._drop_the_rest()
            except OSError:  # the terminal is gone
                return

    def _drop_the_rest(self) -> None:
        while select([self.fileno], [], [], QUIET)[0] and len(os.read(self.fileno, 4096)) > MAX_KEY:
            pass
