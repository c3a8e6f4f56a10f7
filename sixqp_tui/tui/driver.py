"""The driver of POSIX terminals, made to outlive keys that are not UTF-8. Windows has one that gets characters."""

import os
from select import select

from textual.drivers.linux_driver import LinuxDriver

QUIET = 0.05
"""Seconds without a byte after which what could not be read is over: a terminal sends a report in one piece."""


class SteadyDriver(LinuxDriver):
    """Drops what is not UTF-8 (an old mouse report, a paste of bytes) whole: its rest must not act as keys."""

    def run_input_thread(self) -> None:
        """Read keys until the app ends."""
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                self._drop_the_rest()

    def _drop_the_rest(self) -> None:
        while select([self.fileno], [], [], QUIET)[0] and os.read(self.fileno, 4096):
            pass
