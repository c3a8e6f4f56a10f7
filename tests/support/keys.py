"""Keys of players in tests."""

from functools import cache

from sixqp_protocol.keys import Key
from sixqp_tui.joining.player import Player

CERTIFICATE = bytes(range(32))
"""The SHA-256 of a table's certificate."""


@cache
def key_of(name: str) -> Key:
    return Key.of(name.encode().ljust(32, b".")[:32])


def named(name: str) -> Player:
    """A player who sits down under this name, and no other."""
    return Player(name, given=True)
