"""What a session tells its screen, its bot or its test, in the order in which it happened."""

from msgspec import Struct

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import AnyRequest, Reacted, Refused, RoomNews, Said, TallyLine, Welcome
from sixqp_tui.client.status import Status


class StatusChanged(Struct, frozen=True):
    """The session stands otherwise to its table now."""

    status: Status


class Welcomed(Struct, frozen=True):
    """The host took this client in; `anew`: what was held of the game so far is void, its stream comes again."""

    welcome: Welcome
    anew: bool


class Facts(Struct, frozen=True):
    """The next facts of the own stream of this game; with `first` 0 the game's stream begins (again).

    `live` facts happen now; the others are history that is being caught up with.
    """

    game: int
    first: int
    facts: tuple[AnyFact, ...]
    live: bool


class News(Struct, frozen=True):
    """The room as it is; only the newest counts."""

    news: RoomNews


class Tallied(Struct, frozen=True):
    """What everybody has played here since the table opened; only the newest counts."""

    lines: tuple[TallyLine, ...]


class Talk(Struct, frozen=True):
    """Somebody said something; `own`: it was this client. A watcher has no seat by which to tell."""

    said: Said
    own: bool = False


class QuickReacted(Struct, frozen=True):
    """Somebody shows a quick reaction for a moment."""

    reacted: Reacted


class Denied(Struct, frozen=True):
    """A request changed nothing; `request` is None where it is not known any more."""

    refused: Refused
    request: AnyRequest | None


Event = StatusChanged | Welcomed | Facts | News | Tallied | Talk | QuickReacted | Denied
