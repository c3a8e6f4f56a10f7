"""What a reader may ask for about each chair of a table, and how a latecomer gets one."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sixqp_protocol.messages import AnyRequest, RoomNews, SeatNews, SetSeat, TakeSeat
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.engine.permissions import Standing, standing_of, withheld
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import _, phrases
from sixqp_tui.presentation.view_model import is_playing

SeatRequest = TakeSeat | SetSeat
Choices = dict[int, SeatRequest]
"""The requests that would be granted, by seat."""


def takeovers(standing: Standing) -> Choices:
    """For a watcher: the seats that bots play (8.2), and in the lobby the free chairs."""
    return _granted((TakeSeat(seat=seat) for seat in range(len(standing.seats))), standing)


def free_chair(standing: Standing) -> TakeSeat | None:
    """For a watcher, between two games: an open chair, or else a bot's."""
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
    """For the owner: everybody who may be removed, and in the lobby bots and expected people too."""
    asked = (removal(seat, chair) for seat, chair in enumerate(standing.seats))
    return _granted((request for request in asked if request), standing)


def removal(seat: int, chair: SeatNews) -> SetSeat | None:
    """The request that clears a chair; None where it is free."""
    if chair.occupant == "open":
        return None
    return SetSeat(seat=seat, to="kick" if chair.occupant == "person" else "open")


def _granted(requests: Iterable[SeatRequest], standing: Standing) -> Choices:
    return {request.seat: request for request in requests if withheld(request, standing) is None}


# -- latecomers -------------------------------------------------------------------------------------


class BotSeat(NamedTuple):
    """A seat that a latecomer may take over from a bot; `heads` is its total."""

    seat: int
    name: str
    heads: int

    @property
    def text(self) -> str:
        # Translators: {name} is a bot, {heads} “12 heads”: its total so far
        return _("{name} ({heads})").format(name=self.name, heads=phrases.heads(self.heads))


def bot_seats(news: RoomNews | None, view: View) -> tuple[BotSeat, ...]:
    """The seats that this reader may take over in the game that is on."""
    if news is None or news.phase == "lobby" or not is_playing(view, news):
        return ()
    totals = view.table.totals_so_far
    granted = takeovers(standing_of(news, view.table))
    return tuple(BotSeat(at, news.seats[at].name, totals[at]) for at in granted if at < len(totals))


def found_no_chair(session: StateSource) -> bool:
    return session.state.welcome is not None and session.state.welcome.seat is None


def knows_the_game(session: StateSource) -> bool:
    return (
        session.state.news is not None
        and session.state.welcome is not None
        and len(session.state.history) >= session.state.welcome.stream
    )


class ChairWait:
    """A watcher who came to play: `waiting` until one of the chairs is theirs."""

    def __init__(self, waiting: bool = False) -> None:
        self.waiting = waiting

    def has_ended(self, standing: Standing) -> bool:
        """Whether they sit now. True once."""
        ended = self.waiting and standing.seat is not None
        self.waiting = self.waiting and not ended
        return ended

    def request(self, standing: Standing, unanswered: Sequence[AnyRequest]) -> TakeSeat | None:
        """The request for a free chair, unless one is on its way."""
        asked = any(isinstance(request, TakeSeat) for request in unanswered)
        return free_chair(standing) if self.waiting and not asked else None
