"""The entries of a table's journal as bytes.

A journal may come from elsewhere, so its texts are cleaned like those from the network.
"""

import dataclasses

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.messages import ClientMessage, Hello
from sixqp_protocol.text import PLAIN_ID, clean_name, clean_reason, clean_title
from sixqp_tui.host.commands import Command, Setup


class Opening(Struct, frozen=True, tag=True, tag_field="entry"):
    """How a table was opened, `at` seconds since 1970.

    `locked`: newcomers need a room code, which isn't in the journal.
    """

    setup: Setup
    at: int
    once: bool = False
    seed: str | None = None
    locked: bool = False


class Stood(Struct, frozen=True, tag=True, tag_field="entry"):
    """A process opened or reopened the table, or could write its journal again, `at` seconds since 1970.

    It listened on `port`.
    """

    port: int
    at: int


class Continued(Struct, frozen=True, tag=True, tag_field="entry"):
    """The table goes on at a player's machine, since `at`, in seconds since 1970."""

    at: int


Entry = Opening | Command | Stood | Continued


class CannotRead(ValueError):
    """The bytes aren't an entry that this program knows."""


def encoded(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)


def decoded(data: bytes) -> Entry:
    """Raises CannotRead."""
    try:
        entry = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CannotRead(clean_reason(str(error))) from None
    match entry:
        case Opening(setup=setup):
            return replace(entry, setup=_cleaned(setup))
        case Command(name=name, message=message):
            return replace(entry, name=name and clean_name(name, "?"), message=_cleaned_message(message))
    return entry


def _cleaned_message(message: ClientMessage) -> ClientMessage:
    return replace(message, name=clean_name(message.name, "?")) if isinstance(message, Hello) else message


def _cleaned(setup: Setup) -> Setup:
    if not PLAIN_ID.fullmatch(setup.table):
        raise CannotRead("a table's id is 1 to 32 of 0-9 and a-z")
    return dataclasses.replace(
        setup, title=clean_title(setup.title, "?"), owner_name=clean_name(setup.owner_name, "")
    )


_DECODER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
