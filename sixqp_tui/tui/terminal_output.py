"""What an app writes to its terminal, in a thread: nobody waits for a slow terminal, or ends with a lost one."""

from contextlib import suppress
from queue import Queue
from threading import Thread
from typing import TextIO

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
