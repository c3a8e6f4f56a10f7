"""Standard input and output as lines. Reading in a thread works with every terminal and pipe."""

import asyncio
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Final, TextIO

from sixqp_protocol.text import printable
from sixqp_tui.plain.output_stream import (
    break_lines,
    detect_broken_pipe,
    isolate_names,
    terminal_width,
    write_nearest,
)

MAX_LENGTH: Final = 4096
"""Characters of a typed line; more count as another line."""


class CannotPrint(Exception):
    """The output accepts no more lines, for example because the disk is full. The argument is the reason."""


class Console:
    """Prints lines, and a prompt after them until a line is typed.

    On a terminal the prompt shares its line with the input; in a pipe it has its own.
    """

    def __init__(self, typed: TextIO | None, printed: TextIO) -> None:
        self._typed, self._printed = typed, printed
        self.keyboard = typed is not None and typed.isatty()
        self._inline = self.keyboard and printed.isatty()
        self._standing = ""
        write_nearest(printed)

    def show(self, *lines: str) -> None:
        """A standing prompt must be repeated afterwards."""
        if lines:
            self.end_prompt()
            self._write("".join(f"{line}\n" for line in lines))

    def ask(self, prompt: str) -> None:
        """Print a prompt, unless it already stands."""
        if prompt == self._standing:
            return
        self.end_prompt()
        self._standing = prompt
        self._write(prompt if self._inline else f"{prompt.rstrip()}\n" if prompt else "")

    def forget_prompt(self) -> None:
        self._standing = ""

    def end_prompt(self) -> None:
        if self._standing and self._inline:
            self._write("\n")
        self._standing = ""

    def _write(self, text: str) -> None:
        try:
            lines = break_lines(printable(text), terminal_width(self._printed))
            with detect_broken_pipe():
                self._printed.write(isolate_names(self._printed, lines))
                self._printed.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise CannotPrint(error.strerror or "") from None

    def start_reading(self, heard: Callable[[str | None], None]) -> None:
        """None at the end.

        The thread has its own reader on the descriptor, as it may still wait when the interpreter shuts down.
        """
        loop = asyncio.get_running_loop()
        Thread(target=self._read, args=(loop, heard), name="typed lines", daemon=True).start()

    def _read(self, loop: asyncio.AbstractEventLoop, heard: Callable[[str | None], None]) -> None:
        try:
            for line in self._lines():
                loop.call_soon_threadsafe(heard, line)
            loop.call_soon_threadsafe(heard, None)
        except RuntimeError:
            return  # the loop is closed

    def _lines(self) -> Iterator[str]:
        if self._typed is None:
            return
        encoding, number = self._typed.encoding, self._typed.fileno()
        own = open(number, encoding=encoding, errors="replace", closefd=False)  # noqa: SIM115
        while line := _next(own):
            yield line


def _next(typed: TextIO) -> str:
    try:
        return typed.readline(MAX_LENGTH)
    except OSError:
        return ""
