"""The input and output of a room: setup, accepted commands and what it sends, the first two also as bytes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from sixqp_protocol.cleaning import Name, ShownName, Title, cleaned
from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import (
    ClientMessage,
    Continuation,
    HostMessage,
    Level,
    SeatNews,
    Settings,
    TallyLine,
    Way,
)
from sixqp_protocol.text import clean_reason

MAX_FACTS = 400
"""Facts in one Happened (`SPEC.md`, Limits, allows 512)."""


class Sitter(Struct, frozen=True):
    """Somebody who sits at the table from the start: the person with this key, or a bot of this level.

    Without a `name` the table draws one.
    """

    name: Name = ""
    level: Level = "medium"
    key: bytes | None = None


class Kept(Struct, frozen=True):
    """What everybody at a table knows of it, from which a player continues it.

    `game` is the current or last one, and `rounds` the public facts of its finished rounds. The `tally` includes
    the first `counted` rounds of it. The rest is dealt from the `seed`.
    """

    proof: Continuation
    seats: tuple[SeatNews, ...]
    game: int = 0
    rounds: tuple[AnyFact, ...] = ()
    tally: tuple[TallyLine, ...] = ()
    counted: int = 0
    seed: str = ""


class Setup(Struct, frozen=True, tag=True, tag_field="entry"):
    """A table before anybody has come, as the journal stores it.

    `sitters` take the first chairs, then `bots` bots of this `level`; chairs are kept for `expected` names. The
    key `owner` has the seat `owner_seat`; a served table has no owner. With `autostart`, a game begins once that
    many are seated; with `once`, no second one does. A person chose the `seed`, unless it is None. Newcomers to a
    `locked` table need a room code. The `ways` in are open from the start, at these ports or the usual ones. One
    that continues an evening has `kept` what was known of the table before.
    """

    table: Annotated[str, Meta(pattern=r"\A[0-9a-z]{1,32}\Z")]
    title: Title
    settings: Settings = Settings()
    bots: int = 0
    level: Level = "medium"
    sitters: tuple[Sitter, ...] = ()
    expected: tuple[Name, ...] = ()
    owner: bytes | None = None
    owner_name: Name = ""
    owner_seat: int = 0
    autostart: int | None = None
    once: bool = False
    seed: str | None = None
    locked: bool = False
    kept: Kept | None = None
    ways: dict[Way, int | None] = {}


class Command(Struct, frozen=True, omit_defaults=True, tag=True, tag_field="entry"):
    """An accepted command, as the journal stores it.

    `seat` is the one it applies to (None: a watcher, or the table). `by_host` marks what the room does by itself;
    its request id is 0. `key` is the sender's. A Hello is stored without its signature, and only if it changes a
    seat. The content of chat isn't stored. `addresses` are those of a person who takes a chair or is removed.
    """

    message: ClientMessage
    seat: int | None
    by_host: bool = False
    key: bytes = b""
    name: ShownName = ""
    seed: str = ""
    addresses: tuple[str, ...] = ()


class RoomLimits(NamedTuple):
    """The most of each at a table.

    `requests` that don't advance the game count from one game's start to the next, 12 MB of a journal. Ten people
    who take a card back and chat on each of 1,000 turns make 20,000. `facts` travel in one Happened.
    """

    watchers: int = 20
    requests: int = 50_000
    facts: int = MAX_FACTS


DEFAULT_LIMITS = RoomLimits()


@dataclass(frozen=True, slots=True)
class Services:
    """What a room gets from outside.

    `draw` returns so many random bytes, and `seed_of` the seed of a game by number. `journal` gets every command
    before it is applied. `certificate` is the SHA-256 of the host's certificate, None within one process. Newcomers
    must prove the `code` if there is one.
    """

    draw: Callable[[int], bytes]
    seed_of: Callable[[int], str]
    journal: Callable[[Command], None] | None = None
    certificate: bytes | None = None
    code: str | None = None
    limits: RoomLimits = DEFAULT_LIMITS


class Send(Struct, frozen=True):
    """To this peer, whose connection ends behind a Goodbye."""

    peer: int
    message: HostMessage


# -- a table's journal: its setup, and then the accepted commands -----------------------------------------

Entry = Setup | Command


class CannotRead(ValueError):
    """The bytes aren't an entry that this program knows."""


def encoded(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)


def decoded(data: bytes) -> Entry:
    """Cleaned like a text from the network, because a journal may come from elsewhere. Raises CannotRead."""
    try:
        entry = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CannotRead(clean_reason(str(error))) from None
    return cleaned(entry)


_DECODER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
