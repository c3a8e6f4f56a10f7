"""Players by name, as people write them: `NAME`, or `bot NAME` with or without a level."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from sixqp_protocol.text import NAME_CELLS
from sixqp_tui.store.options import Expected, OptionError, parse_option, parse_text

if TYPE_CHECKING:
    from sixqp_protocol.messages import Level

MAX_NAMES: Final = 10
"""The most players of a game (2.1)."""
BOT: Final = "bot"


class PlayerName(NamedTuple):
    """A person, or a bot of this level; None is the level of the table's bots."""

    name: str
    bot: bool = False
    level: Level | None = None


def parse_named(text: str) -> PlayerName:
    """Raises OptionError.

    `bot ` begins a bot; the last of several words is its level.
    """
    kind, *words = text.split() or [""]
    if kind != BOT:
        return PlayerName(parse_text("", text, Expected(cells=NAME_CELLS)))
    if len(words) < 2:
        return PlayerName(_bots_name(words), bot=True)
    return PlayerName(_bots_name(words[:-1]), True, _level(words[-1]))


def parse_players(text: str) -> tuple[PlayerName, ...]:
    """Names between commas, in the order of their seats. Raises OptionError."""
    players = tuple(parse_named(each) for each in text.split(","))
    check_distinct(players)
    return players


def format_player(named: PlayerName) -> str:
    return " ".join(word for word in (BOT, named.name, named.level) if word) if named.bot else named.name


def check_distinct(players: Iterable[PlayerName]) -> None:
    """Raises OptionError for the first name that appears twice, or is one too many."""
    known = set[str]()
    for name in (player.name for player in players):
        if name.casefold() in known:
            raise OptionError("", "named_twice", Expected(), name)
        if len(known) == MAX_NAMES:
            raise OptionError("", "many_names", Expected(high=MAX_NAMES), name)
        known.add(name.casefold())


def _bots_name(words: list[str]) -> str:
    return parse_text(BOT, " ".join(words), Expected(cells=NAME_CELLS))


def _level(word: str) -> Level:
    return cast("Level", parse_option("level", word))
