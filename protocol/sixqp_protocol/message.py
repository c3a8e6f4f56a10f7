"""What every message has in common: it is one MessagePack map, and its `kind` is the name of its class."""

from msgspec import Struct


class Message(Struct, frozen=True, tag=True, tag_field="kind"):
    """Something one end says to the other."""
