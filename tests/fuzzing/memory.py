"""All that a room remembers, as a value that can be compared."""

from collections import deque
from typing import Any

from msgspec import Struct

from sixqp_tui.host.room import Room

NOT_THE_TABLE = {"_views", "rate_limit", "address_limits"}
"""What is only kept so that it need not be reckoned twice, and how much everybody has said of late."""
PLAIN = (int, str, bytes, float, type(None), Struct)


def remembered(room: Room) -> Any:
    return _value(room.state)


def _value(value: Any) -> Any:
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, list | tuple | deque):
        return tuple(value) if value and isinstance(value[0], PLAIN) else tuple(map(_value, value))
    if isinstance(value, dict):
        return {key: _value(inner) for key, inner in value.items()}
    if isinstance(value, set | frozenset):
        return frozenset(value)
    if callable(value):
        return None
    return type(value).__name__, id(value), {name: _value(getattr(value, name)) for name in _names(value)}


def _names(value: Any) -> list[str]:
    slots = getattr(type(value), "__slots__", None)
    return [name for name in (vars(value) if slots is None else slots) if name not in NOT_THE_TABLE]
