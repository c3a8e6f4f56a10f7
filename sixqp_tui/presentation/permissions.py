"""What is offered about each seat of a table: the requests that would be granted."""

from collections.abc import Iterable

from sixqp_protocol.messages import SeatNews, SetSeat, TakeSeat
from sixqp_tui.engine.permissions import Standing, withheld

AboutSeat = TakeSeat | SetSeat
Choices = dict[int, AboutSeat]
"""What may be asked for, by the number of the seat that it is about."""


def takeovers(standing: Standing) -> Choices:
    """For whoever looks on: the seats that bots play (8.2), and in the lobby the chairs that are free."""
    return _granted((TakeSeat(seat=seat) for seat in range(len(standing.seats))), standing)


def free_chair(standing: Standing) -> TakeSeat | None:
    """For whoever looks on, between two games: the chair to ask for, an open one first, then a bot's."""
    if standing.phase != "lobby":
        return None
    chairs = takeovers(standing)
    ordered = sorted(chairs, key=lambda seat: ("open", "bot", "expected").index(standing.seats[seat].occupant))
    return TakeSeat(seat=ordered[0]) if ordered else None


def stand_ins(standing: Standing) -> Choices:
    """For the owner, in a game: a bot for each person who is away and has none yet."""
    botless = (seat for seat, chair in enumerate(standing.seats) if chair.level is None)
    return _granted((SetSeat(seat=seat, to="bot") for seat in botless), standing)


def removals(standing: Standing) -> Choices:
    """For the owner: everybody who may be removed; before a game bots and those who are expected too."""
    asked = (removal(seat, chair) for seat, chair in enumerate(standing.seats))
    return _granted((request for request in asked if request), standing)


def removal(seat: int, chair: SeatNews) -> SetSeat | None:
    """What clears a chair; None where it is free."""
    if chair.occupant == "open":
        return None
    return SetSeat(seat=seat, to="kick" if chair.occupant == "person" else "open")


def _granted(requests: Iterable[AboutSeat], standing: Standing) -> Choices:
    return {request.seat: request for request in requests if withheld(request, standing) is None}
