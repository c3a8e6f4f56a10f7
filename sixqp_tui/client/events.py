"""What a session reports, in order."""

from msgspec import Struct

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import (
    AnyRequest,
    Hosting,
    Refused,
    RoomNews,
    Said,
    TallyLine,
    Welcome,
)
from sixqp_tui.client.status import Status


class StatusChanged(Struct, frozen=True):
    status: Status


class Welcomed(Struct, frozen=True):
    """The host welcomed this client; if `restarted`, the facts so far are void, and the stream starts again."""

    welcome: Welcome
    restarted: bool


class Facts(Struct, frozen=True):
    """The next facts of the reader's stream; with `first` 0 it begins, or begins again.

    Facts that aren't `live` are history that the client catches up with.
    """

    game: int
    first: int
    facts: tuple[AnyFact, ...]
    live: bool


class News(Struct, frozen=True):
    """The room as it is; only the newest counts."""

    news: RoomNews


class Tallied(Struct, frozen=True):
    """The table's tally; only the newest counts."""

    lines: tuple[TallyLine, ...]


class Talk(Struct, frozen=True):
    """A chat message; `own`: this client sent it, which a watcher can't tell by the seat."""

    said: Said
    own: bool = False


class HostingChanged(Struct, frozen=True):
    """Who hosts the table, who could, and who it waits for; only the newest counts."""

    hosting: Hosting


class HostChanged(Struct, frozen=True):
    """A program hosts the table at this term; `same`: the last one that this client knew."""

    term: int
    same: bool = False


class RoundVoid(Struct, frozen=True):
    """This round is dealt again."""

    round: int


class HistoryDiffers(Struct, frozen=True):
    """The new host's rounds differ from those that were final."""


class PromiseAsked(Struct, frozen=True):
    """The successor with this certificate asks for a promise at this term; if `firm`, enough would give it."""

    term: int
    firm: bool
    pin: bytes


class TakeOverAsked(Struct, frozen=True):
    """The owner asks this program to host the table."""


class TableMoved(Struct, frozen=True):
    """The table continues at a known host, the one with this certificate."""

    pin: bytes


class Denied(Struct, frozen=True):
    """A request was refused; `request` is None if it is no longer known."""

    refused: Refused
    request: AnyRequest | None


Event = (
    StatusChanged
    | Welcomed
    | Facts
    | News
    | Tallied
    | Talk
    | Denied
    | HostingChanged
    | HostChanged
    | RoundVoid
    | HistoryDiffers
    | PromiseAsked
    | TakeOverAsked
    | TableMoved
)
