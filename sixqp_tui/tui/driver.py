"""Textual's driver for POSIX terminals, except that it draws on standard output and survives more.

It survives bytes that are not UTF-8, reports that Textual cannot read, and a lost terminal.
"""

import asyncio
import os
import sys
from contextlib import suppress
from queue import Queue
from select import select
from threading import Thread, get_ident
from typing import Any, TextIO

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from sixqp_tui.tui.paste import PasteCleaner

MAX_WAITING = 30
"""Texts that may wait. If there are more, the app waits: it would only show old pictures."""


class TerminalOutput(Thread):
    """Writes in order, in a thread. Drops what the terminal no longer accepts."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(name="sixqp-output", daemon=True)
        self._stream = stream
        self._queue = Queue[str | None](MAX_WAITING)

    def write(self, text: str) -> None:
        self._queue.put(text)

    def stop(self) -> None:
        self._queue.put(None)
        self.join()

    def run(self) -> None:
        while (text := self._queue.get()) is not None:
            with suppress(OSError):  # the terminal is gone; nothing may wait for this thread for ever
                self._stream.write(text)
                if self._queue.empty():
                    self._stream.flush()
        with suppress(OSError):
            self._stream.flush()


QUIET = 0.25
"""Seconds without input that end an unreadable sequence: a long paste comes in pieces."""
READ_SECONDS = 0.1
"""Seconds for which the end of the app waits for a key."""
MAX_KEY = 16
"""Bytes of the longest key or mouse report. A piece this short ends an unreadable sequence too."""


class SteadyDriver(LinuxDriver):
    """A LinuxDriver that survives wrong bytes and the loss of the terminal.

    It draws on standard output, because errors may be redirected to a file. It drops a sequence that is not UTF-8,
    or that Textual cannot read, as a whole, so that its rest doesn't act as keys, and reads a pipe to which pastes
    come without escape sequences. It writes in its own thread: Textual's thread ends at the first failing write,
    and then the app hangs.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        self._reader, self._pasted = 0, -1
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._terminal: TerminalOutput | None = _start_output()

    @property
    def fileno(self) -> int:
        """The terminal; in the thread that reads keys, the pipe with what it may read."""
        return self._pasted if get_ident() == self._reader else self._terminal_fileno

    @fileno.setter
    def fileno(self, fileno: int) -> None:
        self._terminal_fileno = fileno

    def resume_application_mode(self) -> None:
        """The app need not have been suspended: another program may have stopped it.

        Then the driver releases the terminal first, since a second input thread would not end with the app.
        """
        if not os.isatty(self.fileno):
            return
        if self._terminal is not None:
            asyncio.get_running_loop().call_soon_threadsafe(self._retake)
            return
        self._terminal = _start_output()
        super().resume_application_mode()

    def _retake(self) -> None:
        """Reset a terminal that another program may have left in any state."""
        if self._terminal is not None:
            self.suspend_application_mode()
            self.resume_application_mode()

    def write(self, data: str) -> None:
        if self._terminal is not None:
            self._terminal.write(data)

    def close(self) -> None:
        super().close()
        if self._terminal is not None:
            self._terminal.stop()
            self._terminal = None

    def run_input_thread(self) -> None:
        self._pasted, cleaned = os.pipe()
        self._reader = get_ident()
        cleaning = Thread(target=self._clean_input, args=(cleaned,), name="sixqp-paste", daemon=True)
        cleaning.start()
        try:
            while not self.exit_event.is_set():
                try:
                    super().run_input_thread()
                except (ValueError, OverflowError):  # UnicodeDecodeError is one too
                    self._drop_the_rest()
        finally:
            self._reader = 0
            os.close(self._pasted)
            cleaning.join()
            os.close(cleaned)

    def _clean_input(self, cleaned: int) -> None:
        """Copy input to a pipe, pasted text without its escape sequences."""
        cleaner = PasteCleaner()
        with suppress(OSError):  # the terminal is gone, or nobody reads
            while not self.exit_event.is_set():
                if not select([self.fileno], [], [], READ_SECONDS)[0]:
                    continue
                with suppress(BlockingIOError):  # what was there to be read has gone with the terminal
                    data = os.read(self.fileno, 4096)
                    if not data:
                        self.exit_event.wait(READ_SECONDS)
                    elif typed := cleaner.feed(data):
                        os.write(cleaned, typed)

    def _drop_the_rest(self) -> None:
        while select([self.fileno], [], [], QUIET)[0] and len(os.read(self.fileno, 4096)) > MAX_KEY:
            pass


def _start_output() -> TerminalOutput:
    output = TerminalOutput(sys.__stdout__ or sys.stdout)
    output.start()
    return output
