"""Who is ready: for the next round in the pause before it, for another game while none is played."""

from sixqp_protocol.messages import SINCE, Ready
from sixqp_tui.host.seats import Chair
from sixqp_tui.host.state import State


def ready_seats(state: State) -> tuple[int, ...]:
    """The seats that are ready. In a pause also those that cannot say so, and so are not waited for."""
    chairs = enumerate(state.seats.taken)
    if state.phase == "playing":
        return tuple(seat for seat, chair in chairs if not awaited(state, chair)) if state.between_rounds else ()
    return tuple(seat for seat, chair in chairs if chair.ready)


def awaited_seats(state: State) -> tuple[int, ...]:
    """The seats that the next round waits for, as long as their players are here; none where no pause is on."""
    if not state.between_rounds:
        return ()
    return tuple(seat for seat, chair in enumerate(state.seats.taken) if awaited(state, chair))


def awaited(state: State, chair: Chair) -> bool:
    """Whether a pause waits for this chair: for its person, but for nobody whose end is older than being ready."""
    if chair.ready or chair.bot or chair.person is None:
        return False
    peer = None if chair.person.peer is None else state.peers.get(chair.person.peer)
    return peer is None or peer.minor_version >= SINCE[Ready]
