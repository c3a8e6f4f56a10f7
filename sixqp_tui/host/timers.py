"""What happens by itself as time goes on: clocks, absences, stand-ins, chairs freed, bots back, games begun."""

from collections.abc import Callable
from math import inf

from sixqp_protocol.messages import Leave, NextRound, SetSeat, Start
from sixqp_tui.engine.pending import NextRoundWanted
from sixqp_tui.host.apply import apply
from sixqp_tui.host.autostart import lacks_bot, ready
from sixqp_tui.host.commands import Command
from sixqp_tui.host.hosted_game import HostedGame
from sixqp_tui.host.lifecycle import next_number
from sixqp_tui.host.names import bot_name
from sixqp_tui.host.readiness import awaited_seats
from sixqp_tui.host.seats import Chair
from sixqp_tui.host.state import State

ABSENCE = 60.0
"""Seconds for which a chair in the lobby is held, and a player who is away is waited for."""

Seeds = Callable[[int], str]


def settle(state: State, seeds: Seeds) -> None:
    """Do everything that is due at the moment of the input, until somebody must decide or time must pass."""
    _forget_watchers(state)
    while not (state.closed or state.stalled) and (
        _play_on(state) if state.phase == "playing" else _tend_lobby(state, seeds)
    ):
        pass


def next_moment(state: State) -> float | None:
    """When something will be due by itself; None where nothing is."""
    if state.closed or state.held:
        return None
    moments = _play_moments(state) if state.phase == "playing" else _lobby_moments(state)
    moment = min(moments, default=inf)
    return None if moment == inf else moment


def _play_on(state: State) -> bool:
    play = state.play
    assert play is not None
    pending = play.game.pending
    assert pending is not None
    asked = play.game.table.decision_id
    if asked != state.asked:
        state.asked, state.asked_at = asked, state.now
        state.start_clock()
        state.announce()
    if state.paused:
        return False
    if isinstance(pending, NextRoundWanted):
        return _end_pause(state, play)
    due = tuple(seat for seat in pending.seats if _waits_until(state, seat) <= state.now)
    for seat in due:
        _stand_in(state, play, seat)
    return bool(due)


def _end_pause(state: State, play: HostedGame) -> bool:
    """Deal the next round when nobody is waited for any more; whether it was."""
    if _pause_over_at(state) > state.now:
        return False
    _let_happen(state, Command(NextRound(round=play.game.table.round + 1), None, by_host=True))
    return True


def _pause_over_at(state: State) -> float:
    return max((_waits_until(state, seat) for seat in awaited_seats(state)), default=-inf)


def _stand_in(state: State, play: HostedGame, seat: int) -> None:
    _let_happen(state, Command(play.stand_in(seat), seat, by_host=True))


def _play_moments(state: State) -> list[float]:
    pending = state.play.game.pending if state.play else None
    if isinstance(pending, NextRoundWanted):
        return [_pause_over_at(state)]
    return [_waits_until(state, seat) for seat in pending.seats] if pending else []


def _waits_until(state: State, seat: int) -> float:
    """Until when this seat is waited for: its clock and then its time bank, and for who is away not over 60 s.

    In a pause between rounds it is the time of the pause.

    While no person at all is here, the absent are given the whole clock at every decision (60 s where there
    is none): a table that everybody lost for a moment must not play itself to the end in that moment.
    """
    ends = inf if state.clock.ends is None else state.clock.ends
    if state.banks and not state.between_rounds and (bank := state.bank_of(seat)):
        ends = max(ends, state.now) + bank
    driver = state.seats.taken[seat].driver
    if driver is None or driver.peer is not None:
        return ends
    since = state.asked_at if driver.absent_since is None else driver.absent_since
    if state.person_here():
        return min(ends, since + ABSENCE)
    return max(since, state.asked_at) + ABSENCE if ends == inf else ends


def _tend_lobby(state: State, seeds: Seeds) -> bool:
    for chair in tuple(state.seats.taken):
        if _held_until(chair) <= state.now:
            _let_happen(state, Command(Leave(), state.seats.taken.index(chair), by_host=True))
    while lacks_bot(state):
        coming = SetSeat(seat=len(state.seats.taken), to="bot", level=state.setup.level)
        _let_happen(state, Command(coming, None, by_host=True, name=bot_name(state.names())))
    if not (ready(state) and state.next_start <= state.now):
        return False
    number = next_number(state)
    _let_happen(state, Command(Start(), None, by_host=True, game=number, seed=seeds(number)))
    return True


def _let_happen(state: State, due: Command) -> None:
    state.accept(due)
    apply(state, due)


def _lobby_moments(state: State) -> list[float]:
    held = [_held_until(chair) for chair in state.seats.taken]
    return [*held, state.next_start] if ready(state) else held


def _held_until(chair: Chair) -> float:
    away = chair.person
    if away is None or chair.owner or away.peer is not None or away.absent_since is None:
        return inf
    return away.absent_since + ABSENCE


def _forget_watchers(state: State) -> None:
    state.watchers[:] = [
        watcher
        for watcher in state.watchers
        if watcher.peer is not None or state.now < (watcher.absent_since or 0.0) + ABSENCE
    ]
