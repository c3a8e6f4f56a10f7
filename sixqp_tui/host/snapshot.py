"""The room as each reader may know it, and each guest's standing."""

from msgspec.structs import replace

from sixqp_protocol.messages import RoomNews, SeatNews
from sixqp_tui.engine.permissions import Standing
from sixqp_tui.engine.table import Table
from sixqp_tui.host.participants import Chair, Participant, Peer
from sixqp_tui.host.state import State


def send_news(state: State) -> None:
    if outdated := state.take_outdated():
        public = _public_news(state)
        for peer in outdated:
            state.send(peer.number, _news_for(state, peer, public))
    state.send_tally()


def room_news(state: State, peer: Peer) -> RoomNews:
    """The news for the guest at this connection."""
    return _news_for(state, peer, _public_news(state))


def _news_for(state: State, peer: Peer, public: RoomNews) -> RoomNews:
    seat, owner = state.seat_of(peer.guest), state.owns(peer.guest)
    if owner:
        return replace(public, you=seat, code=state.code, removed=len(state.removed))
    return public if seat is None else replace(public, you=seat)


def _public_news(state: State) -> RoomNews:
    playing = state.phase == "playing"
    pending = state.play.game.pending if playing and state.play else None
    seconds_left = _seconds_left(state)
    watching = tuple(watcher.name for watcher in state.watchers if watcher.peer is not None)
    return RoomNews(
        phase=state.phase,
        seats=_chairs(state),
        you=None,
        settings=state.settings,
        watchers=len(watching),
        watcher_names=watching,
        paused=state.paused,
        saved=state.saved,
        seeded=state.seeded,
        waiting_for=(pending.seats if pending else ()) or awaited_seats(state),
        milliseconds_left=None if seconds_left is None else round(seconds_left * 1000),
        ready=ready_seats(state),
        ways=state.ways,
        still=state.still,
    )


def standing_to_decide(state: State, guest: Participant) -> Standing:
    """As much of a standing as a decision depends on: all of it takes as long as the decision."""
    return Standing(state.phase, state.seat_of(guest), paused=state.paused)


def standing_of(state: State, guest: Participant) -> Standing:
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
        ready=ready_seats(state),
        still=state.still,
    )


def _chairs(state: State) -> tuple[SeatNews, ...]:
    return state.seats.playing_news() if state.phase == "playing" else state.seats.lobby_news()


def _seconds_left(state: State) -> float | None:
    if state.phase == "playing":
        return state.clock.left(state.now)
    left = state.next_start - state.now
    return left if left > 0 and can_autostart(state) else None


# -- who is ready -----------------------------------------------------------------------------------------


def ready_seats(state: State) -> tuple[int, ...]:
    chairs = enumerate(state.seats.taken)
    if state.phase == "playing":
        return tuple(seat for seat, chair in chairs if not awaited(state, chair)) if state.between_rounds else ()
    return tuple(seat for seat, chair in chairs if chair.ready)


def awaited_seats(state: State) -> tuple[int, ...]:
    if not state.between_rounds:
        return ()
    seats = (seat for seat, chair in enumerate(state.seats.taken) if awaited(state, chair))
    return tuple(seat for seat in seats if not state.gathering or state.awaits(seat))


def awaited(state: State, chair: Chair) -> bool:
    """Whether a pause waits for this chair's person."""
    return not (chair.ready or chair.bot or chair.person is None)


def can_autostart(state: State) -> bool:
    """After the first game, at least one of them must be a person."""
    wanted = state.setup.autostart
    if wanted is None or state.phase != "lobby" or (state.once and state.games_finished):
        return False
    taken = state.seats.taken
    present = sum(chair.here for chair in taken)
    return len(taken) > 1 and present >= wanted and (state.person_here() or not state.games_finished)
