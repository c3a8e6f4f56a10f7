"""The room as each reader may know it."""

from collections.abc import Sequence

from msgspec.structs import replace

from sixqp_protocol.messages import RoomNews, SeatNews, Tally, Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.host.participants import Chair, Peer
from sixqp_tui.host.state import State


def send_news(state: State) -> None:
    """To everybody whose newest news say something else."""
    public = _public_news(state)
    told = _told(state, public)
    late = [peer for peer in state.peers.values() if peer.told != told]
    for peer in late:
        state.send(peer.number, _news_for(state, peer, public))
        peer.told = told
    _send_tally(state, late)


def room_news(state: State, peer: Peer) -> RoomNews:
    """The news for the guest at this connection."""
    return _news_for(state, peer, _public_news(state))


def welcome(state: State, peer: Peer, game: int = 0, have: int = 0) -> None:
    """The reader already holds `have` facts of this game."""
    number, stream = state.play.number if state.play else 0, state.stream_of(peer.guest)
    peer.sent = have if game == number and have <= len(stream) else 0
    setup, public = state.setup, _public_news(state)
    proof = setup.kept.proof if setup.kept else None
    state.send(
        peer.number,
        Welcome(
            CURRENT, setup.table, setup.title, state.seats.number_of(peer.guest), state.owns(peer.guest),
            number, len(stream), peer.guest.last_id, proof, state.lock is not None,
        ),
    )  # fmt: skip
    state.send(peer.number, _news_for(state, peer, public))
    peer.told = _told(state, public)
    state.send_piece(peer)
    _send_tally(state, [peer])


def _send_tally(state: State, peers: Sequence[Peer]) -> None:
    tally = Tally(*state.tally.counted, state.tally.lines(state.seats.taken)) if peers else None
    for peer in peers:
        if tally and tally.lines and peer.tally != tally:
            peer.tally = tally
            state.send(peer.number, tally)


def _told(state: State, public: RoomNews) -> tuple[object, ...]:
    """What the news say, but for the time that passes, and for what the facts of a turn say, too."""
    decision = state.decision
    return (
        replace(public, waiting_for=awaited_seats(state), milliseconds_left=None),
        (state.code_pauses, len(state.removed), state.ways, state.tally.counted),
        (decision if state.clock.counts else decision and decision.round, state.clock.ends),
        can_autostart(state) and state.next_start,
    )


def _news_for(state: State, peer: Peer, public: RoomNews) -> RoomNews:
    seat, owner = state.seats.number_of(peer.guest), state.owns(peer.guest)
    if owner:
        return replace(
            public,
            you=seat,
            code=state.services.code,
            code_pauses=state.code_pauses,
            removed=len(state.removed),
            ways=state.ways,
        )
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
        watchers=watching,
        paused=state.paused,
        saved=state.saved,
        seeded=state.seeded,
        waiting_for=(pending.seats if pending else ()) or awaited_seats(state),
        milliseconds_left=None if seconds_left is None else round(seconds_left * 1000),
        ready=ready_seats(state),
        ways=tuple(way for way in state.ways if way.port is not None),
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
    if wanted is None or state.phase != "lobby" or (state.setup.once and state.games_finished):
        return False
    taken = state.seats.taken
    present = sum(chair.here for chair in taken)
    return len(taken) > 1 and present >= wanted and (state.person_here() or not state.games_finished)
