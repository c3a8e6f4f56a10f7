"""The room as each reader may know it."""

from sixqp_protocol.messages import RoomNews
from sixqp_tui.host.autostart import ready
from sixqp_tui.host.participants import Participant
from sixqp_tui.host.state import State


def room_news(state: State, guest: Participant) -> RoomNews:
    """The news of the room for this guest, at the moment of the input at hand."""
    playing = state.phase == "playing"
    pending = state.play.game.pending if playing and state.play else None
    owner = any(chair.owner and chair.person is guest for chair in state.seats.taken)
    return RoomNews(
        phase=state.phase,
        seats=state.seats.playing_news() if playing else state.seats.lobby_news(),
        you=state.seat_of(guest),
        settings=state.settings,
        watchers=sum(watcher.peer is not None for watcher in state.watchers),
        paused=state.held,
        kept=not state.stalled,
        code=state.code if owner else None,
        waiting_for=pending.seats if pending else (),
        milliseconds_left=_milliseconds(_seconds_left(state)),
    )


def tell_news(state: State) -> None:
    """Send the news of the room to everybody who has not been told of it."""
    for peer in state.take_untold():
        state.send(peer.number, room_news(state, peer.guest))


def _seconds_left(state: State) -> float | None:
    if state.phase == "playing":
        return state.clock.left(state.now)
    left = state.next_start - state.now
    return left if left > 0 and ready(state) else None


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)
