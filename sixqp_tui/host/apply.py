"""What each accepted command does to the room, now or from a journal.

A reducer only depends on the command and what earlier commands left behind: not on chance, time, or who is
connected.
"""

from collections.abc import Callable, Iterable
from typing import Any

from sixqp_protocol import messages
from sixqp_protocol.messages import ClientMessage, Decision, Hello
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.game import Batch, Game, IllegalDecision
from sixqp_tui.host.commands import Command, Denied
from sixqp_tui.host.gate import HostedGame
from sixqp_tui.host.participants import Chair, Participant
from sixqp_tui.host.rate_limit import OF_PERSON
from sixqp_tui.host.snapshot import send_news
from sixqp_tui.host.state import State

NON_GAME_REQUESTS = tuple(OF_PERSON)
"""Requests that fill the journal without advancing the game; the room limits their number."""
BETWEEN_GAMES_SECONDS = 30.0
"""Seconds between two games that begin by themselves."""


def apply(state: State, accepted: Command, decided: tuple[Batch, Game] | None = None) -> None:
    """`decided` is the outcome of a decision, if the caller has already asked the game."""
    message = accepted.message
    state.non_game_requests += isinstance(message, NON_GAME_REQUESTS)
    sender = _sender(state, accepted)
    if sender and isinstance(message, messages.Request):
        sender.accepted.append(message.id)
    if isinstance(message, Decision):
        _decide(state, accepted, message, decided)
    else:
        _REDUCERS[type(message)](state, accepted, message, sender)


def _sender(state: State, accepted: Command) -> Participant | None:
    """None for the host, a Hello, and a bot of an earlier process, whose key has changed.

    A watcher whom only the journal knows becomes known here.
    """
    if accepted.by_host or isinstance(accepted.message, Hello):
        return None
    found = state.by_key(accepted.key)
    if found is None and accepted.seat is None:
        found = Participant(accepted.key, accepted.name, absent_since=state.now)
        state.watchers.append(found)
    return found


def _chair(state: State, accepted: Command) -> Chair:
    assert accepted.seat is not None
    return state.seats.taken[accepted.seat]


# -- chairs -----------------------------------------------------------------------------------------------


def _hello(state: State, accepted: Command, hello: Hello, _sender: None) -> None:
    if accepted.seat == len(state.seats.taken):
        _sit(state, accepted, hello)
        return
    chair = _chair(state, accepted)
    if chair.person and chair.person.reserved:
        chair.person.key, chair.person.reserved, chair.person.claimed = hello.key, False, True
        chair.person.addresses.update(accepted.addresses)
    elif accepted.by_host and chair.person:
        chair.person.key = hello.key
    else:
        state.retire_bot(chair)
        if chair.person is None:
            _seat(state, accepted, hello, chair)
    state.announce()


def _sit(state: State, accepted: Command, hello: Hello) -> None:
    chair = state.seats.offer(hello.name)
    assert chair is not None
    _seat(state, accepted, hello, chair)
    state.seats.take(chair)
    state.announce()


def _seat(state: State, accepted: Command, hello: Hello, chair: Chair) -> None:
    chair.name = accepted.name
    chair.person = Participant(hello.key, accepted.name, absent_since=state.now)
    chair.person.addresses.update(accepted.addresses)
    state.tally.continue_line(chair.person)


def _rename(state: State, accepted: Command, _request: messages.Rename, sender: Participant | None) -> None:
    if sender:
        sender.name = accepted.name
    if accepted.seat is not None:
        chair = _chair(state, accepted)
        if chair.bot and chair.person is None:
            state.tally.rename_bot(chair.name, accepted.name)
            chair.bot.guest.name = accepted.name
        chair.name = accepted.name
        if accepted.name in state.seats.expected:
            state.seats.assign_expected(chair, accepted.name)
    state.announce()


def _take_seat(state: State, accepted: Command, request: messages.TakeSeat, sender: Participant | None) -> None:
    assert sender
    chair = state.seats.at(request.seat)
    if chair is None:
        chair = state.seats.offer(accepted.name)
        assert chair is not None
        state.seats.take(chair)
    state.tally.continue_line(sender)
    sender.addresses.update(accepted.addresses)
    state.retire_bot(chair)
    state.watchers.remove(sender)
    chair.person, chair.name, chair.ready = sender, sender.name, False
    state.announce()


def _leave(state: State, accepted: Command, _request: messages.Leave, sender: Participant | None) -> None:
    if sender and sender.peer is not None:
        state.dismiss(sender.peer, Farewell.LEFT)
    if sender in state.watchers:
        state.watchers.remove(sender)
    elif accepted.by_host:
        _vacate(state, _chair(state, accepted))
    elif sender and (chair := state.seats.of(sender)) and chair.person is sender:
        _leave_chair(state, chair)


def _leave_chair(state: State, chair: Chair) -> None:
    chair.ready = False
    if chair.owner:
        state.left_open = True
        _set_paused(state, False)
    if state.phase == "playing":
        chair.bot = chair.bot or state.new_bot("medium", chair.name)
    elif not chair.owner:
        _vacate(state, chair)


def _set_seat(state: State, accepted: Command, request: messages.SetSeat, _sender: Participant | None) -> None:
    chair = state.seats.at(request.seat)
    if request.to == "kick":
        assert chair is not None
        _kick(state, accepted, request, chair)
    elif request.to == "open":
        _open(state, request.seat, chair)
    elif chair is None:
        if not accepted.by_host:
            state.seats.cancel_expected(request.seat)
        state.add_bot(request.level, accepted.name)
    else:
        state.retire_bot(chair)
        chair.bot = state.new_bot(request.level, chair.name)
    state.announce()


def _open(state: State, seat: int, chair: Chair | None) -> None:
    if chair is None:
        if not state.seats.cancel_expected(seat):
            state.removed.clear()
    else:
        chair.expected_as = None
        _vacate(state, chair)


def _kick(state: State, accepted: Command, request: messages.SetSeat, chair: Chair) -> None:
    kicked, chair.expected_as = chair.person, None
    if kicked:
        kicked.addresses.update(accepted.addresses)
        state.removed.append(kicked)
        state.saw_hands.append((kicked, request.seat))
    if kicked and kicked.peer is not None:
        state.dismiss(kicked.peer, Farewell.KICKED)
    if kicked and kicked.claimed:
        key, way = state.draw_key(), kicked.way
        chair.person = Participant(key, chair.name, absent_since=state.now, way=way, reserved=True)
        state.tally.pass_on(kicked, chair.person)
    elif state.phase == "lobby":
        _vacate(state, chair)
    else:
        chair.person, chair.ready = None, False
        chair.bot = chair.bot or state.new_bot(request.level, chair.name)


def _vacate(state: State, chair: Chair) -> None:
    state.retire_bot(chair)
    state.seats.free(chair)
    state.announce()


# -- the game ---------------------------------------------------------------------------------------------


def next_number(state: State) -> int:
    return 1 + (state.play.number if state.play else 0)


def _start(state: State, accepted: Command, _request: messages.Start, _sender: Participant | None) -> None:
    """Every stream restarts.

    The news goes first, because no fact tells the reader of a draft where they sit (5.2).
    """
    state.non_game_requests = 0
    send_news(state)
    chairs = state.seats.taken
    state.play = HostedGame(next_number(state), accepted.seed, len(chairs))
    state.phase, state.decision = "playing", None
    for seat, chair in enumerate(chairs):
        chair.played, chair.ready = seat, False
        if chair.driver and chair.driver.peer is None and chair.driver.absent_since is None:
            chair.driver.absent_since = state.now
    for peer in state.peers.values():
        peer.sent = 0
    names, pauses = tuple(chair.name for chair in chairs), state.settings.pause != 0
    state.publish(*Game.start(state.settings.rules, names, accepted.seed, pauses))
    state.announce()


def _decide(state: State, accepted: Command, decision: Decision, decided: tuple[Batch, Game] | None = None) -> None:
    seat, play = accepted.seat, state.play
    assert seat is not None and play is not None
    stood_in = accepted.by_host and not play.game.table.in_last_turn
    batch, game = decided or play.decide(seat, decision, stood_in)
    state.publish(batch, game)
    if game.pending is None:
        _finish(state)


def _finish(state: State) -> None:
    """Return to the lobby with the same seats; absent players get their whole time again."""
    state.phase, state.paused, state.decision = "lobby", False, None
    state.games_finished += 1
    state.clock.start(None, state.now)
    state.next_start = state.now + BETWEEN_GAMES_SECONDS
    for chair in state.seats.taken:
        if chair.person and chair.person.peer is None:
            chair.person.absent_since = state.now
    state.announce()


def _ready(state: State, _accepted: Command, _request: messages.Ready, sender: Participant | None) -> None:
    chair = state.seats.of(sender) if sender else None
    assert chair is not None
    chair.ready = True
    state.announce()


def _next_round(state: State, _accepted: Command, request: messages.NextRound, _sender: Participant | None) -> None:
    play = state.play
    assert play is not None
    if request != at_hand(request, play.game.table):
        raise Denied(Refusal.STALE)
    state.gathering = False
    batch, game = play.game.next_round()
    for chair in state.seats.taken:
        chair.ready = False
    state.publish(batch, game)
    state.announce()


def _play_on(state: State, _accepted: Command, _request: messages.PlayOn, _sender: Participant | None) -> None:
    state.plays_on = True


def _set_rules(state: State, _accepted: Command, request: messages.SetRules, _sender: Participant | None) -> None:
    state.settings = request.settings
    state.seats.count = state.settings.seats
    if state.phase == "playing" and not state.between_rounds:
        state.start_clock()
    state.announce()


def _set_paused(state: State, paused: bool) -> None:
    if state.paused != paused:
        state.paused = paused
        state.update_clock()
        state.announce()


def _close_table(
    state: State, _accepted: Command, _request: messages.CloseTable, _sender: Participant | None
) -> None:
    for number in tuple(state.peers):
        state.dismiss(number, Farewell.CLOSED)
    state.closed = True


_REDUCERS: dict[type[ClientMessage], Callable[[State, Command, Any, Any], None]] = {
    messages.Hello: _hello,
    messages.SetRules: _set_rules,
    messages.SetSeat: _set_seat,
    messages.Start: _start,
    messages.Pause: lambda state, *_: _set_paused(state, True),
    messages.Resume: lambda state, *_: _set_paused(state, False),
    messages.Ready: _ready,
    messages.NextRound: _next_round,
    messages.PlayOn: _play_on,
    messages.Rename: _rename,
    messages.TakeSeat: _take_seat,
    messages.Say: lambda *_: None,  # everybody has been sent it, and nothing of it lasts
    messages.Leave: _leave,
    messages.CloseTable: _close_table,
}


# -- replay -----------------------------------------------------------------------------------------------


class CannotReplay(Exception):
    """A command can't have been accepted at this table; `number` is its place in the journal, from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(f"command {number} cannot have been accepted here")
        self.number = number


def replay_commands(state: State, commands: Iterable[Command], now: float) -> None:
    """Apply a journal's commands to a new state. Raises CannotReplay."""
    state.now = now
    for number, accepted in enumerate(commands, 1):
        try:
            apply(state, accepted)
        except (IllegalDecision, Denied, AssertionError, IndexError, ValueError, KeyError) as error:
            raise CannotReplay(number) from error
    state.out.clear()
    _reopen(state)


def _reopen(state: State) -> None:
    """Nobody is here, and all times start counting now."""
    state.closed = state.left_open = False
    for guest in state.guests():
        guest.absent_since = state.now
    if state.games_finished:
        state.next_start = state.now + BETWEEN_GAMES_SECONDS
    if state.phase == "playing" and state.play:
        state.decision, state.decision_since = state.play.game.table.decision_id, state.now
        state.start_clock()
