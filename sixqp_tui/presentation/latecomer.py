"""What is possible for somebody who comes when there is no chair: a bot's seat, looking on, the next game."""

from typing import NamedTuple

from sixqp_protocol.messages import RoomNews
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.engine.permissions import standing_of
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import _, phrases
from sixqp_tui.presentation.permissions import takeovers
from sixqp_tui.presentation.view_model import is_playing


class BotSeat(NamedTuple):
    """A seat that a bot plays and whoever comes may take over; `heads` are all that it has so far."""

    seat: int
    name: str
    heads: int

    @property
    def told(self) -> str:
        return _bot_with_heads(self.name, self.heads)


def found_no_chair(session: StateSource) -> bool:
    return session.state.welcome is not None and session.state.welcome.seat is None


def knows_the_game(session: StateSource) -> bool:
    return (
        session.state.news is not None
        and session.state.welcome is not None
        and len(session.state.history) >= session.state.welcome.stream
    )


def bot_seats(news: RoomNews | None, view: View) -> tuple[BotSeat, ...]:
    """The seats that a reader of this news may take over in the game that is played."""
    if news is None or news.phase == "lobby" or not is_playing(view, news):
        return ()
    totals = view.table.totals_so_far
    granted = takeovers(standing_of(news, view.table))
    return tuple(BotSeat(at, news.seats[at].name, totals[at]) for at in granted if at < len(totals))


def _bot_with_heads(name: str, heads: int) -> str:
    # Translators: {name} is a bot, {heads} “12 heads”: its total so far
    return _("{name} ({heads})").format(name=name, heads=phrases.heads(heads))
