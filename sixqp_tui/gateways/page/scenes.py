"""What just happened, scene by scene: each fact of a turn is one or two pictures that the page shows in order."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.facts import CardPlaced, CardsRevealed, Fact, RoundEnded, RowTaken
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n.facts import caption
from sixqp_tui.presentation.transcript import Transcript

REVEALED_MS = 1100
"""How long the cards lie turned over before the first one goes: ten numbers can be glanced over."""
PLACED_MS = 600
"""How long a placed card is looked at."""
TAKING_MS = 700
"""How long a row that is taken is lit."""
TAKEN_MS = 700
"""How long the row lies that the card began anew, while the heads fly to who took them."""
ROUND_MS = 1200
"""How long the table of a round's end is looked at, before the scores lie over it."""


class Scene(Struct, frozen=True, omit_defaults=True):
    """One picture, for so many milliseconds, and what is told beneath it.

    `plays` are the cards that still wait for their place, as (seat, card); `heads` what each seat has in all.
    `card` has just come to the `row`; the row is `lit` while it is taken, and `taker` gets the heads of it.
    """

    ms: int
    told: str
    rows: tuple[tuple[int, ...], ...]
    costs: tuple[int, ...]
    plays: tuple[tuple[int, int], ...]
    heads: tuple[int, ...]
    tone: str = "plain"
    card: int = 0
    row: int = -1
    lit: bool = False
    taker: int = -1
    cost: int = 0


def scenes(fact: Fact, before: Transcript, after: Transcript) -> Iterator[Scene]:
    """The scenes of a fact, between the tables before and after it; none where nothing is to be looked at."""
    told = caption(fact, before.view.table, before.view.seat)
    if told is None:
        return
    table, next_table = before.view.table, after.view.table
    tone, sentence = told.tone, told.sentence
    match fact:
        case CardsRevealed():
            yield _scene(REVEALED_MS, sentence, tone, next_table)
        case CardPlaced(card=card, row=row):
            yield replace(_scene(PLACED_MS, sentence, tone, next_table), card=card, row=row)
        case RowTaken(seat=seat, card=card, row=row, cards=cards):
            lit = replace(_scene(TAKING_MS, sentence, tone, table), row=row, lit=True)
            yield lit if fact.too_low else replace(lit, rows=_with_sixth(table, row, card), card=card)
            taken = _scene(TAKEN_MS, sentence, tone, next_table)
            yield replace(taken, card=card, row=row, taker=seat, cost=heads_of(cards))
        case RoundEnded():
            yield _scene(ROUND_MS, sentence, tone, table)


def heads_in_all(table: Table) -> tuple[int, ...]:
    """The heads of each seat, those of the round that is played with the others."""
    counted = len(table.scores) >= table.round
    return table.totals if counted else table.round_result[1]


def _scene(ms: int, told: str, tone: str, table: Table) -> Scene:
    return Scene(ms, told, table.rows, tuple(map(heads_of, table.rows)), table.to_place, heads_in_all(table), tone)


def _with_sixth(table: Table, row: int, card: int) -> tuple[tuple[int, ...], ...]:
    """The rows with a sixth card at the end of one: how a row lies at the moment in which it is taken (3.6)."""
    return tuple((*held, card) if at == row else held for at, held in enumerate(table.rows))
