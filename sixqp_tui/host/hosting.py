"""Who could host the table next, what they inherit, and who the table waits for (`SPEC.md`, 3.12)."""

from math import inf
from typing import Final

from sixqp_protocol.messages import Hosting, Inheritance, InheritedRemoval, InheritedSeat, MemberId, Successor
from sixqp_protocol.quorum import member_id, promised
from sixqp_tui.host.participants import Chair, Participant
from sixqp_tui.host.state import State

GRACE: Final = 10.0
"""Seconds for which a member without a connection still takes part in new deals."""
UNCONFIRMED: Final = 2.0
"""Seconds until everybody hears whose confirmations are missing."""
RENEW_SECONDS: Final = 2.0
"""Seconds for promises, which take milliseconds on a LAN, and for which a bound member waits for others."""
MAX_REMOVED: Final = 32
MAX_ADDRESSES: Final = 8


def members(state: State) -> tuple[MemberId, ...]:
    if not any(chair.person for chair in state.seats.taken):
        return ()  # there is nothing to take over, and a standby that dies now must not block the first players
    return tuple(sorted(member_id(person.key) for person in state.persons() if takes_part(state, person)))


def takes_part(state: State, person: Participant) -> bool:
    if not person.confirms:
        return False
    if person.peer is None and member_id(person.key) in state.deals.left:
        return False  # an owner who leaves the lobby keeps the chair
    return person.peer is not None or state.now < (person.absent_since or -inf) + GRACE


def may_be_superseded(state: State) -> bool:
    """Whether so many members are away that they may have chosen another host.

    That program may not know the deals that never became final, so only the oldest group counts.
    """
    bound_here, groups = _here(state) | state.deals.left, state.deals.needs
    return bool(groups) and promised(set(groups[-1]) - bound_here, groups[-1])


def must_renew(state: State) -> bool:
    """Whether nothing can become final without a member who has obeyed only a higher term for a while.

    While enough of the others are here, nobody's word makes a host give up.
    """
    here, needed = _here(state), set[MemberId]().union(*state.deals.needs)
    bound = (since for member, since in state.bound.items() if member in needed - here)
    return any(state.now >= since + GRACE for since in bound) and not state.deals.may_be_final(here)


def _here(state: State) -> set[MemberId]:
    """The members whose programs are connected; that of somebody who plays on a phone may obey another host."""
    people = (*(chair.person for chair in state.seats.taken), state.standby)
    return {member_id(person.key) for person in people if person and person.peer is not None and person.confirms}


def place(state: State) -> tuple[int, int, int]:
    """The current or last game, its finished rounds, and the current round, 0 in the lobby."""
    if state.play is None:
        return 0, 0, 0
    table = state.play.game.table
    return state.play.number, len(table.scores), table.round if state.phase == "playing" else 0


def all_is_final(state: State) -> bool:
    return not state.deals.begun or state.deals.final >= place(state)[:2]


def unconfirmed_seats(state: State) -> tuple[int | None, ...]:
    """The seats that have kept the table waiting for too long; None is the standby, or a player without a seat."""
    since, missing = state.deals.since, state.deals.missing
    if since is None or state.now < since + UNCONFIRMED:
        return ()
    chairs = enumerate(state.seats.taken)
    seats = {member_id(chair.person.key): seat for seat, chair in chairs if chair.person}
    named = sorted(seats[member] for member in missing if member in seats)
    return (*named, None) if missing - seats.keys() else tuple(named)


def hosting_of(state: State) -> Hosting:
    key, standby = state.setup.host and host_key(state), state.standby
    chairs = enumerate(state.seats.taken)
    host = next((seat for seat, chair in chairs if key and chair.person and chair.person.key == key), None)
    name, on_standby = standby.name if standby else None, standby is not None and standby.key == key
    return Hosting(state.deals.term, host, _successors(state), unconfirmed_seats(state), name, on_standby)


def host_key(state: State) -> bytes:
    """The key of the person whose machine hosts: a successor's, or the owner's.

    A player who sits down again has a new key, but the same certificate.
    """
    owners = (chair.person.key for chair in state.seats.taken if chair.owner and chair.person)
    key = state.setup.host or next(owners, b"")
    if not key or state.by_key(key):
        return key
    able = (person for person in state.persons() if person.can_host)
    again = (person.key for person in able if person.can_host and person.can_host.pin == state.certificate)
    return next(again, key)


def _successors(state: State) -> tuple[Successor, ...]:
    """The standby, then the owner's order, then by seat. The host's own machine comes last, as it may be gone."""
    order, host = {key: place for place, key in enumerate(state.successor_order)}, host_key(state)

    def rank(person: Participant) -> tuple[bool, bool, int]:
        return person.key == host, person is not state.standby, order.get(person.key, len(order))

    able = sorted((person for person in state.persons() if person.can_host), key=rank)
    places = ((state.seat_of(person), person.can_host) for person in able)
    return tuple(Successor(seat, at.addresses, at.port, at.pin) for seat, at in places if at)


def inheritance_of(state: State) -> Inheritance:
    """What a successor needs to open the table. It contains no secrets."""
    setup, number = state.setup, state.play.number if state.play else 0
    over = state.phase == "lobby" and state.deals.open is None
    return Inheritance(
        seats=tuple(_inherited(chair) for chair in state.seats.taken),
        settings=state.settings,
        games=state.games_finished,
        locked=state.code is not None,
        seeded=state.seeded,
        autostart=setup.autostart,
        expected=tuple(state.seats.expected[:10]),
        tally=state.tally.lines(state.seats.taken) if over else state.tally_before,
        counted=number if over else max(state.counted, number - 1),
        removed=tuple(_removal(guest) for guest in state.removed[-MAX_REMOVED:]),
        standby=InheritedSeat(state.standby.name, state.standby.key) if state.standby else None,
    )


def _inherited(chair: Chair) -> InheritedSeat:
    person, level = chair.person, chair.bot.level if chair.bot else None
    if person is None:
        return InheritedSeat(chair.name, None, None, level, chair.owner)
    return InheritedSeat(chair.name, person.key, person.person_id, level, chair.owner)


def _removal(guest: Participant) -> InheritedRemoval:
    addresses = tuple(sorted(guest.addresses))[:MAX_ADDRESSES]
    return InheritedRemoval(guest.key or None, guest.client or None, addresses)
