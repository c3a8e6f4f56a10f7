"""The options of a table before it is opened."""

import secrets
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Level, Settings
from sixqp_tui.host.commands import Kept, Setup, Sitter
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.options import usual_round_pause


class TableOptions(Struct, frozen=True):
    """The options of a table.

    `port` None is the default port or the next free one; `seed` None is drawn at random. `once`: the table ends
    with its first game. `sitters` sit there from the start, with `bots` more of this `level`. `autostart`: games
    begin by themselves with this many players. `lock` is the room code, "" for a random one. The table has an
    `owner` if there is a key. If `resume` has a table's id, only the port, the ways in and `owner` count. `ways`
    have their ports (None: the default). A table that continues an evening has its `id`, and what was `kept` of the
    one before.
    """

    title: str
    name: str
    settings: Settings = Settings()
    port: int | None = None
    sitters: tuple[Sitter, ...] = ()
    bots: int = 0
    level: Level = "medium"
    seed: str | None = None
    expected: tuple[str, ...] = ()
    once: bool = False
    autostart: int | None = None
    lock: str | None = None
    resume: str = ""
    owner: bytes | None = None
    owner_seat: int = 0
    gateway_key: bytes = b""
    ways: dict[str, int | None] = {}
    id: str = ""
    kept: Kept | None = None


def setup_of(options: TableOptions) -> Setup:
    """The setup of the table's room, under a random id unless it continues an evening."""
    return Setup(
        table=options.id or secrets.token_hex(4),
        title=options.title,
        settings=options.settings,
        sitters=options.sitters,
        bots=options.bots,
        level=options.level,
        expected=options.expected,
        owner=options.owner,
        owner_name=options.name,
        owner_seat=options.owner_seat,
        autostart=options.autostart,
        kept=options.kept,
    )


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
