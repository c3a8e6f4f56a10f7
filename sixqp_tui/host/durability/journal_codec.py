"""What stands in a table's journal, as bytes: its opening first, then commands, and where the table stood.

A journal may come from somebody else, or have been written into: its texts are cleaned like those of the wire.
"""

import dataclasses

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.messages import Hello
from sixqp_protocol.text import PLAIN_ID, clean_name, clean_reason, clean_title
from sixqp_tui.host.commands import Command
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


Entry = Opening | Command | Stood


class CannotRead(ValueError):
    """The bytes are no entry that this program knows."""


def encoded(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)


def decoded(data: bytes) -> Entry:
    """The entry that was written so. Raises CannotRead."""
    try:
        entry = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CannotRead(clean_reason(str(error))) from None
    match entry:
        case Opening(setup=setup):
            return replace(entry, setup=_cleaned(setup))
        case Command(name=name, message=message):
            hello = replace(message, name=clean_name(message.name, "?")) if isinstance(message, Hello) else message
            return replace(entry, name=name and clean_name(name, "?"), message=hello)
    return entry


def _cleaned(setup: Setup) -> Setup:
    """The setup with plain texts; names are cleaned by the room itself. Raises CannotRead."""
    if not PLAIN_ID.fullmatch(setup.table):
        raise CannotRead("a table's id is 1 to 32 of 0-9 and a-z")
    return dataclasses.replace(
        setup, title=clean_title(setup.title, "?"), owner_name=clean_name(setup.owner_name, "")
    )


_DECODER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
