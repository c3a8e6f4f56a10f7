"""Who plays what in one process, by what was asked for: alone against bots, or around one keyboard."""

import argparse
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from sixqp_protocol.messages import Level
from sixqp_protocol.text import clean_path
from sixqp_tui.cli.options import given_options, settings_of
from sixqp_tui.hosting.table_options import BOT_PAUSE, LineUp, TableOptions
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.players import MAX_NAMES, PlayerName
from sixqp_tui.terminal.config_file import DEFAULT_CONFIG, load_config
from sixqp_tui.terminal.player_name import find_name

DEFAULT_BOTS = 3
"""Bots of a game alone: four players are the game at its best."""


def line_up_alone(parsed: argparse.Namespace) -> LineUp:
    """The player and some bots; without a clock unless one is asked for. Raises Failure."""
    config = load_config(parsed.config)
    values = {"timer": None, **config.options, **given_options(parsed)}
    name = find_name(parsed, config).name
    bots = _bots(config.bots, values, len(config.bots) or DEFAULT_BOTS)
    if not bots:
        raise Failure(_("A game needs two players: use --bots 1 or more."), code=2)
    # Translators: a table's title; more than 16 characters are cut off in 80 columns
    return _line_up((PlayerName(name), *bots), values, _("Alone against bots"))


def line_up_around(parsed: argparse.Namespace) -> LineUp:
    """The people and bots that are named, in that order. Raises Failure where they make no game.

    Its clock would run for all of them at once: there is none but by the command line.
    """
    players: tuple[PlayerName, ...] | None = getattr(parsed, "players", None)
    if players is None and parsed.config is None and not Path(DEFAULT_CONFIG).exists():
        raise Failure(_no_names(DEFAULT_CONFIG), code=2)
    config = load_config(parsed.config)
    values = {"round-pause": None, **config.options, "timer": None, **given_options(parsed)}
    company = config.company if players is None else players
    bots = _bots(tuple(each for each in company if each.bot), values, sum(each.bot for each in company))
    seated = _in_order(company, bots)
    people = [each for each in seated if not each.bot]
    if not people:
        raise Failure(_nobody_named(clean_path(parsed.config or DEFAULT_CONFIG)), code=2)
    if len(seated) == 1:
        raise Failure(_one_name_only(people[0].name), code=2)
    # Translators: a table's title; more than 16 characters are cut off in 80 columns
    return _line_up(seated, values, _("Around one keyboard"))._replace(around=True)


def _line_up(company: tuple[PlayerName, ...], values: dict[str, Any], title: str) -> LineUp:
    if len(company) > MAX_NAMES:
        raise Failure(_too_many_players(len(company), MAX_NAMES), code=2)
    settings = settings_of({**values, "seats": max(values.get("seats", MAX_NAMES), len(company))})
    pause = values.get("bot-pause", BOT_PAUSE)
    title = values.get("title", title)
    return LineUp(company, TableOptions(title, "", settings, bot_pause=pause, seed=values.get("seed")))


def _bots(named: tuple[PlayerName, ...], values: dict[str, Any], usual: int) -> tuple[PlayerName, ...]:
    """So many bots, those with a name first; who has no level gets the next of those that were asked for."""
    asked = values.get("level", "medium")
    levels: tuple[Level, ...] = asked if isinstance(asked, tuple) else (asked,)
    wanted = values.get("bots", usual)
    bots = (*named[:wanted], *(PlayerName("", True) for _ in range(wanted - len(named))))
    given_levels = islice(cycle(levels), len(bots))
    return tuple(bot._replace(level=bot.level or level) for bot, level in zip(bots, given_levels, strict=True))


def _in_order(company: tuple[PlayerName, ...], bots: tuple[PlayerName, ...]) -> tuple[PlayerName, ...]:
    """The people where they stand, the bots that play where bots stand, and at the end what is left of them."""
    left = iter(bots)
    placed = [next(left, None) if each.bot else each for each in company]
    return (*(each for each in placed if each), *left)


def _no_names(file: str) -> str:
    """`sixqp local` knows nobody's name."""
    sentence = _("No {file} here says who plays. Write one name per line in it, or use --players A,B.")
    return sentence.format(file=file)


def _nobody_named(file: str) -> str:
    """The file, or the list, names bots at most."""
    sentence = _("{file} doesn't name any player. Write one name per line in it, or use --players A,B.")
    return sentence.format(file=file)


def _one_name_only(name: str) -> str:
    """One person, and no bots."""
    sentence = _("{name} is the only name, and a game needs two players. Add another, or a line such as `bot Hal`.")
    return sentence.format(name=name)


def _too_many_players(count: int, most: int) -> str:
    """More people and bots than a table has chairs."""
    sentence = ngettext("{n} player and bot are too many", "{n} players and bots are too many", count)
    return _("{too_many}: a table seats at most {most}.").format(too_many=sentence.format(n=count), most=most)
