"""What has just happened, as pictures that the page shows one after the other."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.facts import CardPlaced, CardsRevealed, Fact, RoundEnded, RowTaken
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n.facts import caption, is_catastrophe
from sixqp_tui.presentation.transcript import Transcript

REVEALED_MS = 1100
"""Long enough to glance over ten cards before the first one moves."""
PLACED_MS = 600
TAKING_MS = 700
CATASTROPHE_MS = 2500
"""Long enough to see whose row of many heads it was."""
TAKEN_MS = 700
"""The new row is shown while its heads fly to the player who took them."""
ROUND_MS = 1200
"""The table is shown before the scores cover it."""


class Scene(Struct, frozen=True, omit_defaults=True):
    """One picture of a turn, shown for `ms` milliseconds, with a sentence below it.

    `plays` are the cards still to be placed, as (seat, card), and `heads` every seat's total. `card` has just
    arrived in `row`, which is `lit` while it is taken; `taker` gets its heads. `large` is in large letters.
    """

    ms: int
    text: str
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
    large: str = ""


def scenes(fact: Fact, before: Transcript, after: Transcript) -> Iterator[Scene]:
    shown = caption(fact, before.view.table, before.view.seat)
    if shown is None:
        return
    table, next_table = before.view.table, after.view.table
    tone, sentence = shown.tone, shown.sentence
    match fact:
        case CardsRevealed():
            yield _scene(REVEALED_MS, sentence, tone, next_table)
        case CardPlaced(card=card, row=row):
            yield replace(_scene(PLACED_MS, sentence, tone, next_table), card=card, row=row)
        case RowTaken(seat=seat, card=card, row=row, cards=cards):
            lit = replace(_scene(TAKING_MS, sentence, tone, table), row=row, lit=True)
            if is_catastrophe(fact):
                lit = replace(lit, ms=CATASTROPHE_MS, large=f"{table.names[seat]} +{heads_of(cards)}")
            yield lit if fact.too_low else replace(lit, rows=_with_sixth(table, row, card), card=card)
            taken = _scene(TAKEN_MS, sentence, tone, next_table)
            yield replace(taken, card=card, row=row, taker=seat, cost=heads_of(cards))
        case RoundEnded():
            yield _scene(ROUND_MS, sentence, tone, table)


def heads_in_all(table: Table) -> tuple[int, ...]:
    counted = len(table.scores) >= table.round
    return table.totals if counted else table.round_result[1]


def _scene(ms: int, text: str, tone: str, table: Table) -> Scene:
    return Scene(ms, text, table.rows, tuple(map(heads_of, table.rows)), table.to_place, heads_in_all(table), tone)


def _with_sixth(table: Table, row: int, card: int) -> tuple[tuple[int, ...], ...]:
    return tuple((*cards, card) if at == row else cards for at, cards in enumerate(table.rows))
