"""The rounds of a game as a reader goes through them: turns, and what became of each card."""

from collections.abc import Iterable, Sequence
from types import UnionType
from typing import NamedTuple

from msgspec.structs import replace

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, Fact
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.rules import Rows
from sixqp_tui.engine.table import Table
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.i18n.facts import LogEntry, tell

Happened = tuple[AnyFact, Table]
"""A fact, and the table before it."""


class Placement(NamedTuple):
    """What became of a card that was turned over: `row` (from 0) is `after` it so; `taken` is what it took."""

    seat: int
    card: int
    row: int
    after: tuple[int, ...]
    taken: tuple[int, ...]
    too_low: bool
    told: LogEntry


class Turn(NamedTuple):
    """A turn: the rows before it, the card of each seat, and the placements, the lowest card first.

    `stood_in` is what was said where a stand-in decided for somebody (8.1).
    """

    number: int
    rows: Rows
    cards: tuple[int, ...]
    placements: tuple[Placement, ...]
    stood_in: tuple[LogEntry, ...]


class Round(NamedTuple):
    """A round: in a draft (5.2) with the picks of each seat in their order, else with none of each.

    `opening` is what was said before the first turn.
    """

    number: int
    picks: tuple[tuple[int, ...], ...]
    opening: tuple[LogEntry, ...]
    turns: tuple[Turn, ...]
    last_rows: Rows

    def taken_by(self, seat: int, turn: Turn) -> tuple[int, ...] | None:
        """What this seat took in a turn; None where it took nothing."""
        return next((each.taken for each in turn.placements if each.seat == seat and each.taken), None)


def read_rounds(record: GameRecord) -> tuple[Table, tuple[Round, ...]]:
    """The last table of the game, and its rounds, in the language in use.

    Every seat bears the name of who held it in the end. Raises ImpossibleFact.
    """
    names = tuple(player.name for player in record.players)
    table, rounds, batch = Table(), [], list[Happened]()
    for fact in record.facts:
        if isinstance(fact, facts.GameStarted):
            fact = replace(fact, names=names)
        if isinstance(fact, facts.RoundBegan):
            batch = []
        batch.append((fact, table))
        table = apply_fact(table, fact)
        if isinstance(fact, facts.RoundEnded):
            rounds.append(_round(batch, table))
    return table, tuple(rounds)


def _round(batch: Sequence[Happened], after: Table) -> Round:
    picks = [fact for fact, _before in batch if isinstance(fact, facts.CardDrafted)]
    return Round(
        number=after.round,
        picks=tuple(tuple(pick.card for pick in picks if pick.seat == seat) for seat in range(after.seats)),
        opening=_said((fact, before) for fact, before in batch if not before.rows),
        turns=tuple(_turn(fact, before, batch) for fact, before in batch if isinstance(fact, facts.CardsRevealed)),
        last_rows=batch[-1][1].rows,
    )


def _said(
    batch: Iterable[Happened],
    kinds: type[Fact] | UnionType = facts.DraftOpened | facts.RowsStarted | facts.StoodIn,
) -> tuple[LogEntry, ...]:
    """What is said of the facts of these kinds, once each."""
    said = (tell(fact, before) for fact, before in batch if isinstance(fact, kinds))
    return tuple(dict.fromkeys(told for told in said if told))


def _turn(revealed: facts.CardsRevealed, table: Table, batch: Iterable[Happened]) -> Turn:
    """A turn of the round with these facts."""
    during = [(fact, before) for fact, before in batch if before.rows and before.turn == table.turn]
    placements = tuple(_placements(during))
    return Turn(table.turn, table.rows, revealed.cards, placements, _said(during, facts.StoodIn))


def _placements(batch: Iterable[Happened]) -> Iterable[Placement]:
    for fact, before in batch:
        if not isinstance(fact, facts.CardPlaced | facts.RowTaken):
            continue
        told = tell(fact, before)
        assert told
        after = apply_fact(before, fact).rows[fact.row]
        taken, too_low = (fact.cards, fact.too_low) if isinstance(fact, facts.RowTaken) else ((), False)
        yield Placement(fact.seat, fact.card, fact.row, after, taken, too_low, told)
