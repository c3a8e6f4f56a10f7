"""config.txt: the expected players and the table's settings.

Each line is a player's name, `bot NAME LEVEL`, or `key = value`, in any order.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from sixqp_protocol.text import clean
from sixqp_tui.store.key_values import SHOWN, ConfigError, ConfigFault, Line, lines_of, read_text
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
    """Raises ConfigError at the first error."""
    reading = _Parser(str(path))
    for line in lines_of(read_text(path)):
        reading.take(line)
    return ConfigFile(tuple(reading.company), reading.options)


class _Parser:
    def __init__(self, path: str) -> None:
        self.path = path
        self.company: list[PlayerName] = []
        self.options: dict[str, Value] = {}
        self._lines: dict[str, int] = {}

    def take(self, line: Line) -> None:
        try:
            if line.value is None:
                self._name(line.number, line.key)
            else:
                self._setting(line.number, line.key, line.value)
        except OptionError as error:
            where = (self.path, line.number, error.fault, error.key, error.got, error.expected)
            raise ConfigError(ConfigFault(*where, near=error.character)) from error

    def _setting(self, number: int, key: str, value: str) -> None:
        shown = clean(key, SHOWN)
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
