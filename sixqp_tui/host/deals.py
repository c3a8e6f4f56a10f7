"""A table's deals, the people who take part, and who has confirmed (`SPEC.md`, 3.12)."""

from collections.abc import Collection, Set as AbstractSet

from msgspec import Struct

from sixqp_protocol.messages import Confirmed, Deal, MemberId, People, Promise
from sixqp_protocol.quorum import confirmed


class Renewal(Struct):
    """A host's attempt to go on at this term, until then. `asked`: the connections asked as `firm` says."""

    term: int
    until: float
    firm: bool = False
    asked: set[int] = set()
    promises: dict[MemberId, Promise] = {}


class Deals:
    """The deals of one host at its `term`. At most one is open, until it has ended and is confirmed.

    `number` is that of the last deal, and `needs` the groups that the next one needs. `needs_others`: the last deal
    needed people besides its own, who don't know yet that it is final. Everything up to the game and round in
    `final` is final. `since` is when the open deal ended, None before. No group needs those who have `left`.
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
        return self.open.people if self.open else self._people

    @property
    def begun(self) -> bool:
        """Whether people have taken part, so that rounds wait for them."""
        return self.open is not None or bool(self.needs)

    @property
    def may_be_empty(self) -> bool:
        """Whether nobody from before is needed, so that a deal may be empty."""
        return bool(self.needs) and self.left.issuperset(member for people in self.needs for member in people)

    def next(self, game: int, rounds: int, round: int, people: Collection[MemberId]) -> Deal:
        return Deal(self.term, self.number + 1, game, rounds, round, tuple(sorted(people)), self.needs)

    def make(self, deal: Deal) -> None:
        waits = self.since if self.open and not deal.round else None
        self.number, self.open, self.since = deal.number, deal, waits
        self.needs = deal.needs or ((deal.people,) if deal.people else ())
        self._confirmed, self._ended = set(), set()
        self.left -= set(deal.people)

    def renew(self, term: int) -> None:
        """Go on at this term. An open deal is replaced by the same one."""
        self.term = term
        if deal := self.open:
            self.make(self.next(deal.game, deal.rounds, deal.round, deal.people))

    def end(self, now: float) -> None:
        if self.open and self.since is None:
            self.since = now

    def confirm(self, member: MemberId, said: Confirmed) -> bool:
        """Count a confirmation; False if it isn't for the open deal, or confirms an end that isn't there yet."""
        deal = self.open
        if deal is None or (said.term, said.number) != (deal.term, deal.number) or member in self.left:
            return False
        if said.ended and self.since is None:
            return False
        self._confirmed.add(member)
        if said.ended:
            self._ended.add(member)
        return True

    @property
    def is_final(self) -> bool:
        return self.since is not None and not self.missing

    def close_if_final(self) -> bool:
        deal = self.open
        if deal is None or not self.is_final:
            return False
        self.open, self.since, self._people = None, None, deal.people
        self.final = deal.game, max(deal.rounds, deal.round)
        self.needs_others = any(people != deal.people for people in deal.needs)
        self.needs = (deal.people,) if deal.people else ()
        return True

    @property
    def missing(self) -> frozenset[MemberId]:
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
        """Whether the next deal's needs are met if only these confirm."""
        return all(self._enough(by & set(people), people) for people in self.needs)

    def _enough(self, by: AbstractSet[MemberId], people: People) -> bool:
        rest = tuple(member for member in people if member not in self.left) if self.left else people
        return not rest or confirmed(by, rest)
