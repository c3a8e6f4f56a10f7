"""What goes into a room, and what comes out: its setup, accepted commands, effects."""

from dataclasses import dataclass, field, replace
from hashlib import sha256

import msgspec
from msgspec import Struct

from sixqp_protocol.messages import ClientMessage, Deal, HostMessage, Level, PersonId, Settings
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.engine.kept_table import KeptTable

MAX_FACTS = 400
"""The most facts in one Happened (`SPEC.md`, Limits, allows 512)."""


def key_of(token: bytes) -> bytes:
    """The SHA-256 of a token, which is all that the host keeps of it."""
    return sha256(token).digest()


class Sitter(Struct, frozen=True):
    """Somebody who sits at the table from the start: a bot of this level, or the person with this token.

    The table draws a name for "". A journal has `key`, the hash of the token, in its place. `person` is the
    person's id, for a table within one process, where no certificate exists to prove it by.
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

    `table` is its random id. `sitters` take the first chairs in order, followed by `bots` bots of this `level`;
    `expected` are names that chairs are kept for. The owner has `owner_token` and seat `owner_seat` among the
    sitters; a journal has the token's hash, `owner`, instead, and a served table without an owner has neither.
    With `autostart`, a game begins by itself when that many are seated.

    A table that outlives its host is set up from what a successor has `kept` of it, and `host` is the hash of the
    successor's token. Without promises it can only be a new table, which `continues` the one with that id. It
    ends with its host unless it `outlives` it.

    A table of a hall is owned by the `hall` whose token has this hash, and which has no seat.
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
    kept: KeptTable | None = None
    host: bytes = b""
    continues: str | None = None
    outlives: bool = True
    hall: bytes = b""

    @property
    def owner_key(self) -> bytes | None:
        """The hash of the owner's token; None where the table has no owner."""
        return self.owner if self.owner_token is None else key_of(self.owner_token)

    def bare(self) -> "Setup":
        """The same setup with hashes instead of tokens."""
        sitters = tuple(msgspec.structs.replace(each, token=None, key=each.person_key) for each in self.sitters)
        return replace(self, sitters=sitters, owner_token=None, owner=self.owner_key)


class Command(Struct, frozen=True, omit_defaults=True, tag="Input", tag_field="entry"):
    """One accepted command, as a journal keeps it under the tag "Input".

    `seat` is the seat that it applies to (None: a watcher, or the table itself). `by_host` marks what the room does
    by itself: a stand-in's decision (8.1), a chair freed after an absence, a bot that comes back, an automatic
    start; its request id is 0. `key` is the hash of the sender's token, or of the token that a newcomer held
    before; `client` is the sender's client process. `name` is the new name of the sender, and `new_key` the
    hash of the token that proves their new chair.

    A Hello loses everything that proves anything, and is kept only if it changes who sits where or a person id.
    Chat is not kept, only that it was accepted. A Start has the number of its game and the seed. `addresses` are
    the remote addresses of a person who takes a chair or is removed; `proved` is the hash of the token that a
    watcher came with. `person` is the person id of somebody who joins or takes a chair.

    `deal` is one that the host makes. `resigned`: the sender, who leaves, promises nothing any more. `text` are the
    finished rounds that a successor goes on from.
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
    deal: Deal | None = None
    resigned: bool = False
    text: str = ""


class Denied(Exception):
    """A request is refused and has changed nothing; `article` is the rule that forbids it, if any."""

    def __init__(self, code: Refusal, article: str | None = None) -> None:
        super().__init__(code.value)
        self.code = code
        self.article = article


class Send(Struct, frozen=True):
    """Send this message to a peer, after everything sent to it before."""

    peer: int
    message: HostMessage


class Close(Struct, frozen=True):
    """Close a peer's connection when everything sent to it is out; its Goodbye was the last."""

    peer: int
    farewell: Farewell


Effect = Send | Close
