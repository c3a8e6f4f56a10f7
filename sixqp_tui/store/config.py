"""config.txt: the expected players and the table's settings.

Each line is a player's name, `bot NAME LEVEL`, or `key = value`, in any order. `#` begins a comment at the start of
a line or between spaces, so `Team #2` is a name. UTF-8, with or without a byte order mark, and any line ends.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Literal, NamedTuple

from sixqp_protocol.text import clean
from sixqp_tui.store.files import open_to_read
from sixqp_tui.store.options import (
    MAX_NAMES,
    OPTIONS,
    Expected,
    OptionError,
    PlayerName,
    Value,
    parse_named,
    parse_option,
)

MAX_BYTES: Final = 64 * 1024
"""A thousand times what names and settings take."""
Problem = Literal[
    "missing",
    "folder",
    "device",
    "unreadable",
    "large",
    "not_utf8",
    "nul",
    "unknown_key",
    "value",
    "long",
    "unprintable",
    "key_twice",
    "name_twice",
    "named_twice",
    "many_names",
    "no_equals",
]
LINE_END = re.compile("\r\n|\n|\r")
COMMENT = re.compile(r"^\s*#.*|\s#(?=\s|$).*")
_SHOWN = 40
"""Cells of a wrong word that an error repeats."""


class ConfigFault(NamedTuple):
    """What is wrong with the file.

    `line` counts from 1, 0 is the whole file; `key` "" is a player's name; `near` is the key that was probably
    meant, or a hidden character as U+200B; `first` is the line that had the same before.
    """

    path: str
    line: int
    problem: Problem
    key: str = ""
    got: str = ""
    expected: Expected = Expected()
    near: str = ""
    first: int = 0


class ConfigError(ValueError):
    def __init__(self, fault: ConfigFault) -> None:
        super().__init__(*fault[:5])
        self.fault = fault


class ConfigFile(NamedTuple):
    """The names in order, and the settings by key, where None is `none`."""

    company: tuple[PlayerName, ...] = ()
    options: Mapping[str, Value] = {}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.company if not each.bot)

    @property
    def bots(self) -> tuple[PlayerName, ...]:
        return tuple(each for each in self.company if each.bot)


def read_config(path: Path) -> ConfigFile:
    return parse_config(read_bytes(path), str(path))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file that people edit, up to a limit. Raises ConfigError."""
    try:
        if path.is_dir():
            raise ConfigError(ConfigFault(str(path), 0, "folder"))
        if path.exists() and not path.is_file():
            raise ConfigError(ConfigFault(str(path), 0, "device"))
        with open_to_read(path) as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise ConfigError(ConfigFault(str(path), 0, "missing")) from error
    except OSError as error:
        got = clean(error.strerror or "", 2 * _SHOWN)
        raise ConfigError(ConfigFault(str(path), 0, "unreadable", got=got)) from error


def parse_config(data: bytes, path: str) -> ConfigFile:
    """Parse the file at `path`. Raises ConfigError at the first error."""
    reading = _Parser(path)
    for number, line in enumerate(LINE_END.split(decode_text(data, path)), 1):
        reading.take(number, COMMENT.sub("", line).strip())
    return ConfigFile(tuple(reading.company), reading.options)


def decode_text(data: bytes, path: str) -> str:
    """Decode the file at `path`. Raises ConfigError."""
    if len(data) > MAX_BYTES:
        raise ConfigError(ConfigFault(path, 0, "large", expected=Expected(high=MAX_BYTES)))
    if b"\0" in data:
        raise ConfigError(ConfigFault(path, _line_at(data, data.index(b"\0")), "nul"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(ConfigFault(path, _line_at(data, error.start), "not_utf8")) from error


def _line_at(data: bytes, position: int) -> int:
    return len(LINE_END.split(data[:position].decode("latin-1")))


class _Parser:
    def __init__(self, path: str) -> None:
        self.path = path
        self.company: list[PlayerName] = []
        self.options: dict[str, Value] = {}
        self._lines: dict[str, int] = {}

    def take(self, number: int, line: str) -> None:
        if not line:
            return
        key, equals, value = line.partition("=")
        try:
            if equals:
                self._setting(number, key.strip().lower().replace("_", "-"), value)
            else:
                self._name(number, line)
        except OptionError as error:
            where = (self.path, number, error.fault, error.key, error.got, error.expected)
            raise ConfigError(ConfigFault(*where, near=error.character)) from error

    def _setting(self, number: int, key: str, value: str) -> None:
        shown = clean(key, _SHOWN)
        if key not in OPTIONS:
            near = "".join(get_close_matches(key, OPTIONS, n=1))
            words = Expected(words=tuple(OPTIONS))
            raise ConfigError(ConfigFault(self.path, number, "unknown_key", shown, expected=words, near=near))
        first = self._lines.setdefault(f"{key}=", number)
        if first != number:
            raise ConfigError(ConfigFault(self.path, number, "key_twice", shown, first=first))
        self.options[key] = parse_option(key, value)

    def _name(self, number: int, line: str) -> None:
        named = parse_named(line)
        first = self._lines.setdefault(named.name.casefold(), number)
        if first != number:
            raise ConfigError(ConfigFault(self.path, number, "name_twice", got=named.name, first=first))
        if len(self.company) == MAX_NAMES:
            most = Expected(high=MAX_NAMES)
            raise ConfigError(ConfigFault(self.path, number, "many_names", got=named.name, expected=most))
        self.company.append(named)
