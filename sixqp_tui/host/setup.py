"""What a table is opened with."""

from dataclasses import dataclass, field

from sixqp_protocol.messages import Level, Settings


@dataclass(frozen=True, slots=True)
class Setup:
    """A table before anybody has come.

    `table` is its random id, `bots` how many chairs bots of this `level` take at once, `expected` the names
    that chairs are kept for. `owner` is the hash of the token that proves its owner, who has seat 0; None is a
    served table without an owner. `autostart`: the game begins by itself when so many are seated; None where
    the owner starts it.
    """

    table: str
    title: str
    settings: Settings = field(default_factory=Settings)
    bots: int = 0
    level: Level = "medium"
    expected: tuple[str, ...] = ()
    owner: bytes | None = None
    owner_name: str = ""
    autostart: int | None = None
