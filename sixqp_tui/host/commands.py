"""What goes into a room and comes out: its setup, accepted commands, effects."""

from dataclasses import dataclass, field, replace
from hashlib import sha256

import msgspec
from msgspec import Struct

from sixqp_protocol.messages import ClientMessage, HostMessage, Level, PersonId, Settings
from sixqp_protocol.refusals import Farewell, Refusal

MAX_FACTS = 400
"""Facts in one Happened (`SPEC.md`, Limits, allows 512)."""


def key_of(token: bytes) -> bytes:
    return sha256(token).digest()


class Sitter(Struct, frozen=True):
    """Somebody who sits at the table from the start: a bot of this level, or the person with this token.

    Without a `name` the table draws one. A journal has `key`, the token's hash, instead. `person` is a person id,
    for tables within one process, where no certificate could prove it.
    """

    name: str = ""
    level: Level = "medium"
    token: bytes | None = None
    key: bytes | None = None
    person: PersonId | None = None

    @property
    def person_key(self) -> bytes | None:
        """The hash of the person's token; None for a bot."""
        return self.key if self.token is None else key_of(self.token)


@dataclass(frozen=True, slots=True)
class Setup:
    """A table before anybody has come.

    `sitters` take the first chairs, then `bots` bots of this `level`; chairs are kept for `expected` names. The
    owner has `owner_token` and the seat `owner_seat`; a journal has the hash, `owner`, instead, and a served table
    has no owner. With `autostart`, a game begins once that many are seated.
    A hall's table is owned by the `hall` whose token has this hash.
    """

    table: str
    title: str
    settings: Settings = field(default_factory=Settings)
    bots: int = 0
    level: Level = "medium"
    sitters: tuple[Sitter, ...] = ()
    expected: tuple[str, ...] = ()
    owner_token: bytes | None = None
    owner: bytes | None = None
    owner_name: str = ""
    owner_seat: int = 0
    owner_person: PersonId | None = None
    autostart: int | None = None
    hall: bytes = b""

    @property
    def owner_key(self) -> bytes | None:
        """The hash of the owner's token; None if the table has no owner."""
        return self.owner if self.owner_token is None else key_of(self.owner_token)

    def bare(self) -> "Setup":
        sitters = tuple(msgspec.structs.replace(each, token=None, key=each.person_key) for each in self.sitters)
        return replace(self, sitters=sitters, owner_token=None, owner=self.owner_key)


class Command(Struct, frozen=True, omit_defaults=True, tag="Input", tag_field="entry"):
    """An accepted command, stored in the journal with the tag "Input".

    `seat` is the one it applies to (None: a watcher, or the table). `by_host` marks what the room does by itself;
    its request id is 0. `key` is the hash of the sender's token, and `new_key` that of the token for their new
    chair; `client` is their client process. A Hello is stripped of all proofs, and only stored if it changes a seat
    or person id. The content of chat isn't stored. `addresses` are those of a person who takes a chair or is
    removed; `proved` is the hash of a watcher's earlier token.
    """

    message: ClientMessage
    seat: int | None
    by_host: bool = False
    key: bytes = b""
    client: bytes = b""
    name: str = ""
    new_key: bytes = b""
    game: int = 0
    seed: str = ""
    addresses: tuple[str, ...] = ()
    proved: bytes = b""
    person: PersonId | None = None


class Denied(Exception):
    """A request is refused and has changed nothing; `article` is the rule that forbids it, if any."""

    def __init__(self, code: Refusal, article: str | None = None) -> None:
        super().__init__(code.value)
        self.code = code
        self.article = article


class Send(Struct, frozen=True):
    peer: int
    message: HostMessage


class Close(Struct, frozen=True):
    """Close a peer's connection once everything is sent; its Goodbye was the last message."""

    peer: int
    farewell: Farewell


Effect = Send | Close
