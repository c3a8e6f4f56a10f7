"""What a table is to be, before it is opened."""

from msgspec import Struct

from sixqp_protocol.messages import Level, Settings

BOT_PAUSE = 2
"""Seconds that a bot takes at most for a decision, so that people can follow, unless the table says otherwise."""


class TableOptions(Struct, frozen=True):
    """A table before it is opened.

    `port` None is the usual one or the next free one; `seed` None is drawn by lot; `once`: the table ends
    with its first game; `level` is the strength of its `bots` and `bot_pause` the longest they take for a
    decision, in seconds; `autostart`: its games begin by themselves when so many are seated.
    `resume` is the id of a table to go on with as it was: then only the port counts of all this, and
    `owner_token`, which proves the owner from now on (b"": a new one).
    """

    title: str
    name: str
    settings: Settings = Settings()
    port: int | None = None
    bots: int = 0
    level: Level = "medium"
    bot_pause: int = BOT_PAUSE
    seed: str | None = None
    expected: tuple[str, ...] = ()
    once: bool = False
    autostart: int | None = None
    resume: str = ""
    owner_token: bytes = b""
