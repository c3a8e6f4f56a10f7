"""The handshake: who a Hello lets in, and to which seat."""

from collections import Counter
from math import ceil

from msgspec.structs import replace

from sixqp_protocol import version
from sixqp_protocol.messages import Hello, Rename, Way
from sixqp_protocol.person import proved_id
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.text import clean_name
from sixqp_tui.host.admission.room_code import Lock
from sixqp_tui.host.apply import apply
from sixqp_tui.host.commands import Command, Denied, key_of
from sixqp_tui.host.participants import Chair, Participant, Peer, bot_name, remote_addresses, unique
from sixqp_tui.host.snapshot import room_news
from sixqp_tui.host.state import State


def enter(  # by name, each with a default
    state: State,
    number: int,
    hello: Hello,
    lock: Lock | None = None,
    address: str | None = None,
    way: Way | None = None,
) -> None:
    """As the guest with its token or as a newcomer, or say goodbye.

    With a `lock`, newcomers must first prove the room code. While the journal can't be written, guests who would
    change anything are asked to return later.
    """
    token = hello.token
    guest = state.by_token(token) if token is not None else None
    objection = _objection(state, hello, guest)
    try:
        if objection is not None:
            state.dismiss(number, objection)
        elif guest is not None:
            person = _proved_person(state, hello, guest)
            if _changes_chair(state, guest, person) and (wait := _wait(state, hello, address)) > 0:
                state.dismiss(number, Farewell.RESTART, retry_after=wait)
                return
            guest.has_token = True
            _connect(state, Peer(number, guest, token, address=address, way=way), hello, hello.have, person)
        elif lock is None and (wait := _wait(state, hello, address)) > 0:
            state.dismiss(number, Farewell.RESTART, retry_after=wait)
        else:
            _enter_unproved(state, number, hello, lock, address, way)
    except Denied:
        state.dismiss(number, Farewell.RESTART)


def _enter_unproved(
    state: State, number: int, hello: Hello, lock: Lock | None, address: str | None, way: Way | None
) -> None:
    """A newcomer, unless the same client was here before.

    An invalid token counts as none. At a locked table, a watcher may return this way, but a player whose first
    Welcome never arrived must prove the code again. Once it has arrived, only the token proves the chair.
    """
    guest = state.by_client(key_of(hello.client))
    if guest is not None and (guest.has_token or _is_late(hello, guest)):
        state.dismiss(number, Farewell.ELSEWHERE)
        return
    if guest is not None and guest in state.watchers:
        person = _proved_person(state, hello, guest)
        _connect(state, Peer(number, guest, None, address=address, way=way), hello, hello.have, person)
        return
    if guest is None and state.is_removed(hello.token, key_of(hello.client), remote_addresses(address)):
        state.dismiss(number, Farewell.KICKED)
        return
    if lock is not None:
        lock.ask(state, number, hello, address)
        return
    token, person = state.tokens(), _proved_person(state, hello, guest)
    if guest is not None:
        _accept(state, hello, Command(hello, state.seat_of(guest), new_key=key_of(token), person=person))
        _connect(state, Peer(number, guest, token, address=address, way=way), hello, 0, person)
        return
    came = _newcomer(state, hello, key_of(token), address, person)
    if hello.look_on and came in (Farewell.BEGUN, Farewell.FULL):
        came = _watcher(state, hello, address)
    if isinstance(came, Farewell):
        state.dismiss(number, came)
    else:
        peer = Peer(number, came, token if came.key else None, address=address, way=way)
        _connect(state, peer, hello, hello.have, person)


def _objection(state: State, hello: Hello, guest: Participant | None) -> Farewell | None:
    if not version.understands(hello.version):
        return Farewell.VERSION
    if state.closed:
        return Farewell.CLOSED
    if hello.table is not None and hello.table != state.table:
        return Farewell.OTHER_TABLE
    if guest is None:
        retired = hello.token is not None and key_of(hello.token) in state.retired
        return Farewell.ELSEWHERE if retired else None
    return Farewell.ELSEWHERE if _is_late(hello, guest) else None


def _is_late(hello: Hello, guest: Participant) -> bool:
    return guest.peer is not None and guest.client == key_of(hello.client) and hello.attempt < guest.attempt


def _newcomer(
    state: State, hello: Hello, key: bytes, address: str | None, person: bytes | None
) -> Participant | Farewell:
    if hello.role == "watcher":
        return _watcher(state, hello, address)
    if state.phase == "playing":
        return Farewell.BEGUN
    seats = state.seats
    name = clean_name(hello.name, f"Player {len(seats.taken) + 1}")
    replaced = _bot_to_replace(state, name)
    chair = replaced or seats.offer(name)
    if chair is None:
        return Farewell.FULL
    if replaced is None or replaced.name.casefold() != name.casefold():
        free_name(state, name)
    given_up = replaced.name if replaced else chair.expected_as
    own = unique(name, (other for other in state.names() if other != given_up))
    seat = seats.taken.index(replaced) if replaced else len(seats.taken)
    addresses, held = tuple(remote_addresses(address)), b"" if hello.token is None else key_of(hello.token)
    coming = Command(replace(hello, name=name), seat, key=held, name=own, new_key=key, addresses=addresses)
    _accept(state, hello, replace(coming, person=person))
    return state.by_key(key) or Farewell.FULL


def free_name(state: State, name: str) -> None:
    """In the lobby, rename the bot with this name: people's names come first."""
    for seat, chair in enumerate(state.seats.taken):
        if chair.person is None and chair.name.casefold() == name.casefold():
            other = bot_name(state.names())
            renamed = Command(Rename(name=other), seat, by_host=True, name=other)
            state.accept(renamed)
            apply(state, renamed)


def _bot_to_replace(state: State, name: str) -> Chair | None:
    """The bot that makes room for this newcomer, if any.

    An owner waits for expected players, so a bot goes first. A table that starts by itself waits for a number of
    players, so an expected player's chair goes first.
    """
    seats = state.seats
    free = seats.has_open(name) if state.setup.autostart is None else seats.offer(name) is not None
    return None if free or not seats.bots else seats.bots[-1]


def _watcher(state: State, hello: Hello, address: str | None) -> Participant | Farewell:
    if len(state.watchers) >= state.limits.watchers:
        gone = _watcher_to_replace(state, hello, address)
        if gone is None:
            return Farewell.FULL
        if gone.peer is not None:
            state.dismiss(gone.peer, Farewell.FULL)
        state.watchers.remove(gone)
    name = clean_name(hello.name, f"Watcher {len(state.watchers) + 1}")
    proved = b"" if hello.token is None else key_of(hello.token)
    guest = Participant(b"", unique(name, state.names()), proved=proved, to_play=hello.role == "player")
    state.watchers.append(guest)
    return guest


def _watcher_to_replace(state: State, hello: Hello, address: str | None) -> Participant | None:
    """A watcher who is away, or the newest from the busiest address.

    Someone who came to play replaces anybody who came to watch, and is never replaced. Otherwise that address must
    have at least two more watchers than the newcomer's.
    """
    away = next((watcher for watcher in state.watchers if watcher.peer is None), None)
    if away is not None:
        return away
    only_watching = [watcher for watcher in state.watchers if not watcher.to_play]
    to_play = hello.role == "player"
    candidates = only_watching if only_watching or not to_play else state.watchers
    crowd = Counter(frozenset(watcher.addresses) for watcher in candidates)
    busiest, most = max(crowd.items(), key=lambda item: item[1], default=(frozenset(), 0))
    if not (to_play and only_watching) and most <= crowd[remote_addresses(address)] + 1:
        return None
    return next(watcher for watcher in reversed(candidates) if watcher.addresses == busiest)


def _connect(state: State, peer: Peer, hello: Hello, have: int, person: bytes | None) -> None:
    guest, client = peer.guest, key_of(hello.client)
    if _changes_chair(state, guest, person):
        _accept(state, hello, Command(hello, state.seat_of(guest), person=person))
    elif state.seats.of(guest) is None:
        guest.person_id = person
    if guest.peer is not None:
        state.dismiss(guest.peer, Farewell.ELSEWHERE)
    missed, guest.unsent = guest.missed(client), 0
    guest.client, guest.attempt, guest.peer, guest.absent_since = client, hello.attempt, peer.number, None
    guest.addresses.update(remote_addresses(peer.address))
    guest.way = peer.way
    peer.minor_version = hello.version[1]
    state.peers[peer.number] = peer
    state.left_open = state.left_open and not state.owns(guest)
    state.announce()
    state.welcome(peer, room_news(state, peer), hello.game, have)
    for said in missed:
        state.send(peer.number, said)


def _changes_chair(state: State, guest: Participant, person: bytes | None) -> bool:
    """Whether the guest's return is journalled: from a bot, or as another person."""
    chair = state.seats.of(guest)
    return chair is not None and chair.person is guest and (chair.bot is not None or guest.person_id != person)


def _wait(state: State, hello: Hello, address: str | None) -> int:
    """Count a journalled Hello; 0 if it is allowed, else the milliseconds until it will be."""
    return ceil(1000 * state.address_limits.wait(hello, address, state.now))


def _accept(state: State, hello: Hello, coming: Command) -> None:
    assert isinstance(coming.message, Hello)
    bare = replace(coming.message, token=None, client=bytes(16), app="", person=None, person_proof=None)
    accepted = replace(coming, message=bare, client=key_of(hello.client))
    state.accept(accepted)
    apply(state, accepted)


def _proved_person(state: State, hello: Hello, guest: Participant | None) -> bytes | None:
    """A guest's newest Hello counts, even without a proof.

    Expensive, so it comes after all limits and the room code. Within one process guests keep their ids.
    """
    if state.certificate is None:
        return guest.person_id if guest else None
    return proved_id(hello.person, hello.person_proof, state.certificate, hello.client)
