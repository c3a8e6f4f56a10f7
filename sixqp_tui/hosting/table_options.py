"""What a table is to be, before it is opened."""

import secrets
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from sixqp_protocol.messages import Level, Settings
from sixqp_tui.host.commands import Setup, Sitter
from sixqp_tui.store.players import PlayerName

BOT_PAUSE = 2
"""Seconds that a bot takes at most for a decision, so that people can follow, unless the table says otherwise."""


class TableOptions(Struct, frozen=True):
    """A table before it is opened.

    `port` None is the usual one or the next free one; `seed` None is drawn by lot; `once`: the table ends
    with its first game; `sitters` sit from the start, and so many further `bots` of this `level`; `bot_pause` is
    the longest that a bot takes for a decision, in seconds; `autostart`: its games begin by themselves when so
    many are seated; `lock` is the room code that newcomers are asked for, "" one drawn by lot. `resume` is the id
    of a table to go on with as it was: then only the port and the ways in count of all this, and `owner_token`,
    which proves the owner from now on (b"": a new one). `gateway_key` is what gateways prove with for whom they
    come (b"": a new one), `ways` the ways in to open, with their ports (None: the usual one);
    `page_tls`: a page is served by TLS.
    """

    title: str
    name: str
    settings: Settings = Settings()
    port: int | None = None
    sitters: tuple[Sitter, ...] = ()
    bots: int = 0
    level: Level = "medium"
    bot_pause: int = BOT_PAUSE
    seed: str | None = None
    expected: tuple[str, ...] = ()
    once: bool = False
    autostart: int | None = None
    lock: str | None = None
    resume: str = ""
    owner_token: bytes = b""
    gateway_key: bytes = b""
    ways: dict[str, int | None] = {}
    page_tls: bool = False


def setup_of(options: TableOptions, owner_token: bytes | None) -> Setup:
    """What the room of such a table is opened with; its id is drawn by lot."""
    return Setup(
        table=secrets.token_hex(4),
        title=options.title,
        settings=options.settings,
        sitters=options.sitters,
        bots=options.bots,
        level=options.level,
        expected=options.expected,
        owner_token=owner_token,
        owner_name=options.name,
        autostart=options.autostart,
    )


def seed_source(seed: str | None) -> Callable[[int], str]:
    """The seed of each game: by lot, or the given one and, from the second game on, its number."""
    if seed is None:
        return lambda game: secrets.token_hex(16)
    return lambda game: seed if game == 1 else f"{seed} {game}"


class LineUp(NamedTuple):
    """A table in one process: who sits there, in this order, and how it is set. A bot's name "" is drawn.

    `around` one keyboard each name is a person of its own; else the one who plays is this user.
    """

    company: tuple[PlayerName, ...]
    options: TableOptions
    around: bool = False
