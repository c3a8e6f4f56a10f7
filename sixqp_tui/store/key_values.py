"""Text files that people edit: lines of `key = value`.

`#` begins a comment at the start of a line or between spaces, so `Team #2` is a value. UTF-8, with or without a
byte order mark, and any line ends. Keys are written with `-` or `_`, in upper or lower case.
"""

import errno
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from sixqp_protocol.text import clean
from sixqp_tui.store.files import read_private
from sixqp_tui.store.options import SHOWN, BadSetting, Expected, Fault, Problem

MAX_BYTES: Final = 64 * 1024
"""A thousand times what names and settings take."""
_LINE_END = re.compile("\r\n|\n|\r")
_COMMENT = re.compile(r"^\s*#.*|\s#(?=\s|$).*")


class Line(NamedTuple):
    """A line that isn't empty: a key and its value, or with None, another text. `number` counts from 1."""

    number: int
    key: str
    value: str | None


def read_text(path: Path) -> str:
    """Raises BadSetting."""

    def bad(problem: Problem, line: int = 0, got: str = "") -> BadSetting:
        expected = Expected(high=MAX_BYTES) if problem == "large" else Expected()
        return BadSetting(Fault(problem, got=got, expected=expected, path=str(path), line=line))

    try:
        data = read_private(path, MAX_BYTES + 1)
    except FileNotFoundError:
        raise bad("missing") from None
    except IsADirectoryError:
        raise bad("folder") from None
    except OSError as error:
        problem: Problem = "device" if error.errno == errno.EINVAL else "unreadable"
        raise bad(problem, got=clean(error.strerror or "", 2 * SHOWN)) from None
    if len(data) > MAX_BYTES:
        raise bad("large")
    if b"\0" in data:
        raise bad("nul", _line_at(data, data.index(b"\0")))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise bad("not_utf8", _line_at(data, error.start)) from None


def lines_of(text: str) -> Iterator[Line]:
    for number, line in enumerate(_LINE_END.split(text), 1):
        said = _COMMENT.sub("", line).strip()
        key, equals, value = said.partition("=")
        if equals:
            yield Line(number, key.strip().lower().replace("_", "-"), value)
        elif said:
            yield Line(number, said, None)


def with_value(text: str, key: str, value: str) -> str:
    """Set the last line of this key, the one that counts, or append one; everything else stays as it is."""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = _LINE_END.split(text.removesuffix(end)) if text else []
    at = max((line.number - 1 for line in lines_of(text) if line.key == key and line.value is not None), default=-1)
    if at < 0:
        lines.append(f"{key} = {value}")
    else:
        comment = "".join(_COMMENT.findall(lines[at])).strip()
        lines[at] = f"{key} = {value}" + (f" {comment}" if comment else "")
    return end.join(lines) + end


def _line_at(data: bytes, position: int) -> int:
    return len(_LINE_END.split(data[:position].decode("latin-1")))
