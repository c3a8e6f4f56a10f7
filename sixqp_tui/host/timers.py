"""What happens by itself as time passes: stand-ins, chairs freed, bots that return, games and rounds begun."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Final

from sixqp_protocol.messages import Leave, NextRound, SetSeat, Start
from sixqp_tui.engine.table import NextRoundWanted
from sixqp_tui.host.commands import Command
from sixqp_tui.host.gate import HostedGame
from sixqp_tui.host.participants import Chair, Participant, bot_name
from sixqp_tui.host.requests import enact
from sixqp_tui.host.snapshot import awaited_seats, can_autostart
from sixqp_tui.host.state import State

ABSENCE = 60.0
"""Seconds for which an absent person's chair is kept in the lobby, and the game waits for an absent player."""
RESULT_SECONDS: Final = 60.0
"""Seconds after the end of a table's one game for which it waits for absent players."""


def run_due(state: State) -> None:
    _forget_watchers(state)
    while not state.closed:
        if not (_advance_game(state) if state.phase == "playing" else _advance_lobby(state)):
            return


def next_moment(state: State) -> float | None:
    if state.closed:
        return None
    stands = state.paused or state.still
    moments = [] if stands else _game_moments(state) if state.phase == "playing" else _lobby_moments(state)
    moment = min(moments, default=inf)
    return None if moment == inf else moment


# -- in a game --------------------------------------------------------------------------------------------


def _advance_game(state: State) -> bool:
    play = state.play
    assert play is not None
    pending = play.game.pending
    assert pending is not None
    decision = play.game.table.decision_id
    if decision != state.decision:
        state.decision, state.decision_since = decision, state.now
        state.start_clock()
    if state.paused or state.still:
        return False
    if isinstance(pending, NextRoundWanted):
        return _end_pause(state, play)
    due = tuple(seat for seat in pending.seats if _waits_until(state, seat) <= state.now)
    for seat in due:
        enact(state, Command(play.stand_in(seat), seat, by_host=True))
    return bool(due)


def _end_pause(state: State, play: HostedGame) -> bool:
    if _pause_over_at(state) > state.now:
        return False
    enact(state, Command(NextRound(round=play.game.table.round + 1), None, by_host=True))
    return True


def _pause_over_at(state: State) -> float:
    awaited = awaited_seats(state)
    if state.gathering:
        return (state.clock.ends or inf) if awaited else -inf
    return max((_waits_until(state, seat) for seat in awaited), default=-inf)


def _game_moments(state: State) -> list[float]:
    pending = state.play.game.pending if state.play else None
    if isinstance(pending, NextRoundWanted):
        return [_pause_over_at(state)]
    return [_waits_until(state, seat) for seat in pending.seats] if pending else []


def _waits_until(state: State, seat: int) -> float:
    """Its clock, or 60 s for an absent player; in the last turn, nobody decides anything.

    Between rounds, the clock is that of the pause. Nobody waits any longer for those who are long
    away, once all others have decided.
    """
    if state.play and state.play.game.table.in_last_turn:
        return inf if state.last_card_clock.ends is None else state.last_card_clock.ends
    ends = inf if state.clock.ends is None else state.clock.ends
    since = _away_since(state, seat)
    if since is None:
        return ends
    if state.now < since + ABSENCE:
        return min(ends, since + ABSENCE)
    return ends if any(map(partial(_may_decide, state), _pending_seats(state))) else -inf


def _pending_seats(state: State) -> tuple[int, ...]:
    pending = state.play.game.pending if state.play else None
    return awaited_seats(state) if isinstance(pending, NextRoundWanted) else pending.seats if pending else ()


def _may_decide(state: State, seat: int) -> bool:
    since = _away_since(state, seat)
    return since is None or state.now < since + ABSENCE


def _away_since(state: State, seat: int) -> float | None:
    """None if whoever decides for the seat is connected."""
    driver = state.seats.taken[seat].driver
    if driver is None or driver.peer is not None:
        return None
    return state.decision_since if driver.absent_since is None else driver.absent_since


# -- in the lobby -----------------------------------------------------------------------------------------


def _advance_lobby(state: State) -> bool:
    for chair in tuple(state.seats.taken):
        if _kept_until(state, chair) <= state.now:
            enact(state, Command(Leave(), state.seats.taken.index(chair), by_host=True))
    while _lacks_bot(state):
        bot = SetSeat(seat=len(state.seats.taken), to="bot", level=state.setup.level)
        enact(state, Command(bot, None, by_host=True, name=bot_name(state.names())))
    if not can_autostart(state):
        return False
    if state.next_start > state.now:
        return False
    enact(state, Command(Start(), None, by_host=True, seed=state.services.seed_of(state.next_number)))
    return True


def _lacks_bot(state: State) -> bool:
    """Whether a chair is free whose bot made room for a person who has left.

    At a table without an owner, nobody else would seat it again.
    """
    setup, seats = state.setup, state.seats
    if setup.autostart is None or (state.setup.once and state.games_finished):
        return False
    return len(seats.bots) < setup.bots and len(seats.taken) < seats.count


def _lobby_moments(state: State) -> list[float]:
    kept = [_kept_until(state, chair) for chair in state.seats.taken]
    return [*kept, state.next_start] if can_autostart(state) else kept


def _kept_until(state: State, chair: Chair) -> float:
    absent = chair.person
    if absent is None or chair.owner or absent.peer is not None or absent.absent_since is None:
        return inf
    return absent.absent_since + ABSENCE


def _forget_watchers(state: State) -> None:
    state.watchers[:] = [
        watcher
        for watcher in state.watchers
        if watcher.peer is not None or state.now < (watcher.absent_since or 0.0) + ABSENCE
    ]


# -- when a table is over ---------------------------------------------------------------------------------


class ResultDelivery:
    """Remembers who has read the end of a table's one game."""

    def __init__(self) -> None:
        self._informed: set[Participant] = set()
        self._ended_at: float | None = None

    def is_complete(self, state: State, has_read: Callable[[int], bool], now: float) -> bool:
        """`has_read` says whether a peer has read everything.

        The table waits for connected people, and up to RESULT_SECONDS for absent players who haven't left.
        """
        if state.phase == "playing" or not state.games_finished:
            return False
        if self._ended_at is None:
            self._ended_at = now
        behind = False
        for peer in state.peers.values():
            if peer.sent >= len(state.stream_of(peer.guest)) and has_read(peer.number):
                self._informed.add(peer.guest)
            else:
                behind = True
        players = [chair.person for chair in state.seats.taken if chair.person and not chair.bot]
        absent = [player for player in players if player.peer is None]
        all_informed = not behind and self._informed.issuperset(absent)
        return all_informed or now - self._ended_at >= RESULT_SECONDS
