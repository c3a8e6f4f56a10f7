"""The rule by which a table outlives its host (`SPEC.md`, 3.12), without cards and messages, on random walks.

Machines stop, networks split in up to three parts, messages get lost, people leave and come back. A finished round
has a number and a result that no other round has. A walk fails when a final round is lost or has two results.
"""

import random
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

People = frozenset[int]
DEFECTS = (
    "promise forgotten", "term used twice", "deal not confirmed", "final without confirmations", "own history",
    "half is enough", "no majority", "one deal taken for granted", "leaving not kept", "renewed without promises",
)  # fmt: skip


def confirmed(by: AbstractSet[int], people: People) -> bool:
    """Whether enough of these people have confirmed: more than half, or one of two."""
    return len(by & people) >= (1 if len(people) == 2 else len(people) // 2 + 1)


def promised(by: AbstractSet[int], people: People) -> bool:
    """Whether enough of these people have promised: more than half. It shares someone with every `confirmed`."""
    return 2 * len(by & people) > len(people)


@dataclass(frozen=True)
class Deal:
    """Who takes part, whose confirmations that needs, and which round it deals (0 for none), after how many."""

    term: int
    number: int
    rounds: int
    round: int
    people: People
    needs: tuple[People, ...]


@dataclass
class Program:
    """What one person's program has on its disk; one that has `left` promises nothing."""

    deal: Deal | None = None
    promised: int = 1
    results: list[int] = field(default_factory=list)
    left: bool = False


@dataclass
class Host:
    """A table process; `needs` are the people whose confirmations its next deal needs: nobody's for the first one.

    `left` are people who have said that they leave, and whom nothing needs any more. The first `final` of `results`
    are final. A deal without a round has ended when it is made.
    """

    owner: int
    term: int
    number: int
    results: list[int]
    needs: tuple[People, ...]
    alive: bool = True
    deal: Deal | None = None
    playing: bool = False
    final: int = 0
    left: set[int] = field(default_factory=set)
    confirmed_deal: set[int] = field(default_factory=set)
    confirmed_end: set[int] = field(default_factory=set)

    def enough(self, by: AbstractSet[int], people: People) -> bool:
        rest = people - self.left
        return not rest or confirmed(by, rest)


class Violation(Exception):
    """The rule has failed."""


class Walk:
    def __init__(self, seed: int, defect: str) -> None:
        self.rng, self.defect = random.Random(seed), defect
        self.everyone = frozenset(range(self.rng.randint(2, 6)))
        self.programs = {person: Program() for person in self.everyone}
        self.hosts = [Host(0, 1, 0, [], ())]
        self.part = dict.fromkeys(self.everyone, 0)
        self.final: dict[int, int] = {}
        self.next_result = self.finals = self.takeovers = 0

    def run(self) -> None:
        for _ in range(self.rng.randint(20, 160)):
            chance = self.rng.random()
            if chance < 0.14:
                parts = self.rng.randint(1, 3)
                self.part = {person: self.rng.randrange(parts) for person in self.everyone}
            elif chance < 0.17:
                self.rng.choice(self.hosts).alive = False
            elif chance < 0.78:
                if alive := [host for host in self.hosts if host.alive]:
                    self.act(self.rng.choice(alive))
            else:
                self.take_over(self.rng.choice(sorted(self.everyone)))

    def reaches(self, one: int, other: int) -> bool:
        return self.part[one] == self.part[other]

    def tell(self, host: Host, person: int) -> bool:
        """Whether a message of this host reaches this person's program, which obeys the highest term it knows."""
        program = self.programs[person]
        lost = person != host.owner and (not self.reaches(host.owner, person) or self.rng.random() < 0.25)
        if lost or (program.promised > host.term and self.defect != "promise forgotten"):
            return False
        program.promised = host.term
        return True

    def act(self, host: Host) -> None:
        chance = self.rng.random()
        if chance < 0.03:
            self.renew(host)
        elif chance < 0.13:
            self.leave(host)
        elif host.deal is None or chance < 0.25:
            self.make(host)
        self.play(host)

    def leave(self, host: Host) -> None:
        """Somebody writes down that they promise nothing any more, and says to the host that they leave."""
        person = self.rng.choice(sorted(self.everyone))
        program = self.programs[person]
        if program.promised > host.term or not self.reaches(host.owner, person):
            return
        program.promised, program.left = host.term, self.defect != "leaving not kept"
        if self.rng.random() < 0.7:
            host.left.add(person)

    def make(self, host: Host) -> None:
        """Make the next deal; one that is open is replaced, with the same needs."""
        near = [person for person in sorted(self.everyone) if self.reaches(host.owner, person)]
        people = frozenset(person for person in near if person not in host.left or self.rng.random() < 0.3)
        if not people:
            return
        host.left -= people
        if host.final == len(host.results) and host.deal is None and self.rng.random() < 0.7:
            host.playing = True
        round = len(host.results) + host.playing if self.rng.random() < 0.7 else 0
        host.number += 1
        host.deal = Deal(host.term, host.number, len(host.results), round, people, host.needs)
        host.needs = host.needs or (people,)
        host.confirmed_deal, host.confirmed_end = set(), set()

    def play(self, host: Host) -> None:
        """Send the open deal, end it, and make it final once it is confirmed."""
        deal = host.deal
        if deal is None:
            return
        for person in sorted(deal.people.union(*deal.needs)):
            if person not in host.left and self.tell(host, person):
                self.keep(host, person)
                host.confirmed_deal.add(person)
        if host.playing and self.rng.random() < 0.6:
            self.next_result += 1
            host.results.append(self.next_result)
            host.playing = False
        if len(host.results) < deal.round:
            return
        for person in sorted(deal.people & host.confirmed_deal):
            if person not in host.left and self.tell(host, person):
                self.keep(host, person)
                host.confirmed_end.add(person)
        dealt = all(host.enough(host.confirmed_deal, people) for people in deal.needs)
        ended = host.enough(host.confirmed_end, deal.people)
        if (
            ended and (dealt or self.defect == "deal not confirmed")
        ) or self.defect == "final without confirmations":
            self.settle(host, deal)

    def keep(self, host: Host, person: int) -> None:
        program = self.programs[person]
        program.deal, program.results, program.left = host.deal, list(host.results), False

    def settle(self, host: Host, deal: Deal) -> None:
        host.needs, host.deal = (deal.people,), None
        host.final = max(deal.rounds, deal.round)
        for number, result in enumerate(host.results[: host.final], 1):
            self.finals += number not in self.final
            if self.final.setdefault(number, result) != result:
                raise Violation(f"round {number} has two final results")

    def renew(self, host: Host) -> None:
        """Ask whoever can be reached for promises at a higher term, and go on at it if they suffice.

        A host that learns of a deal at a higher term than its own has been replaced.
        """
        near = [person for person in sorted(self.everyone) if self.reaches(host.owner, person)]
        term = 1 + max((self.programs[person].promised for person in near), default=host.term)
        giving = {person for person in near if self.rng.random() < 0.9 and not self.programs[person].left}
        for person in giving:
            self.programs[person].promised = term
        groups = (host.deal.people, *host.deal.needs) if host.deal else host.needs
        deals = [deal for person in giving if (deal := self.programs[person].deal) is not None]
        replaced = any(deal.term > host.term for deal in deals)
        enough = bool(groups) and all(promised(giving, people) for people in groups)
        if term <= host.term or not (self.defect == "renewed without promises" or (enough and not replaced)):
            return
        host.term = term
        if host.deal:
            host.number += 1
            host.deal = replace(host.deal, term=term, number=host.number)
            host.confirmed_deal, host.confirmed_end = set(), set()

    def take_over(self, successor: int) -> None:
        """Ask whoever can be reached for promises; open the table if they suffice.

        Some successors don't care that others have promised a higher term.
        """
        near = [person for person in sorted(self.everyone) if self.reaches(successor, person)]
        heard = (successor,) if len(self.hosts) % 3 == 0 else near
        term = max(self.programs[person].promised for person in heard) + (self.defect != "term used twice")
        twice = self.defect == "term used twice"
        giving = {
            person
            for person in near
            if self.rng.random() < 0.9
            and not self.programs[person].left
            and (twice or self.programs[person].promised < term)
        }
        if not giving:
            return
        for person in giving:
            self.programs[person].promised = term
        deals = {person: deal for person in giving if (deal := self.programs[person].deal) is not None}
        if not deals:
            return
        latest = max(deals.values(), key=lambda deal: (deal.term, deal.number))
        programs = self.programs
        furthest = max(deals, key=lambda person: (deals[person].term, len(programs[person].results)))
        asked = tuple(dict.fromkeys((latest.people, *latest.needs)))
        enough = all(promised(giving, people) for people in asked)
        if self.defect == "half is enough":
            enough = all(2 * len(giving & people) >= len(people) for people in asked)
        if not (enough or self.defect == "no majority"):
            return
        self.takeovers += 1
        own = self.defect == "own history" and successor in giving
        results = list(self.programs[successor if own else furthest].results)
        for number, result in self.final.items():
            if number > len(results) or results[number - 1] != result:
                raise Violation(f"final round {number} is lost")
        needs = asked[:1] if self.defect == "one deal taken for granted" else asked
        self.hosts.append(Host(successor, term, latest.number, results, needs, final=len(results)))


def walk(walks: int, defect: str, first: int = 0) -> tuple[str | None, int, int]:
    """What went wrong first, if anything, in this many walks; the final rounds and the take-overs."""
    finals = takeovers = 0
    for seed in range(first, first + walks):
        one = Walk(seed, defect)
        try:
            one.run()
        except Violation as violation:
            return f"{violation} (seed {seed})", finals, takeovers
        finals, takeovers = finals + one.finals, takeovers + one.takeovers
    return None, finals, takeovers
