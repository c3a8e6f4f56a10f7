"""Who takes part in a table's deals, and who has confirmed them (`SPEC.md`, 3.12)."""

from collections.abc import Collection, Set as AbstractSet

from sixqp_protocol.messages import Confirmed, Deal, MemberId, People
from sixqp_protocol.quorum import confirmed


class Deals:
    """The deals of one host, at its `term`. At most one is open; it is closed when it has ended and is confirmed.

    `needs` are the groups that the next deal needs, and `number` is that of the last one. `needs_others`: the last
    deal needed others than its own people, who don't know that it is final. `final` are the game and the round up
    to which all is final. `since` is the moment at which the open deal has ended, None before. `left` are people
    who have left, and whom no group needs any more.
    """

    def __init__(
        self, term: int = 1, number: int = 0, needs: tuple[People, ...] = (), final: tuple[int, int] = (0, 0)
    ) -> None:
        self.term, self.number, self.needs, self.final = term, number, needs, final
        self.open: Deal | None = None
        self.since: float | None = None
        self.left: set[MemberId] = set()
        self._people: People = ()
        self.needs_others = False
        self._confirmed: set[MemberId] = set()
        self._ended: set[MemberId] = set()

    @property
    def people(self) -> People:
        """Who takes part now."""
        return self.open.people if self.open else self._people

    @property
    def begun(self) -> bool:
        """Whether this table has had people, so that its rounds wait for them."""
        return self.open is not None or bool(self.needs)

    @property
    def may_be_empty(self) -> bool:
        """Whether nobody of the people before is needed, so that a deal may have none."""
        return bool(self.needs) and self.left.issuperset(member for people in self.needs for member in people)

    def next(self, game: int, rounds: int, round: int, people: Collection[MemberId]) -> Deal:
        """A deal that would follow, or replace the open one."""
        return Deal(self.term, self.number + 1, game, rounds, round, tuple(sorted(people)), self.needs)

    def make(self, deal: Deal) -> None:
        """Open this deal, in place of the open one if there is one."""
        waits = self.since if self.open and not deal.round else None
        self.number, self.open, self.since = deal.number, deal, waits
        self.needs = deal.needs or ((deal.people,) if deal.people else ())
        self._confirmed, self._ended = set(), set()
        self.left -= set(deal.people)

    def end(self, now: float) -> None:
        """The open deal has ended: its round is over, or it has none."""
        if self.open and self.since is None:
            self.since = now

    def confirm(self, member: MemberId, said: Confirmed) -> bool:
        """Count what this member confirms; False if it is not the open deal, or is no end yet."""
        deal = self.open
        if deal is None or (said.term, said.number) != (deal.term, deal.number) or member in self.left:
            return False
        if said.ended and self.since is None:
            return False
        self._confirmed.add(member)
        if said.ended:
            self._ended.add(member)
        return True

    def close_if_final(self) -> bool:
        """Close the open deal if it is final."""
        deal = self.open
        if deal is None or self.since is None or self.missing:
            return False
        self.open, self.since, self._people = None, None, deal.people
        self.final = deal.game, max(deal.rounds, deal.round)
        self.needs_others = any(people != deal.people for people in deal.needs)
        self.needs = (deal.people,) if deal.people else ()
        return True

    @property
    def missing(self) -> frozenset[MemberId]:
        """Who has not confirmed the open deal, where there are not enough."""
        deal = self.open
        if deal is None:
            return frozenset()
        lacking = [
            set(people) - self._confirmed for people in deal.needs if not self._enough(self._confirmed, people)
        ]
        if not self._enough(self._ended, deal.people):
            lacking.append(set(deal.people) - self._ended)
        return frozenset().union(*lacking) - self.left

    def may_be_final(self, by: AbstractSet[MemberId]) -> bool:
        """Whether what the next deal needs is enough if these alone confirm."""
        return all(self._enough(by & set(people), people) for people in self.needs)

    def _enough(self, by: AbstractSet[MemberId], people: People) -> bool:
        rest = tuple(member for member in people if member not in self.left)
        return not rest or confirmed(by, rest)
