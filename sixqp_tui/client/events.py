"""What a session tells its screen, its bot or its test, in the order in which it happened."""

from dataclasses import dataclass

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import AnyRequest, Reacted, Refused, RoomNews, Said, TallyLine, Welcome
from sixqp_tui.client.status import Status


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """The session stands otherwise to its table now."""

    status: Status


@dataclass(frozen=True, slots=True)
class Welcomed:
    """The host took this client in; `anew`: what was held of the game so far is void, its stream comes again."""

    welcome: Welcome
    anew: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """The next facts of the own stream of this game; with `first` 0 the game's stream begins (again).

    `live` facts happen now; the others are history that is being caught up with.
    """

    game: int
    first: int
    facts: tuple[AnyFact, ...]
    live: bool


@dataclass(frozen=True, slots=True)
class News:
    """The room as it is; only the newest counts."""

    news: RoomNews


@dataclass(frozen=True, slots=True)
class Tallied:
    """What everybody has played here since the table opened; only the newest counts."""

    lines: tuple[TallyLine, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """Somebody said something; `own`: it was this client. A watcher has no seat by which to tell."""

    said: Said
    own: bool = False


@dataclass(frozen=True, slots=True)
class QuickReacted:
    """Somebody shows a quick reaction for a moment."""

    reacted: Reacted


@dataclass(frozen=True, slots=True)
class Denied:
    """A request changed nothing; `request` is None where it is not known any more."""

    refused: Refused
    request: AnyRequest | None


Event = StatusChanged | Welcomed | Facts | News | Tallied | Talk | QuickReacted | Denied
