"""Textual's driver for POSIX terminals, except that it survives bytes that are not UTF-8 and a lost terminal."""

import asyncio
import os
import sys
from contextlib import suppress
from queue import Queue
from select import select
from threading import Thread
from typing import Any, TextIO

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

MAX_WAITING = 30
"""Texts that may wait to be written. The app waits where there are more: they would show what is long over."""


class TerminalOutput(Thread):
    """Writes to this stream, in order. What its terminal does not take any more is lost."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(name="sixqp-output", daemon=True)
        self._stream = stream
        self._queue = Queue[str | None](MAX_WAITING)

    def write(self, text: str) -> None:
        self._queue.put(text)

    def stop(self) -> None:
        """Return when everything is written."""
        self._queue.put(None)
        self.join()

    def run(self) -> None:
        while (text := self._queue.get()) is not None:
            with suppress(OSError):  # the terminal is gone; whoever waits for this thread must not wait for ever
                self._stream.write(text)
                if self._queue.empty():
                    self._stream.flush()
        with suppress(OSError):
            self._stream.flush()


QUIET = 0.25
"""Seconds without a byte after which what could not be read is over: a long paste comes in pieces."""
MAX_KEY = 16
"""Bytes of the longest key or mouse report. A piece that is no longer ends it too: a person goes on to play."""


class SteadyDriver(LinuxDriver):
    """Textual's, which neither a wrong byte nor the loss of the terminal ends.

    It drops what is not UTF-8 (an old mouse report, a paste of bytes) whole: its rest must not act as keys. It
    writes by a thread of its own: Textual's ends at the first write that fails, and then the app hangs.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._terminal: TerminalOutput | None = _start_output()

    def resume_application_mode(self) -> None:
        """Take the terminal over again where the process goes on, if there is one.

        It may go on without having been suspended: another program has stopped it, or its terminal is closed. Then
        it gives the terminal back first: a second thread that reads keys would not end with the app.
        """
        if not os.isatty(self.fileno):
            return
        if self._terminal is not None:
            asyncio.get_running_loop().call_soon_threadsafe(self._take_anew)
            return
        self._terminal = _start_output()
        super().resume_application_mode()

    def _take_anew(self) -> None:
        """Whoever had the terminal meanwhile may have left it in any state."""
        if self._terminal is not None:
            self.suspend_application_mode()
            self.resume_application_mode()

    def write(self, data: str) -> None:
        """Show this behind all that was written before."""
        if self._terminal is not None:
            self._terminal.write(data)

    def close(self) -> None:
        """Return when all that was written is out."""
        super().close()
        if self._terminal is not None:
            self._terminal.stop()
            self._terminal = None

    def run_input_thread(self) -> None:
        """Read keys until the app ends."""
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                self._drop_the_rest()
            except BlockingIOError:  # what was there to be read has gone with the terminal
                continue

    def _drop_the_rest(self) -> None:
        while select([self.fileno], [], [], QUIET)[0] and len(os.read(self.fileno, 4096)) > MAX_KEY:
            pass


def _start_output() -> TerminalOutput:
    output = TerminalOutput(sys.__stderr__ or sys.stderr)
    output.start()
    return output
