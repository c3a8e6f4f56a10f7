"""What a table is opened with."""

from dataclasses import dataclass, field, replace

import msgspec
from msgspec import Struct

from sixqp_protocol.messages import Level, PersonId, Settings
from sixqp_tui.host.participants import key_of


class Sitter(Struct, frozen=True):
    """Who sits from the start: a bot of this level, or the person whom this token proves.

    A name "" is drawn by the table. In a journal the hash of the token, `key`, takes its place. `person` is the
    person's id, for a table within one process, which has no certificate to prove anything by.
    """

    name: str = ""
    level: Level = "medium"
    token: bytes | None = None
    key: bytes | None = None
    person: PersonId | None = None

    @property
    def person_key(self) -> bytes | None:
        """The hash of the token that proves the person; None for a bot."""
        return self.key if self.token is None else key_of(self.token)


@dataclass(frozen=True, slots=True)
class Setup:
    """A table before anybody has come.

    `table` is its random id, `sitters` take the first chairs in their order, then so many `bots` of this `level`;
    `expected` are the names that chairs are kept for. `owner_token` proves its owner, who has seat `owner_seat`
    among the sitters; in a journal its hash, `owner`, takes its place; a served table without an owner has
    neither. `owner_person` is as `Sitter.person`. `autostart`: the game begins by itself when so many are seated;
    None where the owner starts it.
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

    @property
    def owner_key(self) -> bytes | None:
        """The hash of the token that proves the owner; None where there is none."""
        return self.owner if self.owner_token is None else key_of(self.owner_token)

    def bare(self) -> "Setup":
        """The same without anything that proves somebody."""
        sitters = tuple(msgspec.structs.replace(each, token=None, key=each.person_key) for each in self.sitters)
        return replace(self, sitters=sitters, owner_token=None, owner=self.owner_key)
