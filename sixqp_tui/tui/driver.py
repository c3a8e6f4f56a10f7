"""Textual's driver for POSIX terminals, except that wrong input and a lost terminal can't stop the app."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from select import select
from typing import Any, TextIO, cast

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import CursorPosition
from textual.message import Message

from sixqp_tui.tui.theme.glyphs import UPPER_HALF, in_ascii

QUIET = 0.25
"""Seconds without input that end an unreadable sequence: a long paste comes in pieces."""
MAX_KEY = 16
"""Bytes of the longest key or mouse report. A piece this short ends an unreadable sequence too."""

BOLD_BLACK = "\x1b[1;30;"
BLACK = "\x1b[30;"
CLEAR = "\x1b[H\x1b[2J"
MEASURE = f"\x1b[H{UPPER_HALF}\x1b[6n"
"""Draws a sign in the first cell, and asks where the cursor is then."""


class Output:
    """Drops what a lost terminal no longer accepts: Textual's output thread would end, and the app wait for it.

    Only ASCII goes to a terminal that may not understand UTF-8: it would take parts of a character for questions,
    and its answers would be keys. So it does to one that draws the signs two cells wide. Terminals of 16 colours
    show bold black as grey, which can't be read on a card: it goes out without bold.
    """

    def __init__(
        self, stream: TextIO, variables: Mapping[str, str] = os.environ, colours: str | None = None
    ) -> None:
        self._stream = stream
        self._in_16_colours = colours == "standard"
        self.in_ascii = variables.get("LC_ALL") in ("C", "POSIX")
        self.fileno = stream.fileno

    def write(self, text: str) -> None:
        if self._in_16_colours:
            text = text.replace(BOLD_BLACK, BLACK)
        with suppress(OSError):
            self._stream.write(in_ascii(text) if self.in_ascii else text)

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
        self._output = Output(sys.__stdout__ or sys.stdout, colours=app.console.color_system)
        self._file = cast("TextIOWrapper", self._output)
        self._redraw = partial(app.call_later, app.refresh)
        self._measured = False

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.write(MEASURE)

    def process_message(self, message: Message) -> None:
        if not isinstance(message, CursorPosition):
            super().process_message(message)
        elif not self._measured:  # a later report is a key with Shift or Ctrl
            self._measured = True
            if message.x == 2:
                self._output.in_ascii = True
                self._redraw()

    def stop_application_mode(self) -> None:
        """Clears the screen first: where a terminal has only one, the next lines would stand in the table."""
        self.write(CLEAR)
        super().stop_application_mode()

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
