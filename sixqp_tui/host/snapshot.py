"""The room as each reader may know it."""

from msgspec.structs import replace

from sixqp_protocol.messages import LEVELS, Level, RoomNews, SeatNews, levels_known
from sixqp_tui.engine.permissions import Standing
from sixqp_tui.engine.table import Table
from sixqp_tui.host.autostart import ready
from sixqp_tui.host.participants import Participant, Peer
from sixqp_tui.host.readiness import awaited_seats, ready_seats
from sixqp_tui.host.state import State


def room_news(state: State, peer: Peer) -> RoomNews:
    """The news of the room for the guest at this connection, at the moment of the input at hand.

    Where a bot plays at a level that an older end does not know, it is told of the strongest one that it knows.
    """
    return _told_to(state, peer, _public_news(state))


def _told_to(state: State, peer: Peer, public: RoomNews) -> RoomNews:
    if (levels := levels_known(peer.minor_version)) != LEVELS:
        public = replace(public, seats=tuple(_known_chair(chair, levels) for chair in public.seats))
    seat, owner = state.seat_of(peer.guest), state.owns(peer.guest)
    if owner:
        return replace(public, you=seat, code=state.code, removed=len(state.removed))
    return public if seat is None else replace(public, you=seat)


def _known_chair(chair: SeatNews, levels: tuple[Level, ...]) -> SeatNews:
    return chair if chair.level in (None, *levels) else replace(chair, level=levels[-1])


def _public_news(state: State) -> RoomNews:
    """What everybody is told of the room: all that somebody reads who looks on."""
    playing = state.phase == "playing"
    pending = state.play.game.pending if playing and state.play else None
    watching = tuple(watcher.name for watcher in state.watchers if watcher.peer is not None)
    return RoomNews(
        phase=state.phase,
        seats=_chairs(state),
        you=None,
        settings=state.settings,
        watchers=len(watching),
        watcher_names=watching,
        paused=state.held,
        kept=not state.stalled,
        seeded=state.seeded,
        waiting_for=(pending.seats if pending else ()) or awaited_seats(state),
        milliseconds_left=_milliseconds(_seconds_left(state)),
        ready=ready_seats(state),
        banks=tuple(round(bank * 1000) for bank in state.banks) if playing else (),
    )


def standing_of(state: State, guest: Participant) -> Standing:
    """How this guest stands to the table: what decides which requests are granted to them."""
    seat = state.seat_of(guest)
    return Standing(
        phase=state.phase,
        seat=seat,
        owner=state.owns(guest),
        bot=seat is not None and state.seats.taken[seat].person is not guest,
        seats=_chairs(state),
        settings=state.settings,
        table=state.play.game.table if state.play else Table(),
        paused=state.paused,
        kept=not state.stalled,
        had_seat=seat is None and state.had_seat(guest),
        ready=ready_seats(state),
    )


def tell_news(state: State) -> None:
    """Send the news of the room, and a tally that has changed, to everybody who has not been told of it."""
    if untold := state.take_untold():
        public = _public_news(state)
        for peer in untold:
            state.send(peer.number, _told_to(state, peer, public))
    state.tell_tally()


def _chairs(state: State) -> tuple[SeatNews, ...]:
    return state.seats.playing_news() if state.phase == "playing" else state.seats.lobby_news()


def _seconds_left(state: State) -> float | None:
    if state.phase == "playing":
        return state.clock.left(state.now)
    left = state.next_start - state.now
    return left if left > 0 and ready(state) else None


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)
