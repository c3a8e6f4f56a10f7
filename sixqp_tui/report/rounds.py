"""The rounds of a game as a reader goes through them: hands, turns, and what became of each card."""

from collections.abc import Iterable, Sequence
from types import UnionType
from typing import NamedTuple

from msgspec.structs import replace

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, Fact
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.rules import Rows
from sixqp_tui.engine.table import Table
from sixqp_tui.history.record import GameRecord
from sixqp_tui.i18n.game.facts import Told, tell


class Placement(NamedTuple):
    """What became of a card that was turned over: `row` (from 0) is `after` it so; `taken` is what it took."""

    seat: int
    card: int
    row: int
    after: tuple[int, ...]
    taken: tuple[int, ...]
    too_low: bool
    told: Told


class Turn(NamedTuple):
    """A turn: the rows before it, the card of each seat, and the placements, the lowest card first.

    `stood_in` is what was said where a stand-in decided for somebody (8.1).
    """

    number: int
    rows: Rows
    cards: tuple[int, ...]
    placements: tuple[Placement, ...]
    stood_in: tuple[Told, ...]


class Round(NamedTuple):
    """A round: the hands of all seats, and in a draft (5.2) the picks of each in their order.

    `opening` is what was said before the first turn.
    """

    number: int
    hands: tuple[tuple[int, ...], ...]
    picks: tuple[tuple[int, ...], ...]
    opening: tuple[Told, ...]
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
    table, rounds, batch = Table(), [], list[tuple[AnyFact, Table]]()
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


def _round(batch: Sequence[tuple[AnyFact, Table]], after: Table) -> Round:
    """A round from its facts, each with the table before it."""
    reveals = [at for at, (fact, _before) in enumerate(batch) if isinstance(fact, facts.CardsRevealed)]
    dealt = {fact.seat: fact.cards for fact, _before in batch if isinstance(fact, facts.HandDealt)}
    drafted = [fact for fact, _before in batch if isinstance(fact, facts.CardDrafted)]
    picks = [tuple(pick.card for pick in drafted if pick.seat == seat) for seat in range(after.seats)]
    cuts = [(begin, end) for begin, end in zip(reveals, [*reveals[1:], len(batch)], strict=True)]
    return Round(
        number=after.round,
        hands=tuple(dealt.get(seat, tuple(sorted(picks[seat]))) for seat in range(after.seats)),
        picks=tuple(picks) if drafted else (),
        opening=_said(batch[: reveals[0] if reveals else len(batch)]),
        turns=tuple(
            _turn(batch[begin:end], batch[reveals[at - 1] + 1 if at else 0 : begin])
            for at, (begin, end) in enumerate(cuts)
        ),
        last_rows=batch[-1][1].rows,
    )


def _said(
    batch: Iterable[tuple[AnyFact, Table]],
    kinds: type[Fact] | UnionType = facts.DraftOpened | facts.RowsStarted | facts.StoodIn,
) -> tuple[Told, ...]:
    """What is said of the facts of these kinds, once each."""
    said = (tell(fact, before) for fact, before in batch if isinstance(fact, kinds))
    return tuple(dict.fromkeys(told for told in said if told))


def _turn(batch: Sequence[tuple[AnyFact, Table]], before: Sequence[tuple[AnyFact, Table]]) -> Turn:
    """A turn from the facts since its cards were turned over, and those since the last ones were."""
    revealed, table = batch[0]
    assert isinstance(revealed, facts.CardsRevealed)
    return Turn(
        table.turn,
        table.rows,
        revealed.cards,
        tuple(_placements(batch)),
        _said((each for each in (*before, *batch) if each[1].turn == table.turn), facts.StoodIn),
    )


def _placements(batch: Iterable[tuple[AnyFact, Table]]) -> Iterable[Placement]:
    for fact, before in batch:
        if not isinstance(fact, facts.CardPlaced | facts.RowTaken):
            continue
        told = tell(fact, before)
        assert told
        after = apply_fact(before, fact).rows[fact.row]
        taken, too_low = (fact.cards, fact.too_low) if isinstance(fact, facts.RowTaken) else ((), False)
        yield Placement(fact.seat, fact.card, fact.row, after, taken, too_low, told)
