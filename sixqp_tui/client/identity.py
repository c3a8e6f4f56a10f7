"""Who comes to the table."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Identity:
    """Who says Hello: a name, a role; and as far as known the table's id, the token of a seat, the room code."""

    name: str
    role: Literal["player", "watcher"] = "player"
    table: str | None = None
    token: bytes | None = None
    code: str | None = None
