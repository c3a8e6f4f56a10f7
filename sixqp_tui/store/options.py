"""The settings of a table and the names of its players as text, for config.txt and the command line.

The keys are the long options of `sixqp host`. A player is `NAME`, or `bot NAME` with or without a level.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, cast
from unicodedata import normalize

from sixqp_protocol.room_code import code_of
from sixqp_protocol.text import NAME_CELLS, TITLE_CELLS, cells, clean

if TYPE_CHECKING:
    from sixqp_protocol.messages import Level


Value = str | int | None
FileProblem = Literal["missing", "folder", "device", "unreadable", "large", "not_utf8", "nul", "no_equals"]
NameProblem = Literal["key_twice", "name_twice", "named_twice", "many_names"]
Problem = FileProblem | NameProblem | Literal["unknown_key", "value", "long", "unprintable"]

SEED_CELLS: Final = 64
"""Cells; seeds are read aloud or copied by hand."""
SHOWN: Final = 40
"""Cells of a wrong word that an error repeats."""
_NUMBER = re.compile(r"[0-9]{1,9}")


class Expected(NamedTuple):
    """What a value must be: one of these words, a number in this range (or `none`), or a text this wide.

    With words and a range, either will do. `code`: a room code as well.
    """

    words: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    or_none: bool = False
    cells: int = 0
    code: bool = False


class Fault(NamedTuple):
    """What is wrong with a setting, or with the file in which it stands.

    `key` "" is a player's name; `near` is the key that was probably meant, or a hidden character as U+200B; `first`
    is the line that had the same before. `line` counts from 1, 0 is the whole file; without a `path`, it was typed.
    """

    problem: Problem
    key: str = ""
    got: str = ""
    expected: Expected = Expected()
    near: str = ""
    first: int = 0
    path: str = ""
    line: int = 0


class BadSetting(ValueError):
    def __init__(self, fault: Fault) -> None:
        super().__init__(*fault)
        self.fault = fault


OPTIONS: Final[dict[str, Expected]] = {
    "title": Expected(cells=TITLE_CELLS),
    "name": Expected(cells=NAME_CELLS),
    "expect": Expected(words=("on", "off")),
    "port": Expected(low=0, high=65535),
    "variant": Expected(words=("classic", "tactic", "draft", "pro")),
    "limit": Expected(low=1, high=999, or_none=True),
    "limit-rule": Expected(words=("over", "reach")),
    "rounds": Expected(low=1, high=99, or_none=True),
    "seats": Expected(low=2, high=10),
    "bots": Expected(low=0, high=9),
    "level": Expected(words=("easy", "medium", "hard")),
    "timer": Expected(low=5, high=3600, or_none=True),
    "round-pause": Expected(low=0, high=600, or_none=True),
    "lock": Expected(words=("on", "off"), code=True),
    "seed": Expected(cells=SEED_CELLS),
    "page": Expected(words=("on", "off"), low=0, high=65535),
    "ssh": Expected(words=("on", "off"), low=0, high=65535),
}
_OTHER_WORDS: Final = {"pro": "draft"}
ROUND_PAUSE: Final = 60
"""Seconds between two rounds of a game with a clock, time to read the scores and fetch a drink."""


def usual_round_pause(timer: int | None) -> int | None:
    return None if timer is None else ROUND_PAUSE


def parse_option(key: str, text: str, expected: Expected | None = None) -> Value:
    """The value of a key, which must be as `expected`, else as OPTIONS says; None is `none`. Raises BadSetting."""
    expected = expected or OPTIONS[key]
    word = text.strip().lower()
    if expected.cells:
        return parse_text(key, text, expected)
    if expected.code and word not in expected.words:
        return _code(key, text, expected)
    if expected.words and (word in expected.words or not expected.high):
        return _one_of(key, word, expected)
    return None if word == "none" and expected.or_none else _number(key, word, expected)


def parse_text(key: str, text: str, expected: Expected) -> str:
    """A name or title in NFC with single spaces.

    Raises BadSetting if it is empty, too wide, or has hidden characters.
    """
    plain = normalize("NFC", " ".join(text.split()))
    shown = clean(plain, len(plain) * 2)
    if cells(plain) > expected.cells:
        raise BadSetting(Fault("long", key, clean(plain, SHOWN), expected))
    if shown != plain:
        raise BadSetting(Fault("unprintable", key, clean(plain, SHOWN), expected, _first_hidden(plain)))
    if not plain:
        raise BadSetting(Fault("value", key, expected=expected))
    return plain


def _code(key: str, text: str, expected: Expected) -> str:
    if code := code_of(text):
        return code
    raise BadSetting(Fault("value", key, clean(text, SHOWN), expected))


def _one_of(key: str, word: str, expected: Expected) -> str:
    if word not in expected.words:
        raise BadSetting(Fault("value", key, clean(word, SHOWN), expected))
    return _OTHER_WORDS.get(word, word)


def _number(key: str, word: str, expected: Expected) -> int:
    if not _NUMBER.fullmatch(word) or not expected.low <= int(word) <= expected.high:
        raise BadSetting(Fault("value", key, clean(word, SHOWN), expected))
    return int(word)


def _first_hidden(text: str) -> str:
    hidden = next((each for each in text if each != " " and clean("a" + each, 4) in ("a", "a ")), "")
    return f"U+{ord(hidden):04X}" if hidden else ""


MAX_NAMES: Final = 10
"""The most players of a game (2.1)."""
BOT: Final = "bot"


class PlayerName(NamedTuple):
    """A person, or a bot; without a level, a bot has the table's."""

    name: str
    bot: bool = False
    level: Level | None = None


def parse_named(text: str) -> PlayerName:
    """Parse `NAME` or `bot NAME LEVEL`. Raises BadSetting.

    The last of several words after `bot` is the level.
    """
    kind, *words = text.split() or [""]
    if kind != BOT:
        return PlayerName(parse_text("", text, Expected(cells=NAME_CELLS)))
    level = words.pop() if len(words) > 1 else None
    name = parse_text(BOT, " ".join(words), Expected(cells=NAME_CELLS))
    return PlayerName(name, True, cast("Level", parse_option("level", level)) if level else None)


def parse_players(text: str) -> tuple[PlayerName, ...]:
    """Names separated by commas, in order of seats. Raises BadSetting."""
    players = tuple(parse_named(each) for each in text.split(","))
    check_distinct(players)
    return players


def format_player(named: PlayerName) -> str:
    return " ".join(word for word in (BOT, named.name, named.level) if word) if named.bot else named.name


def check_distinct(players: Iterable[PlayerName]) -> None:
    """Raise BadSetting for a repeated name, or one too many."""
    known = set[str]()
    for name in (player.name for player in players):
        if name.casefold() in known:
            raise BadSetting(Fault("named_twice", got=name))
        if len(known) == MAX_NAMES:
            raise BadSetting(Fault("many_names", got=name, expected=Expected(high=MAX_NAMES)))
        known.add(name.casefold())
