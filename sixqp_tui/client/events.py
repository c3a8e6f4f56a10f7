"""What a session reports, in order: the host's messages, some with what the client knows about them."""

from msgspec import Struct

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import AnyRequest, Refused, RoomNews, Said, Tally, Welcome
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


class Denied(Struct, frozen=True):
    """A request was refused; `request` is None if it is no longer known."""

    refused: Refused
    request: AnyRequest | None


class Moved(Struct, frozen=True):
    """The session is at a table that continues its own; the welcome, news and facts of that one follow.

    `name` is who continues. The round `void` is dealt again, 0 if none is, and the rounds `missing` aren't known
    there.
    """

    name: str
    void: int
    missing: tuple[int, ...]


Event = RoomNews | Tally | Said | StatusChanged | Welcomed | Facts | Denied | Moved
"""Of the room and the tally, only the newest counts."""
