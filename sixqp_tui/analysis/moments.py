"""The decisions of a game, each with what its seat knew."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from msgspec import Struct

from sixqp_protocol import facts
from sixqp_protocol.facts import Fact
from sixqp_tui.analysis.result import DecisionKind
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.reducer import apply_facts
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View, readable


class UnfinishedGame(ValueError):
    """A review of a running game would help the players."""


class Deal(Struct, frozen=True):
    """What a seat knew when a round began, and the heads it took, `low` of them for low cards (3.7)."""

    seat: int
    view: View
    taken: int
    low: int


class Moment(Struct, frozen=True):
    """A decision, and what its seat knew.

    `stood_in`: a stand-in decided (8.1).
    """

    seat: int
    view: View
    kind: DecisionKind
    made: int
    stood_in: bool

    @property
    def turn(self) -> int:
        """In a draft, the number of the seat's pick (5.2)."""
        return len(self.view.hand) + 1 if self.kind == "pick" else self.view.table.turn


def read_moments(happened: Sequence[Fact]) -> tuple[int, tuple[Deal | Moment, ...]]:
    """The number of players, and all decisions, without unfinished rounds and last cards, which leave no choice.

    Raises UnfinishedGame and ImpossibleFact.
    """
    table = apply_facts(Table(), happened)
    if table.ended is None:
        raise UnfinishedGame("expected a game that is over")
    low = _low_cards(happened)
    readers = [_Reader(seat, low) for seat in range(table.seats)]
    for reader in readers:
        reader.read(readable(happened, reader.seat), table.scores)
    found = [each for reader in readers for each in reader.found]
    return table.seats, tuple(sorted(found, key=_place))


def _place(each: Deal | Moment) -> tuple[int, int, int, int]:
    table = each.view.table
    if isinstance(each, Deal):
        return table.round, 0, 0, each.seat
    if each.kind == "pick":
        return table.round, -1, table.pick, each.seat
    return table.round, table.turn, 0 if each.kind == "card" else 10 - len(table.to_place), each.seat


def _low_cards(happened: Sequence[Fact]) -> Counter[tuple[int, int]]:
    found: Counter[tuple[int, int]] = Counter()
    number = 0
    for fact in happened:
        if isinstance(fact, facts.RoundBegan):
            number = fact.round
        elif isinstance(fact, facts.RowTaken) and fact.too_low:
            found[number, fact.seat] += heads_of(fact.cards)
    return found


class _Reader:
    def __init__(self, seat: int, low: Counter[tuple[int, int]]) -> None:
        self.seat = seat
        self._low = low
        self.found: list[Deal | Moment] = []
        self._view = View(seat)
        self._laid: Moment | None = None
        self._stood_in = False

    def read(self, stream: Sequence[Fact], scores: Sequence[Sequence[int]]) -> None:
        for fact in stream:
            if self._view.table.round <= len(scores):
                self._look_at(fact)
            self._view = self._view.apply(fact)
            if isinstance(fact, facts.RowsStarted) and self._view.table.round <= len(scores):
                number = self._view.table.round
                taken, low = scores[number - 1][self.seat], self._low[number, self.seat]
                self.found.append(Deal(self.seat, self._view, taken, low))

    def _look_at(self, fact: Fact) -> None:
        match fact:
            case facts.StoodIn(self.seat):
                self._stood_in = True
                return
            case facts.CardDrafted(self.seat, card):
                self.found.append(self._moment("pick", card))
            case facts.CardLaid(self.seat, card):
                self._laid = self._moment("card", card) if len(self._view.hand) > 1 else None
            case facts.ChoiceTakenBack(self.seat):
                self._laid = None
            case facts.CardsRevealed() if self._laid is not None:
                self.found.append(self._laid)
                self._laid = None
            case facts.RowTaken(self.seat, too_low=True, row=row):
                self.found.append(self._moment("row", row))
        self._stood_in = False

    def _moment(self, kind: DecisionKind, made: int) -> Moment:
        return Moment(self.seat, self._view, kind, made, self._stood_in)


def seeded_rng(view: View, purpose: str) -> Random:
    table = view.table
    return Random(repr((purpose, table.rules.variant, table.seats, view.hand, table.rows, table.to_place)))
