"""config.txt: the expected players and the table's settings.

Each line is a player's name, `bot NAME LEVEL`, or `key = value`, in any order.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from sixqp_protocol.text import clean
from sixqp_tui.store.key_values import Line, lines_of, read_text
from sixqp_tui.store.options import (
    MAX_NAMES,
    OPTIONS,
    SHOWN,
    BadSetting,
    Expected,
    Fault,
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
    """Raises BadSetting at the first error."""
    reading = _Parser()
    for line in lines_of(read_text(path)):
        try:
            reading.take(line)
        except BadSetting as error:
            raise BadSetting(error.fault._replace(path=str(path), line=line.number)) from error
    return ConfigFile(tuple(reading.company), reading.options)


class _Parser:
    def __init__(self) -> None:
        self.company: list[PlayerName] = []
        self.options: dict[str, Value] = {}
        self._lines: dict[str, int] = {}

    def take(self, line: Line) -> None:
        if line.value is None:
            self._name(line.number, line.key)
        else:
            self._setting(line.number, line.key, line.value)

    def _setting(self, number: int, key: str, value: str) -> None:
        shown = clean(key, SHOWN)
        if key not in OPTIONS:
            near = "".join(get_close_matches(key, OPTIONS, n=1))
            raise BadSetting(Fault("unknown_key", shown, expected=Expected(words=tuple(OPTIONS)), near=near))
        first = self._lines.setdefault(f"{key}=", number)
        if first != number:
            raise BadSetting(Fault("key_twice", shown, first=first))
        self.options[key] = parse_option(key, value)

    def _name(self, number: int, line: str) -> None:
        named = parse_named(line)
        first = self._lines.setdefault(named.name.casefold(), number)
        if first != number:
            raise BadSetting(Fault("name_twice", got=named.name, first=first))
        if len(self.company) == MAX_NAMES:
            raise BadSetting(Fault("many_names", got=named.name, expected=Expected(high=MAX_NAMES)))
        self.company.append(named)
