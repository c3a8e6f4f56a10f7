"""The requests about each seat that the host would grant, and how latecomers get one."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sixqp_protocol.messages import AnyRequest, RoomNews, SeatNews, SetSeat, TakeSeat
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.engine.permissions import Standing, standing_of, withheld
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import phrases
from sixqp_tui.presentation.view_model import is_playing

SeatRequest = TakeSeat | SetSeat
Choices = dict[int, SeatRequest]


def takeovers(standing: Standing) -> Choices:
    """For a watcher: bots' seats (8.2), and free chairs in the lobby."""
    return _granted((TakeSeat(seat=seat) for seat in range(len(standing.seats))), standing)


def free_chair(standing: Standing) -> TakeSeat | None:
    """For a watcher in the lobby: an open chair, else a bot's, else an expected player's."""
    if standing.phase != "lobby":
        return None
    chairs = takeovers(standing)
    ordered = sorted(chairs, key=lambda seat: ("open", "bot", "expected").index(standing.seats[seat].occupant))
    return TakeSeat(seat=ordered[0]) if ordered else None


def stand_ins(standing: Standing) -> Choices:
    """For the owner, during a game: a bot for each absent player without one."""
    botless = (seat for seat, chair in enumerate(standing.seats) if chair.level is None)
    return _granted((SetSeat(seat=seat, to="bot") for seat in botless), standing)


def removals(standing: Standing) -> Choices:
    """For the owner: everybody who can be removed; in the lobby also bots and expected players."""
    requests = (removal(seat, chair) for seat, chair in enumerate(standing.seats))
    return _granted((request for request in requests if request), standing)


def removal(seat: int, chair: SeatNews) -> SetSeat | None:
    """The request that clears a chair; None if it is free."""
    if chair.occupant == "open":
        return None
    return SetSeat(seat=seat, to="kick" if chair.occupant == "person" else "open")


def _granted(requests: Iterable[SeatRequest], standing: Standing) -> Choices:
    return {request.seat: request for request in requests if withheld(request, standing) is None}


# -- latecomers -------------------------------------------------------------------------------------


class BotSeat(NamedTuple):
    """A bot's seat that a latecomer may take over; `heads` is its total."""

    seat: int
    name: str
    heads: int

    @property
    def text(self) -> str:
        return phrases.person(self.name, [phrases.heads(self.heads)])


def bot_seats(news: RoomNews | None, view: View) -> tuple[BotSeat, ...]:
    if news is None or news.phase == "lobby" or not is_playing(view, news):
        return ()
    totals = view.table.totals_so_far
    granted = takeovers(standing_of(news, view.table))
    return tuple(BotSeat(at, news.seats[at].name, totals[at]) for at in granted if at < len(totals))


def found_no_chair(session: StateSource) -> bool:
    welcome = session.state.welcome
    return welcome is not None and welcome.seat is None


def knows_the_game(session: StateSource) -> bool:
    return (
        session.state.news is not None
        and session.state.welcome is not None
        and len(session.state.history) >= session.state.welcome.stream
    )


class ChairWait:
    """A watcher who came to play, `waiting` for a chair."""

    def __init__(self, waiting: bool = False) -> None:
        self.waiting = waiting

    def has_ended(self, standing: Standing) -> bool:
        ended = self.waiting and standing.seat is not None
        self.waiting = self.waiting and not ended
        return ended

    def request(self, standing: Standing, unanswered: Sequence[AnyRequest]) -> TakeSeat | None:
        requested = any(isinstance(request, TakeSeat) for request in unanswered)
        return free_chair(standing) if self.waiting and not requested else None
