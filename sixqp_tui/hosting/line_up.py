"""The line-up of a table in one process: alone against bots, or around one keyboard."""

from collections.abc import Mapping
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from sixqp_protocol.messages import Level
from sixqp_protocol.text import clean_path
from sixqp_tui.hosting.config_file import DEFAULT_CONFIG, load_config
from sixqp_tui.hosting.table_options import TableOptions, settings_of
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.config import ConfigFile
from sixqp_tui.store.options import MAX_NAMES, PlayerName

DEFAULT_BOTS = 3
"""Four players are the game at its best."""


class LineUp(NamedTuple):
    """The players in order; a bot without a name draws one.

    `around` one keyboard each name is a different person; otherwise the player is this user.
    """

    company: tuple[PlayerName, ...]
    options: TableOptions
    around: bool = False


ALONE, AROUND = "Alone against bots", "Around one keyboard"
"""Titles of tables, translated by `table_title` where they are shown."""


def line_up_alone(name: str, config: ConfigFile, options: Mapping[str, Any]) -> LineUp:
    """The player and some bots, without a clock by default. Raises Failure.

    `options` take precedence over the file.
    """
    values = {"timer": None, **config.options, **options}
    bots = _bots(config.bots, values, len(config.bots) or DEFAULT_BOTS)
    if not bots:
        raise Failure(_("A game needs two players: use --bots 1 or more."), code=2)
    return _line_up((PlayerName(name), *bots), values, ALONE)


def line_up_around(
    file: str | None, options: Mapping[str, Any], players: tuple[PlayerName, ...] | None = None
) -> LineUp:
    """The people and bots of this file, or these players, in order.

    Raises Failure if they make no game. A clock would run for all at once, so it needs an option.
    """
    if players is None and file is None and not Path(DEFAULT_CONFIG).exists():
        sentence = _("No {file} here says who plays. Write one name per line in it, or use --players A,B.")
        raise Failure(sentence.format(file=DEFAULT_CONFIG), code=2)
    config = load_config(file)
    values = {"round-pause": None, **config.options, "timer": None, **options}
    company = config.company if players is None else players
    bots = _bots(tuple(each for each in company if each.bot), values, sum(each.bot for each in company))
    seated = _in_order(company, bots)
    people = [each for each in seated if not each.bot]
    if not people:
        sentence = _("{file} doesn't name any player. Write one name per line in it, or use --players A,B.")
        raise Failure(sentence.format(file=clean_path(file or DEFAULT_CONFIG)), code=2)
    if len(seated) == 1:
        sentence = _(
            "{name} is the only name, and a game needs two players. Add another, or a line such as `bot Hal`."
        )
        raise Failure(sentence.format(name=people[0].name), code=2)
    return _line_up(seated, values, AROUND)._replace(around=True)


def _line_up(company: tuple[PlayerName, ...], values: dict[str, Any], title: str) -> LineUp:
    if len(company) > MAX_NAMES:
        raise Failure(_too_many_players(len(company), MAX_NAMES), code=2)
    settings = settings_of({**values, "seats": max(values.get("seats", MAX_NAMES), len(company))})
    title = values.get("title", title)
    return LineUp(company, TableOptions(title, "", settings, seed=values.get("seed")))


def _bots(named: tuple[PlayerName, ...], values: dict[str, Any], usual: int) -> tuple[PlayerName, ...]:
    wanted_level = values.get("level", "medium")
    levels: tuple[Level, ...] = wanted_level if isinstance(wanted_level, tuple) else (wanted_level,)
    wanted = values.get("bots", usual)
    bots = (*named[:wanted], *(PlayerName("", True) for _ in range(wanted - len(named))))
    given_levels = islice(cycle(levels), len(bots))
    return tuple(bot._replace(level=bot.level or level) for bot, level in zip(bots, given_levels, strict=True))


def _in_order(company: tuple[PlayerName, ...], bots: tuple[PlayerName, ...]) -> tuple[PlayerName, ...]:
    left = iter(bots)
    placed = [next(left, None) if each.bot else each for each in company]
    return (*(each for each in placed if each), *left)


def _too_many_players(count: int, most: int) -> str:
    sentence = ngettext("{n} player and bot are too many", "{n} players and bots are too many", count)
    return _("{too_many}: a table seats at most {most}.").format(too_many=sentence.format(n=count), most=most)
