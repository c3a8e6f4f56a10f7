"""What each accepted command does to the room: the one place, whether it comes in now or from a journal.

A reducer depends on the command and on what earlier commands have left, and on nothing else: not on chance, not on
the time, not on who is connected. Connections only get their effects from it.
"""

from collections.abc import Callable
from typing import Any

from sixqp_protocol import messages
from sixqp_protocol.messages import ClientMessage, Decision, Hello
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.host.commands import Command
from sixqp_tui.host.errors import demand
from sixqp_tui.host.lifecycle import begin, finish, vacate
from sixqp_tui.host.participants import Participant
from sixqp_tui.host.seats import Chair
from sixqp_tui.host.state import State

ASIDES = (messages.Say, messages.React, messages.Rename, messages.TakeSeat, messages.TakeBack)
"""What is written and does not carry the game on; the room has a ceiling for it."""


def apply(state: State, accepted: Command) -> None:
    """Let an accepted command take effect, with all that follows from it at once."""
    message = accepted.message
    state.non_game_requests += isinstance(message, ASIDES)
    sender = _sender(state, accepted)
    if sender and isinstance(message, messages.Request):
        sender.client = accepted.client
        sender.accepted[accepted.client] = message.id
        sender.has_token = sender.has_token or isinstance(message, Decision)
    _REDUCERS[type(message)](state, accepted, sender)


def _sender(state: State, accepted: Command) -> Participant | None:
    """Who sent it.

    A watcher whom only the journal knows is known again from here on. A bot's hand is new each time that a table is
    opened, and nobody waits for an answer of it.
    """
    if accepted.by_host or isinstance(accepted.message, Hello):
        return None
    if accepted.key:
        return state.by_key(accepted.key)
    found = next((watcher for watcher in state.watchers if watcher.client == accepted.client), None)
    if found is None:
        found = Participant(b"", accepted.name, client=accepted.client, absent_since=state.now)
        state.watchers.append(found)
    return found


def _chair(state: State, accepted: Command) -> Chair:
    assert accepted.seat is not None
    return state.seats.taken[accepted.seat]


# -- who sits where ---------------------------------------------------------------------------------


def _hello(state: State, accepted: Command, _sender: None) -> None:
    assert isinstance(accepted.message, Hello)
    if accepted.seat == len(state.seats.taken):
        _sit(state, accepted, accepted.message)
        return
    chair = _chair(state, accepted)
    if accepted.new_key and chair.person is None:
        _seat(state, accepted, chair)
    elif accepted.new_key and chair.person:
        chair.person.key, chair.person.has_token = accepted.new_key, accepted.by_host
    if not accepted.by_host:
        state.retire_bot(chair)
        if chair.person:
            chair.person.person_id = accepted.person
    state.announce()


def _sit(state: State, accepted: Command, hello: Hello) -> None:
    chair = state.seats.offer(hello.name)
    assert chair is not None
    _seat(state, accepted, chair)
    state.seats.sit(chair)
    state.announce()


def _seat(state: State, accepted: Command, chair: Chair) -> None:
    chair.name = accepted.name
    chair.person = Participant(accepted.new_key, accepted.name, client=accepted.client, absent_since=state.now)
    chair.person.addresses.update(accepted.addresses)
    chair.person.person_id = accepted.person
    if accepted.key:
        state.tally.take_up(accepted.key, chair.person)


def _rename(state: State, accepted: Command, sender: Participant | None) -> None:
    if sender:
        sender.name = accepted.name
    if accepted.seat is not None:
        chair = _chair(state, accepted)
        chair.name = accepted.name
        if accepted.name in state.seats.expected:
            state.seats.give_expected(chair, accepted.name)
    state.announce()


def _take_seat(state: State, accepted: Command, sender: Participant | None) -> None:
    assert isinstance(accepted.message, messages.TakeSeat) and sender
    chair = state.seats.at(accepted.message.seat)
    if chair is None:
        chair = state.seats.offer(accepted.name)
        assert chair is not None
        state.seats.sit(chair)
    if accepted.proved:
        state.tally.take_up(accepted.proved, sender)
    sender.key, sender.name, sender.person_id = accepted.new_key, accepted.name, accepted.person
    sender.addresses.update(accepted.addresses)
    state.retire_bot(chair)
    state.watchers.remove(sender)
    chair.person, chair.name, chair.ready = sender, sender.name, False
    state.announce()


def _leave(state: State, accepted: Command, sender: Participant | None) -> None:
    if sender and sender.peer is not None:
        state.dismiss(sender.peer, Farewell.LEFT)
    if sender in state.watchers:
        state.watchers.remove(sender)
    elif accepted.by_host:
        vacate(state, _chair(state, accepted))
    elif sender and (chair := state.seats.of(sender)) and chair.person is sender:
        _leave_chair(state, chair)


def _leave_chair(state: State, chair: Chair) -> None:
    chair.ready = False
    if chair.owner:
        state.left_open = True
        _go_on(state)
    if state.phase == "playing":
        chair.bot = chair.bot or state.new_bot("medium", chair.name)
    elif not chair.owner:
        vacate(state, chair)


def _set_seat(state: State, accepted: Command, _sender: Participant | None) -> None:
    request = accepted.message
    assert isinstance(request, messages.SetSeat)
    chair = state.seats.at(request.seat)
    if request.to == "kick":
        assert chair is not None
        _kick(state, accepted, request, chair)
    elif request.to == "open":
        _open(state, request.seat, chair)
    elif chair is None:
        if not accepted.by_host:
            state.seats.unexpect(request.seat)
        state.add_bot(request.level, accepted.name)
    else:
        state.retire_bot(chair)
        chair.bot = state.new_bot(request.level, chair.name)
    state.announce()


def _open(state: State, seat: int, chair: Chair | None) -> None:
    if chair is None:
        if not state.seats.unexpect(seat):
            state.removed.clear()
    else:
        chair.expected_as = None
        vacate(state, chair)


def _kick(state: State, accepted: Command, request: messages.SetSeat, chair: Chair) -> None:
    kicked, chair.expected_as = chair.person, None
    if kicked:
        kicked.addresses.update(accepted.addresses)
        state.removed.append(kicked)
    if kicked and kicked.peer is not None:
        state.dismiss(kicked.peer, Farewell.KICKED)
    if state.phase == "lobby":
        vacate(state, chair)
    else:
        chair.person, chair.ready = None, False
        chair.bot = chair.bot or state.new_bot(request.level, chair.name)


# -- what the table plays ---------------------------------------------------------------------------


def _decide(state: State, accepted: Command, _sender: Participant | None) -> None:
    decision, seat, play = accepted.message, accepted.seat, state.play
    assert isinstance(decision, Decision) and seat is not None and play is not None
    batch, game = play.decide(seat, decision, stood_in=accepted.by_host)
    state.happen(batch, game)
    if state.overtime(state.now):
        state.announce()
    if game.pending is None:
        finish(state)


def _ready(state: State, _accepted: Command, sender: Participant | None) -> None:
    chair = state.seats.of(sender) if sender else None
    assert chair is not None
    chair.ready = True
    state.announce()


def _next_round(state: State, accepted: Command, _sender: Participant | None) -> None:
    request, play = accepted.message, state.play
    assert isinstance(request, messages.NextRound) and play is not None
    demand(request == at_hand(request, play.game.table), Refusal.STALE)
    batch, game = play.game.next_round()
    for chair in state.seats.taken:
        chair.ready = False
    state.happen(batch, game)
    state.announce()


def _start(state: State, accepted: Command, _sender: Participant | None) -> None:
    state.non_game_requests = 0
    begin(state, accepted.seed)


def _set_rules(state: State, accepted: Command, _sender: Participant | None) -> None:
    assert isinstance(accepted.message, messages.SetRules)
    state.settings = accepted.message.settings
    state.seats.count = state.settings.seats
    if state.phase == "playing" and not state.between_rounds:
        state.start_clock()
    state.announce()


def _pause(state: State, _accepted: Command, _sender: Participant | None) -> None:
    if not state.paused:
        state.paused = True
        state.hold_clock()
        state.announce()


def _resume(state: State, _accepted: Command, _sender: Participant | None) -> None:
    _go_on(state)


def _go_on(state: State) -> None:
    if state.paused:
        state.paused = False
        state.hold_clock()
        state.announce()


def _close_table(state: State, _accepted: Command, _sender: Participant | None) -> None:
    for number in tuple(state.peers):
        state.dismiss(number, Farewell.CLOSED)
    state.closed = True


def _pass_on(_state: State, _accepted: Command, _sender: Participant | None) -> None:
    """It was told to everybody; nothing of it lasts."""


_REDUCERS: dict[type[ClientMessage], Callable[[State, Command, Any], None]] = {
    messages.Hello: _hello,
    messages.ChooseCard: _decide,
    messages.TakeBack: _decide,
    messages.DraftCard: _decide,
    messages.ChooseRow: _decide,
    messages.SetRules: _set_rules,
    messages.SetSeat: _set_seat,
    messages.Start: _start,
    messages.Pause: _pause,
    messages.Resume: _resume,
    messages.Ready: _ready,
    messages.NextRound: _next_round,
    messages.Rename: _rename,
    messages.TakeSeat: _take_seat,
    messages.Say: _pass_on,
    messages.React: _pass_on,
    messages.Leave: _leave,
    messages.CloseTable: _close_table,
}
