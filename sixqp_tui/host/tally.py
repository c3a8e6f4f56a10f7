"""The tally of a table: results since it opened, counted from the facts."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from sixqp_protocol.facts import Fact, GameEnded, RoundEnded
from sixqp_protocol.messages import TallyLine
from sixqp_tui.engine.deciders import Deciders
from sixqp_tui.engine.rules import ranks
from sixqp_tui.host.participants import Chair, Participant

MAX_LINES: Final = 32
"""Ten players, and over twenty who have left."""
NOTHING: Final = TallyLine("", False, None, games=0, won=0, rounds=0, heads=0, last=0, best=0)


Holder = Participant | str
"""A person, or a bot by its name."""


def holder_of(chair: Chair) -> Holder:
    """Whose line counts this chair's rounds: its person's, even while a bot plays for them (8.2)."""
    return chair.person or chair.name


class TableTally:
    """`counted` are the last game of which rounds are counted, and how many."""

    def __init__(self) -> None:
        self.counted = 0, 0
        self._lines: dict[Holder, TallyLine] = {}
        self._totals: tuple[int, ...] = ()
        self.deciders = Deciders()

    def count(self, batch: Sequence[Fact], chairs: Sequence[Chair], game: int) -> None:
        self.deciders.see(batch, lambda seat: chairs[seat].bot is not None)
        for fact in batch:
            if isinstance(fact, RoundEnded):
                self.counted = game, self.counted[1] + 1 if self.counted[0] == game else 1
                self._count_round(fact, chairs)
            elif isinstance(fact, GameEnded) and fact.reason != "abandoned":
                self._count_game(chairs)

    def _count_round(self, ended: RoundEnded, chairs: Sequence[Chair]) -> None:
        self._totals = ended.totals
        for seat, (chair, heads) in enumerate(zip(chairs, ended.heads, strict=True)):
            if not self._takes_part(seat, chair):
                continue
            line = self._lines.pop(holder_of(chair), NOTHING)
            best = min(line.best, heads) if line.rounds else heads
            self._lines[holder_of(chair)] = replace(
                line, rounds=line.rounds + 1, heads=line.heads + heads, last=heads, best=best
            )
        for holder in tuple(self._lines)[:-MAX_LINES]:
            del self._lines[holder]

    def _count_game(self, chairs: Sequence[Chair]) -> None:
        for seat, (chair, rank) in enumerate(zip(chairs, ranks(self._totals), strict=True)):
            if self._takes_part(seat, chair) and (line := self._lines.get(holder_of(chair))):
                won = line.won + (rank == 1)
                self._lines[holder_of(chair)] = replace(line, games=line.games + 1, won=won)

    def _takes_part(self, seat: int, chair: Chair) -> bool:
        """Whether this person decided at least half of the turns so far; bots always do."""
        return chair.person is None or self.deciders.counts(seat)

    def continue_line(self, person: Participant) -> None:
        """Count on for somebody who had left, and comes back with the same key."""
        for before in tuple(self._lines):
            if isinstance(before, Participant) and before.key == person.key:
                self._lines[person] = self._lines.pop(before)

    def pass_on(self, before: Participant, person: Participant) -> None:
        if line := self._lines.pop(before, None):
            self._lines[person] = line

    def rename_bot(self, name: str, new: str) -> None:
        if name in self._lines:
            self._lines[new] = self._lines.pop(name)

    def go_on(self, lines: Sequence[TallyLine], chairs: Sequence[Chair], counted: tuple[int, int]) -> None:
        """Continue another host's tally; those who have left are only known by name."""
        self.counted = counted
        for line in lines:
            seat = line.seat
            gone = line.name if line.bot else Participant(b"", line.name)
            holder = holder_of(chairs[seat]) if seat is not None and seat < len(chairs) else gone
            self._lines[holder] = line

    def catch_up(self, facts: Sequence[Fact], chairs: Sequence[Chair]) -> None:
        """Count the rounds of the game that aren't counted yet."""
        game, counted = self.counted
        ends = [at for at, fact in enumerate(facts, 1) if isinstance(fact, RoundEnded)]
        begin = ends[counted - 1] if 0 < counted <= len(ends) else 0
        self.deciders.see(facts[:begin], lambda _seat: False)
        if counted < len(ends):
            self.count(facts[begin:], chairs, game)

    def lines(self, chairs: Sequence[Chair]) -> tuple[TallyLine, ...]:
        seats = {holder_of(chair): seat for seat, chair in enumerate(chairs)}
        return tuple(
            replace(
                line,
                name=holder if isinstance(holder, str) else holder.name,
                bot=isinstance(holder, str),
                seat=seats.get(holder),
            )
            for holder, line in self._lines.items()
        )
