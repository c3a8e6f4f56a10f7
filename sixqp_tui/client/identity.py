"""Who comes to the table."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Identity:
    """Who says Hello: a name, a role, and where they are known the table's id and the token of a seat."""

    name: str
    role: Literal["player", "watcher"] = "player"
    table: str | None = None
    token: bytes | None = None
