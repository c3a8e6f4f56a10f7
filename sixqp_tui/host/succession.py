"""How a table outlives its host (`SPEC.md`, 3.12): deals, handing over, and announcing both."""

from math import inf

from sixqp_protocol.messages import (
    CanHost,
    Confirmed,
    Dealt,
    Hosting,
    Inheritance,
    MemberId,
    Moved,
    TakeOver,
)
from sixqp_protocol.quorum import member_id
from sixqp_protocol.refusals import Farewell
from sixqp_tui.host.apply import apply
from sixqp_tui.host.commands import Command
from sixqp_tui.host.hosting import (
    GRACE,
    RENEW_SECONDS,
    UNCONFIRMED,
    all_is_final,
    hosting_of,
    inheritance_of,
    members,
    place,
)
from sixqp_tui.host.participants import Peer
from sixqp_tui.host.renewal import is_pending
from sixqp_tui.host.state import State

# -- deals ------------------------------------------------------------------------------------------------


def update_deals(state: State) -> None:
    while _advance(state):
        pass
    state.deals_due = next_moment(state)


def _advance(state: State) -> bool:
    deals = state.deals
    if deals.open and _has_ended(state):
        deals.end(state.now)
    since = deals.since
    if deals.close_if_final():
        if since is not None and state.now >= since + UNCONFIRMED:
            state.waited_until = state.now
        state.announced_deal = -1
        if state.phase == "lobby":  # what waited for this may begin now
            state.announce()
        return True
    people = members(state)
    if not people and not deals.may_be_empty:
        return False
    game, rounds, round = place(state)
    if deals.open is None and round and deals.final < (game, round):
        return _make(state, game, rounds, round, people)
    again = deals.open is None and deals.needs_others and not round
    return (people != deals.people or again) and _make(state, game, rounds, 0, people)


def _make(state: State, game: int, rounds: int, round: int, people: tuple[MemberId, ...]) -> bool:
    deal = state.deals.next(game, rounds, round, people)
    made = Command(Confirmed(deal.term, deal.number, False), None, by_host=True, deal=deal)
    state.accept(made)
    apply(state, made)
    return True


def _has_ended(state: State) -> bool:
    deal, (game, rounds, _) = state.deals.open, place(state)
    return deal is not None and (deal.round == 0 or (deal.game, deal.round) <= (game, rounds))


def is_final(state: State) -> bool:
    """Whether everything is final and no deal is open, so that the next round may be dealt."""
    return not state.deals.begun or (state.deals.open is None and all_is_final(state))


def next_moment(state: State) -> float:
    since = state.deals.since
    late = [] if since is None else [since + UNCONFIRMED, since + GRACE]
    late.append(state.asked_at + GRACE)
    if is_pending(state):
        late.append(state.renewal.until if state.renewal else state.renews_at)
        late += [guest.claimed_at + RENEW_SECONDS for guest in state.bound_peers.values()]
    absent = (person for person in state.persons() if person.confirms and person.peer is None)
    lost = (person.absent_since + GRACE for person in absent if person.absent_since is not None)
    return min((moment for moment in (*late, *lost) if moment > state.now), default=inf)


# -- handing over -----------------------------------------------------------------------------------------


def hand_over(state: State) -> None:
    """Ask the chosen successor to open the table, once everything is final and no round is played."""
    if state.moved or state.candidate:
        return
    playing = state.phase == "playing" and not state.between_rounds
    guest = state.by_key(state.handing_over)
    if playing or not is_final(state):
        return
    if guest is None or guest.peer is None or not guest.can_host or state.now >= state.asked_at + GRACE:
        state.handing_over, state.asked_at = b"", inf
        state.announce()
    elif state.asked_at == inf:
        state.asked_at = state.now
        state.send(guest.peer, TakeOver())


def move(state: State, there: CanHost) -> None:
    if state.handing_over and state.asked_at < inf:
        end(state, Moved(state.table, state.deals.term + 1, there.addresses, there.port, there.pin))


def end(state: State, moved: Moved | None) -> None:
    for number in tuple(state.peers):
        if moved:
            state.send(number, moved)
        state.dismiss(number, Farewell.RESTART)
    state.moved = True


# -- what is sent -----------------------------------------------------------------------------------------


def send_hosting(state: State) -> None:
    since = state.deals.since
    if state.announced_deal == state.deals.number and (since is None or state.now < since + UNCONFIRMED):
        return
    state.announced_deal = state.deals.number
    if not state.peers:
        return
    hosting = hosting_of(state)
    inheritance: Inheritance | None = None
    dealt = Dealt(state.deals.open) if state.deals.open else None
    for peer in state.peers.values():
        if peer.hosting != hosting and (peer.hosting or hosting != Hosting(1, None, ())):
            peer.hosting = hosting
            state.send(peer.number, hosting)
        if peer.guest.can_host and (peer.guest is state.standby or state.seat_of(peer.guest) is not None):
            inheritance = inheritance or inheritance_of(state)
            if peer.inheritance != inheritance:
                peer.inheritance = inheritance
                state.send(peer.number, inheritance)
        if dealt:
            _send_deal(state, peer, dealt)


def _send_deal(state: State, peer: Peer, dealt: Dealt) -> None:
    deal = dealt.deal
    if deal.number == peer.deal or not peer.guest.confirms or not peer.guest.key:
        return
    if any(member_id(peer.guest.key) in people for people in (deal.people, *deal.needs)):
        peer.deal = deal.number
        state.send(peer.number, dealt)
