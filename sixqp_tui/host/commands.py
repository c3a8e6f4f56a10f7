"""What goes into a room and comes out: its setup, accepted commands, effects."""

from dataclasses import dataclass, field

from msgspec import Struct

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import (
    ClientMessage,
    Continuation,
    HostMessage,
    Level,
    SeatNews,
    Settings,
    TallyLine,
)
from sixqp_protocol.refusals import Farewell, Refusal

MAX_FACTS = 400
"""Facts in one Happened (`SPEC.md`, Limits, allows 512)."""


class Sitter(Struct, frozen=True):
    """Somebody who sits at the table from the start: the person with this key, or a bot of this level.

    Without a `name` the table draws one.
    """

    name: str = ""
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


@dataclass(frozen=True, slots=True)
class Setup:
    """A table before anybody has come.

    `sitters` take the first chairs, then `bots` bots of this `level`; chairs are kept for `expected` names. The
    key `owner` has the seat `owner_seat`; a served table has no owner. With `autostart`, a game begins once that
    many are seated. A table that continues an evening has `kept` what was known of the one before.
    """

    table: str
    title: str
    settings: Settings = field(default_factory=Settings)
    bots: int = 0
    level: Level = "medium"
    sitters: tuple[Sitter, ...] = ()
    expected: tuple[str, ...] = ()
    owner: bytes | None = None
    owner_name: str = ""
    owner_seat: int = 0
    autostart: int | None = None
    kept: Kept | None = None


class Command(Struct, frozen=True, omit_defaults=True, tag="Input", tag_field="entry"):
    """An accepted command, stored in the journal with the tag "Input".

    `seat` is the one it applies to (None: a watcher, or the table). `by_host` marks what the room does by itself;
    its request id is 0. `key` is the sender's. A Hello is stored without its signature, and only if it changes a
    seat. The content of chat isn't stored. `addresses` are those of a person who takes a chair or is removed.
    """

    message: ClientMessage
    seat: int | None
    by_host: bool = False
    key: bytes = b""
    name: str = ""
    game: int = 0
    seed: str = ""
    addresses: tuple[str, ...] = ()


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
