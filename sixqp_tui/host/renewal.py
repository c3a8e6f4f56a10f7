"""A host that asks its members to obey it at a higher term, so that nobody stays away (`SPEC.md`, 3.12)."""

from collections.abc import Collection

from sixqp_protocol.messages import Hello, MemberId, Promise, PromiseWanted
from sixqp_protocol.quorum import MAX_STEP, groups_after, member_id, promised
from sixqp_protocol.refusals import Farewell
from sixqp_tui.host.apply import apply
from sixqp_tui.host.commands import Command
from sixqp_tui.host.deals import Renewal
from sixqp_tui.host.hosting import RENEW_SECONDS, host_key, place
from sixqp_tui.host.participants import Participant
from sixqp_tui.host.snapshot import room_news
from sixqp_tui.host.state import State

RENEW_EVERY = 30.0
"""Seconds between two attempts, so that false claims cost little."""
AWAY_MILLISECONDS = 1000
"""How long a member stays away who only obeys a higher term."""


def note_claim(state: State, number: int, guest: Participant, hello: Hello) -> None:
    member, guest.claimed_at = member_id(guest.key), state.now
    state.bound.setdefault(member, state.now)
    state.bound_peers[number] = guest
    _note_term(state, hello.term)


def note_former_member(state: State, hello: Hello) -> None:
    """The chair of this guest was given away, and only the lobby gives new ones."""
    if state.phase == "lobby":
        _note_term(state, hello.term)


def _note_term(state: State, term: int) -> None:
    if term <= state.deals.term + MAX_STEP:
        state.claimed = max(state.claimed, term)


def is_pending(state: State) -> bool:
    return bool(state.bound) or state.claimed > state.deals.term or state.renewal is not None


def renew_term(state: State) -> None:
    renewal = state.renewal
    if renewal is not None and state.now >= renewal.until:
        renewal = state.renewal = None
    if renewal is None and _is_due(state):
        state.claimed += 1
        state.renews_at = state.now + RENEW_EVERY
        renewal = state.renewal = Renewal(state.claimed, state.now + RENEW_SECONDS)
    if renewal is not None:
        _ask(state, renewal)
        return
    waits = _may_begin(state)
    for number, guest in tuple(state.bound_peers.items()):
        if not waits or state.now >= guest.claimed_at + RENEW_SECONDS:
            state.dismiss(number, Farewell.RESTART, retry_after=AWAY_MILLISECONDS)


def _is_due(state: State) -> bool:
    """Whether a guest obeys only a higher term, and enough members are connected to promise one."""
    here = (peer.guest for peer in state.peers.values() if peer.guest.confirms and peer.guest.key)
    return _may_begin(state) and _are_enough(
        state, {member_id(guest.key) for guest in (*here, *state.bound_peers.values())}
    )


def _may_begin(state: State) -> bool:
    playing = state.phase == "playing" and not state.between_rounds
    ended = state.candidate or state.moved or state.closed or state.stalled or playing or bool(state.handing_over)
    return state.claimed > state.deals.term and state.now >= state.renews_at and not ended


def _ask(state: State, renewal: Renewal) -> None:
    game, rounds, _ = place(state)
    members = (peer.number for peer in state.peers.values() if peer.guest.confirms and peer.guest.key)
    for number in {*members, *state.bound_peers} - renewal.asked:
        renewal.asked.add(number)
        state.send(number, PromiseWanted(state.table, renewal.term, game, rounds, renewal.firm))


def note_promise(state: State, member: MemberId, promise: Promise) -> None:
    renewal = state.renewal
    if renewal is None or (promise.term, promise.firm) != (renewal.term, renewal.firm) or state.stalled:
        return
    if promise.promised != renewal.term:
        return
    renewal.promises[member] = promise
    if not _suffice(state, renewal):
        return
    if not renewal.firm:
        renewal.firm, renewal.asked, renewal.promises = True, set(), {}
        return
    state.renewal = None
    renewed = Command(Promise(renewal.term, True, renewal.term, None, *place(state)[:2]), None, by_host=True)
    state.accept(renewed)
    apply(state, renewed)
    for peer in state.peers.values():
        if peer.guest.confirms:
            state.welcome(peer, room_news(state, peer))


def _suffice(state: State, renewal: Renewal) -> bool:
    promises, term = renewal.promises, state.deals.term
    replaced = any(each.deal and each.deal.term > term for each in promises.values())
    return not replaced and _are_enough(state, promises)


def _are_enough(state: State, members: Collection[MemberId]) -> bool:
    deals, key = state.deals, host_key(state)
    groups = groups_after(deals.open) if deals.open else deals.needs
    own = not key or member_id(key) in members
    return own and bool(groups) and all(promised(members, people) for people in groups)
