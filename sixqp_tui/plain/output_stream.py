"""How lines leave the program: missing characters, readers that are gone, and line breaks."""

import codecs
import errno
import os
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from shutil import get_terminal_size
from typing import Final, TextIO

from sixqp_protocol.text import cells
from sixqp_tui.presentation.bidi import isolate
from sixqp_tui.presentation.cells import wrap

NEAREST: Final = "sixqp.nearest"
"""Our codec error handler."""
GONE_ON_WINDOWS: Final = errno.EINVAL
"""The Windows error for a pipe without a reader."""
_TWINS: Final = {
    **dict(zip("“”„«»‘’‚–—·×∀▸●", '"""""\'\'\'--,xv>*', strict=True)),
    **{"…": "...", "→": "to", "−": "-", "œ": "oe", "Œ": "OE", "ß": "ss"},
    **dict.fromkeys("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", " "),
}
UNKNOWN: Final = "?"


def write_nearest(stream: TextIO | None) -> None:
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors=NEAREST)


@contextmanager
def detect_broken_pipe() -> Iterator[None]:
    """Raise BrokenPipeError if an output's reader is gone, on Windows too."""
    try:
        yield
    except OSError as error:
        if os.name == "nt" and error.errno == GONE_ON_WINDOWS:
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None
        raise


def isolate_names(stream: TextIO, text: str) -> str:
    """Isolate right-to-left words, if the stream's encoding allows it."""
    return isolate(text) if _is_in(isolate("א").strip("א"), stream.encoding or "utf-8") else text


def _nearest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_twin(sign, error.encoding) for sign in lacking), error.end


def _twin(sign: str, encoding: str) -> str:
    letter = "".join(part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))
    return next((twin for twin in (_TWINS.get(sign), letter) if twin and _is_in(twin, encoding)), UNKNOWN)


def _is_in(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


codecs.register_error(NEAREST, _nearest)


# -- line breaks ------------------------------------------------------------------------------------


MIN_COLUMNS: Final = 20
"""Columns below which words aren't kept together."""


def terminal_width(stream: TextIO) -> int | None:
    """None if the stream isn't a terminal, or its width is unknown."""
    columns = get_terminal_size((0, 0)).columns if stream.isatty() else 0
    return columns if columns >= MIN_COLUMNS else None


def break_lines(text: str, width: int | None) -> str:
    """Keeping the indent. A line with a longer word stays whole, so that it can be copied."""
    return text if width is None else "\n".join(_broken(line, width) for line in text.split("\n"))


def _broken(line: str, width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip(" ")))
    words = [word for word in line.split(" ") if word]
    if cells(line) <= width or any(cells(indent + word) > width for word in words):
        return line
    end = line[len(line.rstrip(" ")) :]
    return "\n".join(indent + part for part in wrap(" ".join(words), width - len(indent))) + end
