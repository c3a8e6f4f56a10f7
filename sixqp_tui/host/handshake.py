"""The handshake: who a Hello lets in, and to which seat."""

from math import ceil

from msgspec.structs import replace

from sixqp_protocol.keys import hello_text, is_signed
from sixqp_protocol.messages import CodeGiven, CodeProved, Hello, Way
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.version import CURRENT
from sixqp_tui.host.commands import Command
from sixqp_tui.host.participants import Chair, Participant, Peer, remote_addresses, unique
from sixqp_tui.host.requests import enact, free_name
from sixqp_tui.host.snapshot import welcome
from sixqp_tui.host.state import State


def enter(
    state: State, number: int, hello: Hello, address: str | None, way: Way | None, proved: bool = False
) -> None:
    """As the guest with this key or as a newcomer, or say goodbye.

    At a locked table, newcomers must have `proved` the room code.
    """
    guest = state.by_key(hello.key)
    lock = None if proved or (guest and not hello.has_code) else state.lock
    if objection := _objection(state, hello, guest, address):
        state.dismiss(number, objection)
    elif lock and lock.is_busy(address):
        state.dismiss(number, Farewell.RESTART)
    elif lock and (wait := lock.wait(address, state.now)):
        state.dismiss(number, Farewell.CODES_PAUSED, wait)
    elif not lock and (wait := _wait(state, hello, guest, address)):
        state.dismiss(number, Farewell.RESTART, wait)
    elif not (address is None or proved or _is_signed(state, hello)):
        state.dismiss(number, Farewell.BAD_MESSAGE)
    elif lock:
        state.send(number, lock.ask(number, hello, address, state.now))
    else:
        came = guest or _newcomer(state, hello, address, way)
        if isinstance(came, Farewell):
            state.dismiss(number, came)
        else:
            _connect(state, Peer(number, came, address=address, way=way), hello)


def prove(state: State, number: int, given: CodeGiven, way: Way | None) -> None:
    """Let a newcomer in who has been asked for the room code, or say goodbye."""
    assert state.lock
    newcomer = state.lock.asked[number]
    answer = state.lock.verify(number, given, state.now)
    if isinstance(answer, CodeProved):
        state.send(number, answer)
        enter(state, number, newcomer.hello, newcomer.address, way, proved=True)
    elif answer:
        state.dismiss(number, Farewell.CODES_PAUSED, answer)
    else:
        state.dismiss(number, Farewell.WRONG_CODE)


def _objection(state: State, hello: Hello, guest: Participant | None, address: str | None) -> Farewell | None:
    if hello.version != CURRENT:
        return Farewell.VERSION
    if state.closed:
        return Farewell.CLOSED
    if hello.table not in (None, state.setup.table):
        return Farewell.OTHER_TABLE
    if hello.key in state.retired:
        return Farewell.ELSEWHERE
    removed = guest is None and state.is_removed(hello.key, remote_addresses(address))
    return Farewell.KICKED if removed else None


def _wait(state: State, hello: Hello, guest: Participant | None, address: str | None) -> int:
    """Count a Hello that is journalled; 0 if it is allowed, else the milliseconds until it will be."""
    if guest is not None and not _returns_from_bot(state, guest):
        return 0
    return ceil(1000 * state.address_limits.wait(hello, address, state.now))


def _is_signed(state: State, hello: Hello) -> bool:
    """Expensive, so it comes after cheaper checks; within this process nothing is signed."""
    certificate = state.services.certificate
    return certificate is not None and is_signed(hello_text(certificate), hello.key, hello.signature)


def _newcomer(state: State, hello: Hello, address: str | None, way: Way | None) -> Participant | Farewell:
    came = _watcher(state, hello) if hello.role == "watcher" else _player(state, hello, address, way)
    if hello.look_on and came in (Farewell.BEGUN, Farewell.FULL):
        return _watcher(state, hello)
    return came


def _player(state: State, hello: Hello, address: str | None, way: Way | None) -> Participant | Farewell:
    seats = state.seats
    addresses = tuple(remote_addresses(address))
    if (reserved := _reserved_for(state, hello, way)) is not None:
        _accept(state, Command(hello, reserved, name=seats.taken[reserved].name, addresses=addresses))
        return state.by_key(hello.key) or Farewell.FULL
    if state.phase == "playing":
        return Farewell.BEGUN
    name = hello.name or f"Player {len(seats.taken) + 1}"
    replaced = _bot_to_replace(state, name)
    chair = replaced or seats.offer(name)
    if chair is None:
        return Farewell.FULL
    if replaced is None or replaced.name.casefold() != name.casefold():
        free_name(state, name)
    given_up = replaced.name if replaced else chair.expected_as
    own = unique(name, (other for other in state.names() if other != given_up))
    seat = seats.taken.index(replaced) if replaced else len(seats.taken)
    _accept(state, Command(replace(hello, name=name), seat, name=own, addresses=addresses))
    return state.by_key(hello.key) or Farewell.FULL


def _reserved_for(state: State, hello: Hello, way: Way | None) -> int | None:
    """The chair of a guest of this name who came by another host's gateway."""
    chairs = enumerate(state.seats.taken)
    named = (seat for seat, chair in chairs if chair.person and chair.person.reserved and chair.name == hello.name)
    return None if way is None else next(named, None)


def _bot_to_replace(state: State, name: str) -> Chair | None:
    """The bot that makes room for this newcomer, if any.

    An owner waits for expected players, so a bot goes first. A table that starts by itself waits for a number of
    players, so an expected player's chair goes first.
    """
    seats = state.seats
    free = seats.has_open(name) if state.setup.autostart is None else seats.offer(name) is not None
    return None if free or not seats.bots else seats.bots[-1]


def _watcher(state: State, hello: Hello) -> Participant | Farewell:
    if len(state.watchers) >= state.services.limits.watchers:
        away = next((watcher for watcher in state.watchers if watcher.peer is None), None)
        if away is None:
            return Farewell.FULL
        state.watchers.remove(away)
    name = hello.name or f"Watcher {len(state.watchers) + 1}"
    guest = Participant(hello.key, unique(name, state.names()))
    state.watchers.append(guest)
    return guest


def _connect(state: State, peer: Peer, hello: Hello) -> None:
    guest = peer.guest
    if _returns_from_bot(state, guest):
        _accept(state, Command(hello, state.seats.number_of(guest)))
    if guest.peer is not None:
        state.dismiss(guest.peer, Farewell.ELSEWHERE)
    guest.peer, guest.absent_since, guest.way = peer.number, None, peer.way
    guest.addresses.update(remote_addresses(peer.address))
    state.peers[peer.number] = peer
    state.update_stillness()
    welcome(state, peer, hello.game, hello.have)
    for said in guest.missed(hello.heard):
        state.send(peer.number, said)


def _returns_from_bot(state: State, guest: Participant) -> bool:
    chair = state.seats.of(guest)
    return chair is not None and chair.person is guest and chair.bot is not None


def _accept(state: State, coming: Command) -> None:
    assert isinstance(coming.message, Hello)
    enact(state, replace(coming, message=replace(coming.message, app="", signature=None)))
