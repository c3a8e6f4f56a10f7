"""The tally of a table: what everybody has played here since it opened, counted from the facts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sixqp_protocol.facts import Fact, GameEnded, RoundEnded
from sixqp_protocol.messages import TallyLine
from sixqp_tui.engine.rules import ranks
from sixqp_tui.host.participants import Participant
from sixqp_tui.host.seats import Chair

MAX_LINES: Final = 32
"""Lines that are kept: ten who sit here, and over twenty who have left."""

Holder = Participant | str
"""Who has a line: a person, whatever they are called, or a bot by its name."""


@dataclass(slots=True)
class Score:
    """What somebody has played; the keys are those of `TallyLine`."""

    games: int = 0
    won: int = 0
    rounds: int = 0
    heads: int = 0
    last: int = 0
    best: int = 0

    def add_round(self, heads: int) -> None:
        """A round has ended in which they took so many heads."""
        self.best = min(self.best, heads) if self.rounds else heads
        self.rounds, self.heads, self.last = self.rounds + 1, self.heads + heads, heads

    def add_game(self, won: bool) -> None:
        self.games, self.won = self.games + 1, self.won + won


def holder_of(chair: Chair) -> Holder:
    """Whose line the rounds of this chair count for: its person's, also while a bot plays for them (8.2)."""
    return chair.person or chair.name


class TableTally:
    """Counts the rounds and games of a table. It depends on the facts, and on who sits where, alone."""

    def __init__(self) -> None:
        self._scores: dict[Holder, Score] = {}
        self._totals: tuple[int, ...] = ()

    def count(self, batch: Iterable[Fact], chairs: Sequence[Chair]) -> bool:
        """These facts have happened while these chairs were those of the players, by their seats.

        Returns whether the tally has changed by it.
        """
        changed = False
        for fact in batch:
            if isinstance(fact, RoundEnded):
                self._count_round(fact, chairs)
                changed = True
            elif isinstance(fact, GameEnded) and fact.reason != "abandoned":
                self._count_game(chairs)
                changed = True
        return changed

    def _count_round(self, ended: RoundEnded, chairs: Sequence[Chair]) -> None:
        self._totals = ended.totals
        for chair, heads in zip(chairs, ended.heads, strict=True):
            score = self._scores.pop(holder_of(chair), None) or Score()
            score.add_round(heads)
            self._scores[holder_of(chair)] = score
        for holder in tuple(self._scores)[:-MAX_LINES]:
            del self._scores[holder]

    def _count_game(self, chairs: Sequence[Chair]) -> None:
        for chair, rank in zip(chairs, ranks(self._totals), strict=True):
            if score := self._scores.get(holder_of(chair)):
                score.add_game(won=rank == 1)

    def take_up(self, key: bytes, person: Participant) -> None:
        """This person has proved to be who held the chair with this key before: their line goes on.

        The line of somebody who still sits here is never looked for: their token has its own chair.
        """
        before = next((each for each in self._scores if isinstance(each, Participant) and each.key == key), None)
        if before is not None:
            score = self._scores.pop(before)
            self._scores[person] = score

    def lines(self, chairs: Sequence[Chair]) -> tuple[TallyLine, ...]:
        """The tally as it is told: who has played last comes last."""
        seats = {holder_of(chair): seat for seat, chair in enumerate(chairs)}
        return tuple(_line(holder, score, seats.get(holder)) for holder, score in self._scores.items())


def _line(holder: Holder, score: Score, seat: int | None) -> TallyLine:
    name, bot = (holder, True) if isinstance(holder, str) else (holder.name, False)
    return TallyLine(name, bot, seat, score.games, score.won, score.rounds, score.heads, score.last, score.best)
