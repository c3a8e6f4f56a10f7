"""The options of a table before it is opened."""

import secrets
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Level, Settings
from sixqp_tui.engine.kept_table import KeptTable
from sixqp_tui.host.commands import Setup, Sitter
from sixqp_tui.host.inheritance import NothingInherited, inherited_setup
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.options import usual_round_pause


class TableOptions(Struct, frozen=True):
    """The options of a table.

    `port` None is the default port or the next free one; `seed` None is drawn at random. `once`: the table ends
    with its first game. `sitters` sit there from the start, with `bots` more of this `level`. `autostart`: games
    begin by themselves with this many players. `lock` is the room code, "" for a random one. If `resume` has a
    table's id, only the port, the ways in and `owner_token` count; the token proves the owner from now on (b"": a
    new one). `ways` have their ports (None: the default). A successor opens a table from what it has `kept`; its
    player's token has the hash `host`. It opens once enough have promised, or at once with the id `new_table`.
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
    owner_token: bytes = b""
    gateway_key: bytes = b""
    ways: dict[str, int | None] = {}
    kept: KeptTable | None = None
    host: bytes = b""
    new_table: str | None = None
    outlives: bool = True


def setup_of(options: TableOptions, owner_token: bytes | None) -> Setup:
    """The setup of the table's room, under a random id or inherited. Raises Failure."""
    if options.kept is not None:
        try:
            return inherited_setup(options.kept, options.host, options.new_table)
        except NothingInherited:
            raise Failure(_("The host hasn't told this program enough to take over the table.")) from None
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
        outlives=options.outlives,
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
