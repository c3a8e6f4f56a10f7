"""What each request does: how the host completes it to a command, and what that command does to the room.

Who may make which one when is in `engine/permissions.py`. A command has what its request lacks: names, keys, seeds.
Its effect depends on nothing but the command and what earlier ones left behind, because journals repeat it.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.messages import AnyRequest, Decision, Hello, Way
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.engine.decisions import Forbidden, at_hand
from sixqp_tui.engine.game import Batch, Game, IllegalDecision
from sixqp_tui.engine.permissions import Standing, bar, refusal, standing_of
from sixqp_tui.engine.table import Table
from sixqp_tui.host.commands import Command
from sixqp_tui.host.gate import HostedGame
from sixqp_tui.host.participants import Chair, Participant, Peer, bot_name, unique
from sixqp_tui.host.rate_limit import OF_PERSON
from sixqp_tui.host.snapshot import room_news, send_news, welcome
from sixqp_tui.host.state import State

NON_GAME_REQUESTS = tuple(OF_PERSON)
"""Requests that fill the journal without advancing the game; the room limits their number."""
BETWEEN_GAMES_SECONDS = 30.0
"""Seconds between two games that begin by themselves."""


def answer(state: State, peer: Peer, request: AnyRequest) -> Forbidden | None:
    """Grant this request, or return why it is refused, without having changed anything."""
    if isinstance(request, Decision):
        return _answer_decision(state, peer, request)
    table = state.play.game.table if state.play else Table()
    if forbidden := refusal(request, standing_of(room_news(state, peer), table)):
        return forbidden
    command = _complete(state, peer.guest, request)
    if isinstance(command, Forbidden):
        return command
    _grant(state, peer, request, command)
    if isinstance(request, messages.TakeSeat):
        welcome(state, peer)
    elif isinstance(request, messages.Say):
        _tell_everybody(state, peer.guest, request)
    return None


def _answer_decision(state: State, peer: Peer, decision: Decision) -> Forbidden | None:
    """A decision takes less time than all of a standing, so it gets what it depends on."""
    seat, play = state.seats.number_of(peer.guest), state.play
    if forbidden := bar(type(decision), Standing(state.phase, seat, paused=state.paused)):
        return forbidden
    assert play is not None and seat is not None
    if decision.game != play.number:
        return Forbidden(Refusal.STALE)
    try:
        decided = play.decide(seat, decision)
    except IllegalDecision as illegal:
        return Forbidden(illegal.code, illegal.article)
    _grant(state, peer, decision, _command(state, peer.guest, decision), decided)
    return None


def _grant(
    state: State, peer: Peer, request: AnyRequest, command: Command, decided: tuple[Batch, Game] | None = None
) -> None:
    """Write, acknowledge and apply a request; after the writing, nothing may fail."""
    state.accept(command)
    state.send(peer.number, messages.Accepted(request.id))
    apply(state, command, decided)


def enact(state: State, command: Command) -> None:
    """Write and apply what the room does by itself, or a Hello."""
    state.accept(command)
    apply(state, command)


def _command(state: State, guest: Participant, request: AnyRequest) -> Command:
    seat = state.seats.number_of(guest)
    return Command(request, seat, key=guest.key, name=guest.name if seat is None else "")


def _complete(state: State, guest: Participant, request: AnyRequest) -> Command | Forbidden:
    command = _command(state, guest, request)
    match request:
        case messages.SetSeat():
            return _complete_set_seat(state, command, request)
        case messages.Start():
            return replace(command, seed=state.services.seed_of(state.next_number))
        case messages.Rename():
            return _complete_rename(state, command, request, guest)
        case messages.TakeSeat():
            return _complete_take_seat(state, command, request, guest)
        case messages.Say():
            return replace(command, message=messages.Say(id=request.id))
    return command


def apply(state: State, command: Command, decided: tuple[Batch, Game] | None = None) -> None:  # noqa: C901, PLR0912, PLR0915
    """`decided` is the outcome of a decision, if the caller has already asked the game."""
    message, sender = command.message, _sender(state, command)
    state.non_game_requests += isinstance(message, NON_GAME_REQUESTS)
    if sender and isinstance(message, messages.Request):
        sender.accepted.append(message.id)
    match message:
        case Hello():
            _hello(state, command, message)
        case messages.SetRules(settings=settings):
            _set_rules(state, settings)
        case messages.SetSeat():
            _set_seat(state, command, message)
        case messages.Start():
            _start(state, command.seed)
        case messages.Pause() | messages.Resume():
            _set_paused(state, isinstance(message, messages.Pause))
        case messages.Ready():
            _ready(state, sender)
        case messages.NextRound():
            _next_round(state, message)
        case messages.PlayOn():
            state.plays_on = True
        case messages.Rename():
            _rename(state, command, sender)
        case messages.TakeSeat():
            _take_seat(state, command, message, sender)
        case messages.SetWay(way=way, open=open_wanted):
            _set_way(state, way, open_wanted)
        case messages.Leave():
            _leave(state, command, sender)
        case messages.CloseTable():
            _close_table(state)
        case messages.ChooseCard() | messages.TakeBack() | messages.DraftCard() | messages.ChooseRow():
            _decide(state, command, message, decided)


def _sender(state: State, command: Command) -> Participant | None:
    """None for the host, a Hello, and a bot of an earlier process, whose key has changed.

    A watcher whom only the journal knows becomes known here.
    """
    if command.by_host or isinstance(command.message, Hello):
        return None
    found = state.by_key(command.key)
    if found is None and command.seat is None:
        found = Participant(command.key, command.name, absent_since=state.now)
        state.watchers.append(found)
    return found


def _chair(state: State, command: Command) -> Chair:
    assert command.seat is not None
    return state.seats.taken[command.seat]


# -- Hello -------------------------------------------------------------------------------------------------


def _hello(state: State, command: Command, hello: Hello) -> None:
    if command.seat == len(state.seats.taken):
        chair = state.seats.offer(hello.name)
        assert chair is not None
        _seat(state, command, hello, chair)
        state.seats.take(chair)
    else:
        _return(state, command, hello, _chair(state, command))


def _return(state: State, command: Command, hello: Hello, chair: Chair) -> None:
    if chair.person and chair.person.reserved:
        chair.person.key, chair.person.reserved, chair.person.claimed = hello.key, False, True
        chair.person.addresses.update(command.addresses)
    elif command.by_host and chair.person:
        chair.person.key = hello.key
    else:
        state.retire_bot(chair)
        if chair.person is None:
            _seat(state, command, hello, chair)


def _seat(state: State, command: Command, hello: Hello, chair: Chair) -> None:
    chair.name = command.name
    chair.person = Participant(hello.key, command.name, absent_since=state.now)
    chair.person.addresses.update(command.addresses)
    state.tally.continue_line(chair.person)


# -- Rename ------------------------------------------------------------------------------------------------


def free_name(state: State, name: str) -> None:
    """In the lobby, rename the bot with this name: people's names come first."""
    for seat, chair in enumerate(state.seats.taken):
        if chair.person is None and chair.name.casefold() == name.casefold():
            other = bot_name(state.names())
            enact(state, Command(messages.Rename(name=other), seat, by_host=True, name=other))


def _complete_rename(state: State, command: Command, request: messages.Rename, guest: Participant) -> Command:
    free_name(state, request.name)
    others = list(state.names())
    others.remove(guest.name)
    name = request.name
    kept = next((each for each in state.seats.expected if each.casefold() == name.casefold()), None)
    if kept is not None and command.seat is not None:
        others.remove(kept)
        name = kept
    name = unique(name, others)
    return replace(command, message=replace(request, name=name), name=name)


def _rename(state: State, command: Command, sender: Participant | None) -> None:
    if sender:
        sender.name = command.name
    if command.seat is not None:
        chair = _chair(state, command)
        if chair.bot and chair.person is None:
            state.tally.rename_bot(chair.name, command.name)
            chair.bot.name = command.name
        chair.name = command.name
        if command.name in state.seats.expected:
            state.seats.assign_expected(chair, command.name)


# -- TakeSeat ----------------------------------------------------------------------------------------------


def _complete_take_seat(
    state: State, command: Command, request: messages.TakeSeat, guest: Participant
) -> Command | Forbidden:
    if state.saw_another_hand(guest, request.seat):
        return Forbidden(Refusal.HAD_SEAT)
    return replace(command, addresses=tuple(sorted(guest.addresses)))


def _take_seat(state: State, command: Command, request: messages.TakeSeat, sender: Participant | None) -> None:
    assert sender
    chair = state.seats.at(request.seat)
    if chair is None:
        chair = state.seats.offer(command.name)
        assert chair is not None
        state.seats.take(chair)
    state.tally.continue_line(sender)
    sender.addresses.update(command.addresses)
    state.retire_bot(chair)
    state.watchers.remove(sender)
    chair.person, chair.name, chair.ready = sender, sender.name, False


# -- Say ---------------------------------------------------------------------------------------------------


def _tell_everybody(state: State, guest: Participant, request: messages.Say) -> None:
    text = "" if request.reaction else request.text
    said = messages.Said(state.seats.number_of(guest), guest.name, text, request.reaction)
    for number in state.peers:
        state.send(number, said)
    for chair in state.seats.taken:
        if chair.person:
            chair.person.hear(said)


# -- SetWay ------------------------------------------------------------------------------------------------


def _set_way(state: State, way: Way, open_wanted: bool) -> None:
    if open_wanted:
        state.wanted.setdefault(way, None)
    else:
        state.wanted.pop(way, None)


# -- Leave, CloseTable -------------------------------------------------------------------------------------


def _leave(state: State, command: Command, sender: Participant | None) -> None:
    if sender and sender.peer is not None:
        state.dismiss(sender.peer, Farewell.LEFT)
    if sender in state.watchers:
        state.watchers.remove(sender)
    elif command.by_host:
        _vacate(state, _chair(state, command))
    elif sender and (chair := state.seats.of(sender)) and chair.person is sender:
        _leave_chair(state, chair)


def _leave_chair(state: State, chair: Chair) -> None:
    chair.ready = False
    if chair.owner:
        _set_paused(state, False)
    if state.phase == "playing":
        chair.bot = chair.bot or state.new_bot("medium", chair.name)
    elif not chair.owner:
        _vacate(state, chair)


def _vacate(state: State, chair: Chair) -> None:
    state.retire_bot(chair)
    state.seats.free(chair)


def _close_table(state: State) -> None:
    for number in tuple(state.peers):
        state.dismiss(number, Farewell.CLOSED)
    state.closed = True


# -- SetSeat -----------------------------------------------------------------------------------------------


def _complete_set_seat(state: State, command: Command, request: messages.SetSeat) -> Command:
    chair = state.seats.at(request.seat)
    removed = chair.person if chair and request.to == "kick" else None
    name = bot_name(state.names()) if chair is None else chair.name
    return replace(command, name=name, addresses=tuple(sorted(removed.addresses)) if removed else ())


def _set_seat(state: State, command: Command, request: messages.SetSeat) -> None:
    chair = state.seats.at(request.seat)
    if request.to == "kick":
        assert chair is not None
        _kick(state, command, request, chair)
    elif request.to == "open":
        _open(state, request.seat, chair)
    elif chair is None:
        if not command.by_host:
            state.seats.cancel_expected(request.seat)
        state.add_bot(request.level, command.name)
    else:
        state.retire_bot(chair)
        chair.bot = state.new_bot(request.level, chair.name)


def _open(state: State, seat: int, chair: Chair | None) -> None:
    if chair is None:
        if not state.seats.cancel_expected(seat):
            state.removed.clear()
    else:
        chair.expected_as = None
        _vacate(state, chair)


def _kick(state: State, command: Command, request: messages.SetSeat, chair: Chair) -> None:
    kicked, chair.expected_as = chair.person, None
    if kicked:
        kicked.addresses.update(command.addresses)
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


# -- Start, Ready, NextRound -------------------------------------------------------------------------------


def _start(state: State, seed: str) -> None:
    """Every stream restarts.

    The news goes first, because no fact tells the reader of a draft where they sit (5.2).
    """
    state.non_game_requests = 0
    send_news(state)
    chairs = state.seats.taken
    state.play, state.decision = HostedGame(state.next_number, seed, len(chairs)), None
    for seat, chair in enumerate(chairs):
        chair.played, chair.ready = seat, False
        if chair.driver and chair.driver.peer is None and chair.driver.absent_since is None:
            chair.driver.absent_since = state.now
    for peer in state.peers.values():
        peer.sent = 0
    names, pauses = tuple(chair.name for chair in chairs), state.settings.pause != 0
    state.publish(*Game.start(state.settings.rules, names, seed, pauses))


def _ready(state: State, sender: Participant | None) -> None:
    chair = state.seats.of(sender) if sender else None
    assert chair is not None
    chair.ready = True


def _next_round(state: State, request: messages.NextRound) -> None:
    play = state.play
    assert play is not None and request == at_hand(request, play.game.table)
    state.gathering = False
    batch, game = play.game.next_round()
    for chair in state.seats.taken:
        chair.ready = False
    state.publish(batch, game)


# -- decisions ---------------------------------------------------------------------------------------------


def _decide(state: State, command: Command, decision: Decision, decided: tuple[Batch, Game] | None = None) -> None:
    seat, play = command.seat, state.play
    assert seat is not None and play is not None
    stood_in = command.by_host and not play.game.table.in_last_turn
    batch, game = decided or play.decide(seat, decision, stood_in)
    state.publish(batch, game)
    if game.pending is None:
        _finish(state)


def _finish(state: State) -> None:
    """Return to the lobby with the same seats; absent players get their whole time again."""
    state.paused, state.decision = False, None
    state.clock.start(None, state.now)
    state.next_start = state.now + BETWEEN_GAMES_SECONDS
    for chair in state.seats.taken:
        if chair.person and chair.person.peer is None:
            chair.person.absent_since = state.now


# -- SetRules, Pause, Resume -------------------------------------------------------------------------------


def _set_rules(state: State, settings: messages.Settings) -> None:
    state.settings = settings
    state.seats.count = settings.seats
    if state.phase == "playing" and not state.between_rounds:
        state.start_clock()


def _set_paused(state: State, paused: bool) -> None:
    if state.paused != paused:
        state.paused = paused
        state.update_clock()


# -- replay ------------------------------------------------------------------------------------------------


class CannotReplay(Exception):
    """A command can't have been accepted at this table; `number` is its place in the journal, from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(f"command {number} cannot have been accepted here")
        self.number = number


def replay_commands(state: State, commands: Iterable[Command], now: float) -> None:
    """Apply a journal's commands to a new state. Raises CannotReplay."""
    state.now = now
    for number, command in enumerate(commands, 1):
        try:
            apply(state, command)
        except (IllegalDecision, AssertionError, IndexError, ValueError, KeyError) as error:
            raise CannotReplay(number) from error
    state.out.clear()
    _reopen(state)


def _reopen(state: State) -> None:
    """Nobody is here, and all times start counting now."""
    state.closed = False
    for guest in state.guests():
        guest.absent_since = state.now
    if state.games_finished:
        state.next_start = state.now + BETWEEN_GAMES_SECONDS
    if state.phase == "playing" and state.play:
        state.decision, state.decision_since = state.play.game.table.decision_id, state.now
        state.start_clock()
