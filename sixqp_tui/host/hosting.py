"""Who could host the table next, what they inherit, and who the table waits for (`SPEC.md`, 3.12)."""

from math import inf
from typing import Final

from sixqp_protocol.messages import Hosting, Inheritance, InheritedRemoval, InheritedSeat, MemberId, Successor
from sixqp_protocol.quorum import member_id, promised
from sixqp_tui.host.participants import Chair, Participant
from sixqp_tui.host.state import State

GRACE: Final = 10.0
"""Seconds for which a member whose connection is lost still takes part in new deals."""
UNCONFIRMED: Final = 2.0
"""Seconds after which everybody is told whose confirmations the table waits for."""
MAX_REMOVED: Final = 32
MAX_ADDRESSES: Final = 8


def members(state: State) -> tuple[MemberId, ...]:
    """The ids of everybody whose confirmations count from now on, in ascending order."""
    people = (chair.person for chair in state.seats.taken if takes_part(state, chair))
    return tuple(sorted(member_id(person.key) for person in people if person))


def takes_part(state: State, chair: Chair) -> bool:
    person = chair.person
    if person is None or chair.bot or not person.confirms:
        return False
    if person.peer is None and member_id(person.key) in state.deals.left:
        return False  # an owner who leaves the lobby keeps the chair
    return person.peer is not None or state.now < (person.absent_since or -inf) + GRACE


def may_be_superseded(state: State) -> bool:
    """Whether those who aren't connected here are enough to have promised another host."""
    here = {member_id(chair.person.key) for chair in state.seats.taken if chair.person and chair.person.peer}
    groups = state.deals.needs
    return bool(groups) and all(promised(set(people) - here, people) for people in groups)


def place(state: State) -> tuple[int, int, int]:
    """The current or last game, its finished rounds, and the round that it is in, which is 0 in the lobby."""
    if state.play is None:
        return 0, 0, 0
    table = state.play.game.table
    return state.play.number, len(table.scores), table.round if state.phase == "playing" else 0


def all_is_final(state: State) -> bool:
    """Whether all rounds that were finished here are final."""
    return not state.deals.begun or state.deals.final >= place(state)[:2]


def unconfirmed_seats(state: State) -> tuple[int, ...]:
    """The seats that have kept the table waiting for too long."""
    since, missing = state.deals.since, state.deals.missing
    if since is None or state.now < since + UNCONFIRMED:
        return ()
    chairs = enumerate(state.seats.taken)
    return tuple(seat for seat, chair in chairs if chair.person and member_id(chair.person.key) in missing)


def hosting_of(state: State) -> Hosting:
    host = next(
        (seat for seat, chair in enumerate(state.seats.taken) if state.setup.host and hosts(state, chair)), None
    )
    return Hosting(state.deals.term, host, _successors(state), unconfirmed_seats(state))


def hosts(state: State, chair: Chair) -> bool:
    """Whether the table is on the machine of this chair's person: a successor, or where it was opened the owner."""
    if state.setup.host:
        return chair.person is not None and chair.person.key == state.setup.host
    return chair.owner


def _successors(state: State) -> tuple[Successor, ...]:
    """In the owner's order, then in that of the seats. The host's own machine comes last: it may be gone."""
    order = {key: place for place, key in enumerate(state.successor_order)}
    able = []
    for seat, chair in enumerate(state.seats.taken):
        if chair.person and chair.person.can_host and not chair.bot:
            here = hosts(state, chair)
            place = here, order.get(chair.person.key, len(order)), seat
            able.append((place, chair.person.can_host))
    able.sort(key=lambda each: each[0])
    return tuple(Successor(place[2], told.addresses, told.port, told.pin) for place, told in able)


def inheritance_of(state: State) -> Inheritance:
    """What a successor needs to open the table. It holds nothing that is secret."""
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
        counted=number if over else max(0, number - 1),
        removed=tuple(_removal(guest) for guest in state.removed[-MAX_REMOVED:]),
    )


def _inherited(chair: Chair) -> InheritedSeat:
    person, level = chair.person, chair.bot.level if chair.bot else None
    if person is None:
        return InheritedSeat(chair.name, None, None, level, chair.owner)
    return InheritedSeat(chair.name, person.key, person.person_id, level, chair.owner)


def _removal(guest: Participant) -> InheritedRemoval:
    addresses = tuple(sorted(guest.addresses))[:MAX_ADDRESSES]
    return InheritedRemoval(guest.key or None, guest.client or None, addresses)
