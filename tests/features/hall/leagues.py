"""Evenings of a hall in virtual time: people come and go, tables report in any order, and the program crashes."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import NamedTuple

from support.disks import MemoryDisk
from support.play import decision

from sixqp_protocol.facts import CardChosen, CardLaid, Fact, GameEnded, RoundEnded, StoodIn
from sixqp_tui.engine import notation
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.engine.shuffle import SeededRandom
from sixqp_tui.features.hall.hall import (
    BotTurns,
    Hall,
    HallEnded,
    HallFact,
    HallOpened,
    HallPaused,
    HallResumed,
    ImpossibleHallFact,
    PlayerLeft,
    PlayerRegistered,
    PlayerReturned,
    TableFinished,
    TableGivenUp,
    encoded,
    restored,
)
from sixqp_tui.features.hall.seating import Table, count_meetings, count_repeats, seat_players
from sixqp_tui.store.journal import Journal

MAX_GAMES = 3
"""Games that are played of a round, and that its tables have their results from: playing takes most of the time."""
LONG = 10
"""How many times longer the search takes that the seatings are compared with."""


EVENING = 20_000.0
"""Seconds after which whoever is left goes home."""


class Figures(NamedTuple):
    rounds: int
    tables: int
    crashes: int
    refused: int
    worst_repeats: int


@dataclass
class League:
    """One evening. What the tables and people do is decided by `seed`; so is when the program crashes."""

    seed: int
    most: int
    compare: bool = False
    effort: float = 1.0
    rng: Random = field(init=False)

    def __post_init__(self) -> None:
        rng = self.rng = Random(self.seed)
        self.people = rng.randint(2, self.most)
        size = rng.randint(2, min(6, max(2, self.people)))
        opened = HallOpened(
            "Friday", f"seed {self.seed}", size, rng.randint(1, 4), rng.choice(("duplicate", "plain")), "classic"
        )
        self.disk = MemoryDisk()
        self.journal = Journal(self.disk, 1)
        self.journal.append([encoded(opened)])
        self.hall = Hall(opened)
        self.names = count()
        self.clock = 0.0
        self.events: list[tuple[float, int, str, object]] = []
        self.order = count()
        self.entered: dict[tuple[int, int], TableFinished] = {}
        self.given_up: set[tuple[int, int]] = set()
        self.reports: dict[tuple[int, int], TableFinished] = {}
        self.games: dict[tuple[int, int], str] = {}
        self.late: dict[tuple[int, int], list[BotTurns]] = {}
        self.crashes = self.refused = self.worst = 0

    def at(self, seconds: float, what: str, value: object = None) -> None:
        heappush(self.events, (self.clock + seconds, next(self.order), what, value))

    def happen(self, *facts: HallFact) -> None:
        """As the program does it: check, write, and only then believe."""
        after = self.hall.after(*facts)
        if self.rng.random() < 0.02:
            self.crash(encoded(facts[0]))
            return
        self.journal.append(list(map(encoded, facts)))
        self.hall = after
        for fact in facts:
            if isinstance(fact, TableFinished):
                assert (fact.number, fact.table) not in self.entered, "a result was entered twice"
                self.entered[fact.number, fact.table] = fact
            if isinstance(fact, TableGivenUp):
                self.given_up.add((fact.number, fact.table))
        if self.rng.random() < 0.02:
            self.crash()

    def crash(self, torn: bytes = b"") -> None:
        """Lose everything but what was synced, and a part of what was being written."""
        self.crashes += 1
        disk = MemoryDisk(self.disk.safe + torn[: self.rng.randrange(len(torn) + 1)])
        before = self.hall
        self.disk, self.journal = disk, Journal(disk, 1)
        self.hall = restored(self.journal.records)
        assert self.hall == before, "the journal told another evening"

    def run(self) -> Figures:
        for _person in range(self.people):
            self.at(self.rng.uniform(0, 60) if self.rng.random() < 0.9 else self.rng.uniform(60, 2000), "come")
        self.at(61, "begin")
        if self.rng.random() < 0.2:
            self.at(self.rng.uniform(0, 1500), "pause")
        for _time in range(self.rng.randint(0, 4)):
            self.at(self.rng.uniform(0, 1500), "go", self.rng.randrange(self.people))
        while self.events and self.clock < EVENING and not self.hall.over:
            self.clock, _order, what, value = heappop(self.events)
            getattr(self, f"_{what}")(value)
        if not self.hall.ended:
            self.happen(HallEnded())
        self.recount()
        tables = len(self.entered)
        return Figures(len(self.hall.rounds), tables, self.crashes, self.refused, self.worst)

    def _come(self, _value: object) -> None:
        number = next(self.names)
        self.happen(PlayerRegistered(f"P{number}", sha256(f"{number}".encode()).digest()))
        self.seat_late()

    def seat_late(self) -> None:
        """Give the seats of bots to those who wait for one, at tables that play."""
        for player in sorted(self.hall.unseated) if self.hall.playing else ():
            open_tables = set(self.hall.rounds[-1].open_tables)
            free = {table for number, table in self.reports if number == len(self.hall.rounds)}
            if (given := self.hall.seat_of_bot(player, open_tables - free)) is None:
                return
            self.happen(given)
            if player not in self.hall.unseated:
                deal = self.rng.randint(1, 3)
                turns = [BotTurns(each, given.seat, 10) for each in range(1, deal)]
                turns.append(BotTurns(deal, given.seat, self.rng.randint(1, 10)))
                self.late.setdefault((given.number, given.table), []).extend(turns)

    def _pause(self, _value: object) -> None:
        self.happen(HallPaused())
        self.at(100, "resume")

    def _resume(self, _value: object) -> None:
        if self.hall.paused:
            self.happen(HallResumed())
        if self.hall.paused:
            self.at(100, "resume")

    def _go(self, value: object) -> None:
        assert isinstance(value, int)
        if value < len(self.hall.players) and self.hall.players[value].here:
            self.happen(PlayerLeft(value, removed=self.rng.random() < 0.2))
            self.at(self.rng.uniform(1, 500), "back", value)

    def _back(self, value: object) -> None:
        assert isinstance(value, int)
        player = self.hall.players[value]
        if not (player.here or player.removed):
            self.happen(PlayerReturned(value))
            self.seat_late()

    def _begin(self, _value: object) -> None:
        here = [number for number, player in enumerate(self.hall.players) if player.here]
        if self.hall.playing or self.hall.over:
            return
        if len(here) < 2 or self.hall.paused:
            self.at(50, "begin")
            return
        before = self.hall
        seating = before.seat_round(self.effort)
        if self.rng.random() < 0.1:
            again = before.seat_round(self.effort)
            assert again == seating, "a crash between seating and writing would change the seating"
        self.check_repeats(before, seating.tables)
        self.happen(seating)
        if not self.hall.playing:
            self.at(0, "begin")
            return
        for table in range(len(self.hall.rounds[-1].tables)):
            self.at(self.rng.uniform(100, 400), "finish", (len(self.hall.rounds), table))

    def check_repeats(self, hall: Hall, tables: tuple[tuple[int | None, ...], ...]) -> None:
        rounds = [each.tables for each in hall.rounds]
        met = count_meetings(rounds)
        repeats = count_repeats(tables, met)
        if self.compare and repeats > fewest_repeats(tables, rounds):
            ranked = [line.player for line in hall.ranking() if hall.players[line.player].here]
            rng = SeededRandom("long", "search")
            longer = seat_players(ranked, met, hall.opened.size, rng, bool(hall.hands), LONG)
            self.worst = max(self.worst, repeats - count_repeats(longer, met))

    def _finish(self, value: object) -> None:
        assert isinstance(value, tuple)
        number, table = value
        if value not in self.reports:
            self.reports[value] = self.played(number, table)
        report = self.reports[value]
        if self.rng.random() < 0.05:
            self.refuse(falsified(report))
        if self.rng.random() < 0.03 and table in self.hall.rounds[-1].open_tables:
            self.happen(TableGivenUp(number, table))
        elif table in self.hall.rounds[-1].open_tables and number == len(self.hall.rounds):
            self.happen(report)
        if number == len(self.hall.rounds) and table in self.hall.rounds[-1].open_tables:
            self.at(5, "finish", value)
            return
        self.refuse(report)
        if not self.hall.playing:
            self.at(30, "begin")

    def refuse(self, report: TableFinished) -> None:
        try:
            self.hall.after(report)
        except ImpossibleHallFact:
            self.refused += 1
        else:
            raise AssertionError("a false or second result was taken")

    def played(self, number: int, table: int) -> TableFinished:
        which = number, self.rng.randrange(MAX_GAMES)
        if which not in self.games:
            self.games[which] = self.played_game(number)
        bots = tuple(self.late.get((number, table), ()))
        if not bots and self.rng.random() < 0.1:
            bots = (BotTurns(2, 0, 6),)
        return TableFinished(number, table, self.games[which], bots)

    def played_game(self, number: int) -> str:
        size = self.hall.opened.size
        batch, game = Game.start(self.hall.rules, tuple(f"N{seat}" for seat in range(size)), self.hall.seed(number))
        facts: list[Fact] = [*batch]
        away = self.rng.randrange(size) if self.rng.random() < 0.2 else None
        while game.pending:
            batch, game = decision(game, self.rng)
            if away is not None and isinstance(batch[0], CardLaid) and batch[0].seat == away:
                facts.append(StoodIn(away))
            facts += batch
        return notation.write(open_hands(facts))

    def recount(self) -> None:
        """Count everything again from the journal's entries, in another way than the hall."""
        hall = self.hall
        heads: dict[tuple[int, int], dict[int, int]] = {}
        for (number, table), finished in self.entered.items():
            deal = 0
            chosen: dict[int, int] = {}
            marked = -1
            for fact in notation.parse(finished.game):
                if isinstance(fact, StoodIn):
                    marked = fact.seat
                elif isinstance(fact, CardChosen):
                    chosen[fact.seat] = chosen.get(fact.seat, 0) + (marked == fact.seat)
                    marked = -1
                elif isinstance(fact, RoundEnded):
                    deal += 1
                    for seat, each in enumerate(fact.heads):
                        turns = sum(bot.turns for bot in finished.bots if (bot.deal, bot.seat) == (deal, seat))
                        player = hall.rounds[number - 1].tables[table][seat]
                        if player is not None and chosen.get(seat, 0) + turns <= 5:
                            group = heads.setdefault((number * 10 + deal, seat), {})
                            group[player] = each
                    chosen = {}
                elif isinstance(fact, GameEnded):
                    assert deal == 3
        assert sum(map(len, heads.values())) == len(hall.hands), "a hand is missing or counted twice"
        for line in hall.ranking():
            mine = [group[line.player] for group in heads.values() if line.player in group]
            assert (sum(mine), len(mine)) == (line.heads, line.hands), "the ranking differs from a recount"
        expected = {(n + 1, t) for n, each in enumerate(hall.rounds) for t in range(len(each.tables))}
        done = set(self.entered) | self.given_up
        assert done <= expected and (done == expected or self.clock >= EVENING)


def fewest_repeats(tables: Sequence[Table], rounds: Sequence[Sequence[Table]]) -> int:
    """Repeated meetings that no seating of these people can avoid.

    Who has met almost everybody meets some again, and of those who sat at one table, some sit together again if
    there are fewer tables than people who did.
    """
    people = {player for table in tables for player in table if player is not None}
    least = len(people) // len(tables)
    met = count_meetings(rounds)
    known = Counter(player for pair, times in met.items() if times and people.issuperset(pair) for player in pair)
    certain = [-(-sum(max(0, least - len(people) + known[player]) for player in people) // 2)]
    for seated in rounds:
        crowds = (len(people.intersection(table)) for table in seated)
        shares = (divmod(crowd, len(tables)) for crowd in crowds)
        certain.append(sum(len(tables) * each * (each - 1) // 2 + more * each for each, more in shares))
    return max(certain)


def falsified(report: TableFinished) -> TableFinished:
    """A false result: somebody's card of the first turn is another one."""
    first = re.search(r"^ 1 .*?(\d+)", report.game, re.MULTILINE)
    assert first is not None
    other = str(int(first[1]) % 104 + 1)
    game = report.game[: first.start(1)] + other + report.game[first.end(1) :]
    return TableFinished(report.number, report.table, game, report.bots)
