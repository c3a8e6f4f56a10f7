"""What a table is opened with."""

from dataclasses import dataclass, field

from msgspec import Struct

from sixqp_protocol.messages import Level, Settings


class Sitter(Struct, frozen=True):
    """Who sits from the start: a bot of this level, or the person whom this token proves.

    A name "" is drawn by the table.
    """

    name: str = ""
    level: Level = "medium"
    token: bytes | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """A table before anybody has come.

    `table` is its random id, `sitters` take the first chairs in their order, then so many `bots` of this `level`;
    `expected` are the names that chairs are kept for. `owner_token` proves its owner, who has seat `owner_seat`
    among the sitters; None is a served table without an owner. `autostart`: the game begins by itself when so many
    are seated; None where the owner starts it.
    """

    table: str
    title: str
    settings: Settings = field(default_factory=Settings)
    bots: int = 0
    level: Level = "medium"
    sitters: tuple[Sitter, ...] = ()
    expected: tuple[str, ...] = ()
    owner_token: bytes | None = None
    owner_name: str = ""
    owner_seat: int = 0
    autostart: int | None = None
