"""Who may make which request when.

The host answers by this rule, and the screens, text mode and help offer requests by it, each by the same news.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.messages import AnyRequest, Decision, OwnerRequest, RoomNews, SeatNews
from sixqp_protocol.refusals import Refusal
from sixqp_protocol.text import clean_chat, clean_name
from sixqp_tui.engine.decisions import Forbidden, at_hand, facts_of
from sixqp_tui.engine.rules import playable
from sixqp_tui.engine.table import Table


class Standing(Struct, frozen=True):
    """Everything about a participant that decides what they may request.

    `seat` is None for a watcher. Only the owner knows how many are
    `removed`.
    """

    phase: Literal["lobby", "playing"] = "lobby"
    seat: int | None = None
    owner: bool = False
    bot: bool = False
    seats: tuple[SeatNews, ...] = ()
    settings: messages.Settings = messages.Settings()
    table: Table = Table()
    paused: bool = False
    removed: int = 0
    ready: tuple[int, ...] = ()
    still: bool = False


def standing_of(news: RoomNews | None, table: Table) -> Standing:
    """The standing of this news' reader; without news, they may do nothing."""
    if news is None:
        return Standing(table=table)
    return Standing(
        phase=news.phase,
        seat=news.you,
        owner=owns(news),
        bot=_is_bot(news),
        seats=news.seats,
        settings=news.settings,
        table=table,
        paused=news.paused,
        removed=news.removed,
        ready=news.ready,
        still=news.still,
    )


def owns(news: RoomNews | None) -> bool:
    """Whether these are the news of the owner, not of a bot that plays for them."""
    return news is not None and news.you is not None and news.seats[news.you].owner and not _is_bot(news)


def _is_bot(news: RoomNews) -> bool:
    return news.you is not None and news.seats[news.you].level is not None


def seated(seats: Sequence[SeatNews]) -> int:
    return sum(seat.occupant in ("person", "bot") for seat in seats)


_ONLY_SEATED: Final = Decision | messages.Ready | messages.PlayOn
_ONLY_PLAYING: Final = Decision | messages.Pause | messages.Resume | messages.NextRound
_NOT_PAUSED: Final = Decision | messages.NextRound


def refusal(request: AnyRequest, standing: Standing) -> Forbidden | None:
    return bar(type(request), standing) or _objection(request, standing)


def bar(kind: type[AnyRequest], standing: Standing) -> Forbidden | None:
    playing = standing.phase == "playing"
    if issubclass(kind, OwnerRequest) and not standing.owner:
        return Forbidden(Refusal.NOT_OWNER)
    if issubclass(kind, _ONLY_SEATED) and standing.seat is None:
        return Forbidden(Refusal.NOT_SEATED)
    if issubclass(kind, _ONLY_PLAYING) and not playing:
        return Forbidden(Refusal.NOT_PLAYING)
    if issubclass(kind, _NOT_PAUSED) and (standing.paused or (standing.still and kind is messages.NextRound)):
        return Forbidden(Refusal.PAUSED)
    if issubclass(kind, messages.Start | messages.Rename) and playing:
        return Forbidden(Refusal.NOT_IN_LOBBY)
    if issubclass(kind, messages.Rename | messages.Ready | messages.PlayOn) and standing.bot:
        return Forbidden(Refusal.NOT_SEATED)
    if issubclass(kind, messages.TakeSeat) and standing.seat is not None:
        return Forbidden(Refusal.NO_SUCH_SEAT)
    return None


def withheld(request: AnyRequest, standing: Standing) -> Forbidden | None:
    """Why this request isn't offered: it would be refused, or do nothing.

    Decisions are about the moment of `standing.table`.
    """
    if isinstance(request, messages.Rename) and standing.seat is None:
        return Forbidden(Refusal.NOT_SEATED)
    if forbidden := refusal(at_hand(request, standing.table), standing):
        return forbidden
    if isinstance(request, messages.Pause) and standing.paused:
        return Forbidden(Refusal.PAUSED)
    if isinstance(request, messages.Resume) and not standing.paused:
        return Forbidden(Refusal.NOT_ASKED)
    if isinstance(request, messages.SetSeat) and request.to == "open" and not standing.removed:
        opened = _occupant(request.seat, standing) == "open"
        return Forbidden(Refusal.NO_SUCH_SEAT) if opened else None
    return None


def _objection(request: AnyRequest, standing: Standing) -> Forbidden | None:
    if isinstance(request, Decision):
        assert standing.seat is not None
        decided = facts_of(standing.table, standing.seat, request)
        return decided if isinstance(decided, Forbidden) else None
    match request:
        case messages.PlayOn() if not standing.still:
            return Forbidden(Refusal.NOT_ASKED)
        case messages.Ready() | messages.NextRound():
            return _untimely(request, standing)
        case messages.SetRules(settings=settings):
            return _unfit(settings, standing)
        case messages.SetSeat():
            return _unseatable(request, standing)
        case messages.Start() if seated(standing.seats) < 2:
            return Forbidden(Refusal.TOO_FEW_PLAYERS)
        case messages.Rename() | messages.Say():
            return _empty(request)
        case messages.TakeSeat(seat=seat) if _occupant(seat, standing) not in _TO_TAKE[standing.phase]:
            return Forbidden(Refusal.NO_SUCH_SEAT)
    return None


def _empty(request: messages.Rename | messages.Say) -> Forbidden | None:
    if isinstance(request, messages.Say):
        left: str = request.reaction or clean_chat(request.text)
    else:
        left = clean_name(request.name, "")
    return None if left else Forbidden(Refusal.EMPTY_TEXT)


def _untimely(request: messages.Ready | messages.NextRound, standing: Standing) -> Forbidden | None:
    """Ready is for pauses between rounds and between games, once per seat."""
    playing, table = standing.phase == "playing", standing.table
    if request.round != (table.round + 1 if playing else 0):
        return Forbidden(Refusal.STALE)
    idle = playing and not table.between_rounds
    again = isinstance(request, messages.Ready) and standing.seat in standing.ready
    return Forbidden(Refusal.NOT_ASKED) if idle or again else None


def _unfit(settings: messages.Settings, standing: Standing) -> Forbidden | None:
    only_clock = replace(settings, timer=None) == replace(standing.settings, timer=None)
    if standing.phase == "playing" and not only_clock:
        return Forbidden(Refusal.NOT_IN_LOBBY)
    fits = playable(settings.rules) and settings.seats >= seated(standing.seats)
    return None if fits else Forbidden(Refusal.BAD_RULES)


def _unseatable(request: messages.SetSeat, standing: Standing) -> Forbidden | None:
    chair = standing.seats[request.seat] if request.seat < len(standing.seats) else None
    guest = chair is not None and chair.occupant == "person" and not chair.owner
    if request.to == "kick":
        return None if guest else Forbidden(Refusal.NO_SUCH_SEAT)
    if standing.phase == "lobby":
        free = chair is not None and chair.occupant != "person"
        return None if free else Forbidden(Refusal.NO_SUCH_SEAT)
    if request.to == "open":
        return Forbidden(Refusal.NOT_IN_LOBBY)
    plays = chair is not None and not chair.owner and (chair.level is not None or not chair.here)
    return None if plays else Forbidden(Refusal.NO_SUCH_SEAT)


_TO_TAKE = {"playing": ("bot",), "lobby": ("bot", "open", "expected")}


def _occupant(seat: int, standing: Standing) -> str | None:
    return standing.seats[seat].occupant if seat < len(standing.seats) else None
