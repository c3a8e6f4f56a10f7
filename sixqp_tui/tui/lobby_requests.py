"""What each action of the lobby asks the table for, and whether it is offered."""

from collections.abc import Sequence

from sixqp_protocol.messages import (
    AnyRequest,
    Level,
    Ready,
    Rename,
    SeatNews,
    SetRules,
    SetSeat,
    Start,
    TakeSeat,
    levels_known,
)
from sixqp_tui.engine.permissions import Standing, bar, withheld
from sixqp_tui.presentation.chairs import removal

ACTIONS = ("start", "ready", "sit", "level", "remove", "admit", "variant", "settings", "rename", "rename_host")


def offers(action: str, standing: Standing, pointed: int) -> bool:
    """Whether an action makes sense for somebody who stands so, with this chair (from 0) pointed at."""
    if action == "bot":
        return bar(SetSeat, standing) is None
    if action not in ACTIONS:
        return True
    request = request_of(action, standing, pointed)
    return request is not None and withheld(request, standing) is None


def request_of(action: str, standing: Standing, pointed: int) -> AnyRequest | None:
    """What an action asks for; of settings and names, leave to change them. None where there is nothing to ask."""
    chair = standing.seats[pointed] if pointed < len(standing.seats) else None
    own = None if standing.seat is None else standing.seats[standing.seat]
    match action, chair:
        case "start", _:
            return Start()
        case "ready", _ if own and not own.owner:
            return Ready()
        case "sit", _:
            return TakeSeat(seat=pointed)
        case "level", SeatNews(occupant="bot", level=level):
            return SetSeat(seat=pointed, to="bot", level=level_after(level, levels_known(standing.minor_version)))
        case "remove", SeatNews():
            return removal(pointed, chair)
        case "admit", SeatNews(occupant="open"):
            return SetSeat(seat=pointed, to="open")
        case "variant" | "settings", _:
            return SetRules(settings=standing.settings)
        case "rename" | "rename_host", _ if own and own.owner == (action == "rename_host"):
            return Rename(name=own.name)
    return None


def level_after(level: Level | None, levels: Sequence[Level]) -> Level:
    return levels[(levels.index(level or "medium") + 1) % len(levels)]


def bots_chair(seats: Sequence[SeatNews], pointed: int) -> int | None:
    """Where a bot goes: in place of somebody expected who is pointed at, else to the first open chair."""
    if pointed < len(seats) and seats[pointed].occupant == "expected":
        return pointed
    return next((number for number, seat in enumerate(seats) if seat.occupant == "open"), None)
