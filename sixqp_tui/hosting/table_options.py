"""The options of a new table, and the players of one in this process."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.facts import Rules
from sixqp_protocol.keys import PUBLIC_BYTES
from sixqp_protocol.messages import Level, Settings
from sixqp_protocol.text import clean_path
from sixqp_tui.host.commands import Setup, Sitter
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.player import DEFAULT_CONFIG, load_config
from sixqp_tui.store.config import ConfigFile
from sixqp_tui.store.options import MAX_NAMES, PlayerName, usual_round_pause

DEFAULT_BOTS = 3
"""Four players are the game at its best."""
ALONE, AROUND = "Alone against bots", "Around one keyboard"
"""Titles of tables, translated by `table_title` where they are shown."""


class TableOptions(Struct, frozen=True):
    """How a table is opened, or opened again (`resume`): then only its setup's id, owner and ways in count.

    `port` None is the default port or the next free one. `code` locks a locked table, "" with a random one.
    """

    setup: Setup
    port: int | None = None
    code: str = ""
    resume: bool = False


def new_setup(title: str, settings: Settings, **more: Any) -> Setup:
    """Of a table with a random id."""
    return Setup(secrets.token_hex(4), title, settings, **more)


def seed_source(seed: str | None) -> Callable[[int], str]:
    """Random, or the given one, followed by the number from the second game on."""
    if seed is None:
        return lambda game: secrets.token_hex(16)
    return lambda game: seed if game == 1 else f"{seed} {game}"


def settings_of(values: dict[str, Any]) -> Settings:
    """Raises Failure if no game could end.

    A number of rounds leaves no limit unless there is one too (5.3).
    """
    rounds = values.get("rounds")
    rules = Rules(
        variant=values.get("variant", "classic"),
        limit=values.get("limit", None if rounds else 66),
        limit_rule=values.get("limit-rule", "over"),
        rounds=rounds,
    )
    if rules.limit is None and rounds is None:
        raise Failure(_("This game would never end: use --limit, --rounds, or both."), code=2)
    timer = values.get("timer", 90)
    pause = values.get("round-pause", usual_round_pause(timer))
    return Settings(rules, values.get("seats", 10), timer, pause)


# -- a table in one process -------------------------------------------------------------------------------


def line_up_alone(name: str, config: ConfigFile, options: Mapping[str, Any]) -> Setup:
    """A table of the player and some bots, without a clock by default. Raises Failure.

    `options` take precedence over the file.
    """
    values = {"timer": None, **config.options, **options}
    bots = _bots(config.bots, values, len(config.bots) or DEFAULT_BOTS)
    if not bots:
        raise Failure(_("A game needs two players: use --bots 1 or more."), code=2)
    return _line_up((PlayerName(name), *bots), values, ALONE)


def line_up_around(
    file: str | None, options: Mapping[str, Any], players: tuple[PlayerName, ...] | None = None
) -> Setup:
    """A table around one keyboard: the people and bots of this file, or these players, in order.

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
    return _line_up(seated, values, AROUND)


def _line_up(company: tuple[PlayerName, ...], values: dict[str, Any], title: str) -> Setup:
    if len(company) > MAX_NAMES:
        raise Failure(_too_many_players(len(company), MAX_NAMES), code=2)
    settings = settings_of({**values, "seats": max(values.get("seats", MAX_NAMES), len(company))})
    return seat_company(company, new_setup(values.get("title", title), settings, seed=values.get("seed")))


def seat_company(company: Sequence[PlayerName], setup: Setup) -> Setup:
    """These players at this table, in order, the first person as its owner; a bot without a name draws one."""
    owner = next(each for each in company if not each.bot)
    return replace(
        setup,
        sitters=tuple(
            Sitter(each.name, each.level or "medium", None if each.bot else secrets.token_bytes(PUBLIC_BYTES))
            for each in company
            if each is not owner
        ),
        owner=secrets.token_bytes(PUBLIC_BYTES),
        owner_name=owner.name,
        owner_seat=company.index(owner),
    )


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
    sentence = _("Players and bots together are {n}: a table seats at most {most}.")
    return sentence.format(n=count, most=most)
