"""Lines of text that break between words where the terminal ends, instead of in the midst of one."""

import re
from shutil import get_terminal_size
from typing import Final, TextIO

from sixqp_protocol.text import cells

NARROWEST: Final = 20
"""Columns of a terminal that is too narrow for words to be kept together."""
_WORDS: Final = re.compile(r"[^ ]+")


def terminal_width(stream: TextIO) -> int | None:
    """The columns of the terminal that this stream writes to; None where it is none, or does not tell."""
    columns = get_terminal_size((0, 0)).columns if stream.isatty() else 0
    return columns if columns >= NARROWEST else None


def break_lines(text: str, width: int | None) -> str:
    """The text in lines of at most `width` cells, each broken at a blank and indented like its first one.

    A line with a word that no line has room for stays whole: it is to be copied.
    """
    return text if width is None else "\n".join(_broken(line, width) for line in text.split("\n"))


def _broken(line: str, width: int) -> str:
    indent = len(line) - len(line.lstrip(" "))
    words = _WORDS.findall(line)
    if cells(line) <= width or any(indent + cells(word) > width for word in words):
        return line
    start = " " * indent
    lines, end = [start + words[0]], line[len(line.rstrip(" ")) :]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if cells(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(start + word)
    return "\n".join(lines) + end
