"""Decides who hosts a table whose host is gone, by the people of its deals (`SPEC.md`, 3.12)."""

from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256

from sixqp_protocol.messages import Deal, MemberId, People, Promise

MAX_NEEDS = 8
"""Groups of people that one deal may need."""
MAX_TERM = 0x7FFFFFFF
"""The highest term that a program obeys or promises, so that terms above it can still be said."""
MAX_STEP = 1000
"""The most by which one member's word raises a term."""
_ID_BYTES = 8


def member_id(key: bytes) -> MemberId:
    return key[:_ID_BYTES]


def member_of(token: bytes) -> MemberId:
    return member_id(sha256(token).digest())


def confirmed(by: Collection[MemberId], people: People) -> bool:
    """Whether enough of these people have confirmed: more than half, or one of two."""
    enough = 1 if len(people) == 2 else len(people) // 2 + 1  # a pair
    return len(set(people).intersection(by)) >= enough


def promised(by: Collection[MemberId], people: People) -> bool:
    """Whether more than half of these people have promised, so that they overlap with any `confirmed`."""
    return 2 * len(set(people).intersection(by)) > len(people)


def groups_after(deal: Deal) -> tuple[People, ...]:
    """The groups that the next deal needs. The last one is that of the last final deal: every host needs it."""
    newest_last = dict.fromkeys((*reversed(deal.needs), deal.people))
    return tuple(reversed(newest_last))


def latest_deal(deals: Iterable[Deal | None]) -> Deal | None:
    known = (deal for deal in deals if deal is not None)
    return max(known, key=lambda deal: (deal.term, deal.number), default=None)


def furthest(promises: Mapping[MemberId, Promise]) -> MemberId | None:
    """The member whose history a successor continues; None without promises."""

    def place(member: MemberId) -> tuple[int, int, int]:
        promise = promises[member]
        return promise.deal.term if promise.deal else 0, promise.game, promise.rounds

    return max(promises, key=place, default=None)


def may_open(promises: Mapping[MemberId, Promise]) -> bool:
    deal = latest_deal(promise.deal for promise in promises.values())
    if deal is None or len(groups_after(deal)) > MAX_NEEDS:
        return False
    return all(promised(promises, people) for people in groups_after(deal))
