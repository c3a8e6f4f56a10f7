"""What stands in a table's journal, as bytes: its opening first, then inputs, and where the table stood."""

import msgspec
from msgspec import Struct

from sixqp_tui.host.inputs import Input
from sixqp_tui.host.setup import Setup

VERSION = 1
"""Raised when an older program would read a journal and make another game of it."""


class Opening(Struct, frozen=True, tag=True, tag_field="entry"):
    """How a table was opened: all that cannot be asked of its room.

    `at` in seconds since 1970. `once`, `seed` and `bot_pause` are as in the options of the table.
    `locked`: newcomers are asked for a room code, which is not told here.
    """

    setup: Setup
    at: int
    once: bool = False
    seed: str | None = None
    bot_pause: int = 0
    locked: bool = False


class Stood(Struct, frozen=True, tag=True, tag_field="entry"):
    """A process opened the table, or opened it again, or could write again after a trouble.

    `port` is where it listened, `at` when, in seconds since 1970.
    """

    port: int
    at: int


Entry = Opening | Input | Stood


class CannotRead(ValueError):
    """The bytes are no entry that this program knows."""


def encoded(entry: Entry) -> bytes:
    """The entry as it is written."""
    return msgspec.json.encode(entry)


def decoded(data: bytes) -> Entry:
    """The entry that was written so. Raises CannotRead."""
    try:
        return _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CannotRead(str(error)) from None


_DECODER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
