"""Lines on standard output, which may be a full disk or a closed pipe."""

import codecs
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sixqp_protocol.text import printable
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.joining.failure import Failure
from sixqp_tui.plain.output_stream import break_lines, detect_broken_pipe, terminal_width, write_nearest

if TYPE_CHECKING:
    from rich.console import RenderableType

MAX_WIDTH: Final = 200
"""Cells of a line of a table outside a terminal: ten players with long names."""


def prepare_streams() -> None:
    """Make every character printable: redirected output on Windows lacks many."""
    for stream in (sys.stdout, sys.stderr):
        write_nearest(stream)


def print_line(line: str) -> None:
    """Print a line at once. Raises BrokenPipeError if its reader is gone, Failure if it can't be written."""
    _print_or_fail(printable(line))


def print_rich(text: "RenderableType") -> None:
    """Print tables in the terminal's width, or as wide as they are. Raises like `print_line`."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else MAX_WIDTH, highlight=False)
    with console.capture() as captured:
        console.print(text)
    _print_or_fail("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _print_or_fail(text: str) -> None:
    try:
        _print(text)
    except BrokenPipeError:
        raise
    except OSError as error:
        discard_output()
        raise Failure(errors_words.cannot_print(error.strerror or "")) from None


def print_sentences(text: str) -> None:
    """Print text wrapped to the terminal's width. Raises like `print_line`."""
    print_line(break_lines(text, terminal_width(sys.stdout)))


def print_json(data: bytes) -> None:
    import json

    text = data.decode()
    utf8 = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    print_line(text if utf8 else json.dumps(json.loads(text), separators=(",", ":")))


def print_notice(text: str) -> None:
    """Print text at once, or discard all output if that fails."""
    try:
        _print(printable(break_lines(text, terminal_width(sys.stdout))))
    except OSError:
        discard_output()


def ask(question: str) -> str | None:
    """The typed line; None at the end of the input."""
    sys.stdout.flush()
    try:
        return input(printable(question))
    except EOFError:
        print()
        return None


def print_error(text: str) -> None:
    with suppress(OSError):
        sys.stderr.write(break_lines(printable(text), terminal_width(sys.stderr)) + "\n")
        sys.stderr.flush()


def _print(text: str) -> None:
    with detect_broken_pipe():
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def discard_output() -> None:
    """Discard what is still buffered, so that the interpreter doesn't fail when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
