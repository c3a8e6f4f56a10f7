"""The animation of a turn: several frames for each fact, drawn over the table as it was before the fact."""

from typing import NamedTuple

from sixqp_protocol.facts import AnyFact, CardPlaced, CardsRevealed, Fact, GameEnded, RoundEnded, RowTaken
from sixqp_tui.engine.cards import ROW_LIMIT, heads_of
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n.facts import is_catastrophe

# Times are in ticks, of 0.05 s at the normal pace.
BACK_TICKS = 6
"""Enough to see that everybody has played a card."""
FACE_TICKS = 14
"""Enough to read ten numbers."""
REST_TICKS = 7
LOOK_TICKS = 3
"""A sixth card before its row is taken, and a card that has taken a row."""
FLASH_TICKS = (2, 2, 3)
"""A taken row flashes twice: a single flash is easily missed."""
CATASTROPHE_TICKS = 36
"""Enough to read whose row it was, and how many heads."""
ROUND_OVER_TICKS = 30
"""The table at the end of a round, before the score sheet covers it."""
PLACE_TICKS = 12
"""A place at the end of a game, which is read before the next better one appears."""
WINNER_TICKS = 60
"""The winner, before the story of the game."""
APPROACH = (0.6, 0.2)
"""The remaining way of a card that takes a row, one tick each."""
STRIDE = (0.4, 2)
"""The remaining way of any other card, and its ticks."""
FLIGHT = (0.0, 0.55, 1.0)
MAX_COUNTS = 2
"""Steps in which a score counts up: more would take longer than the flight."""


class Walk(NamedTuple):
    """A card on its way to a place in a row. `left` is the rest of the way, 1 at the right edge."""

    card: int
    row: int
    place: int
    left: float = 0.0


class Flight(NamedTuple):
    row: int
    seat: int
    heads: int
    way: float


class Frame(NamedTuple):
    """One picture of a fact, shown for `ticks`.

    The cards to place show their `backs`, or one of them moves (`walk`). The cards of a taken row are `lit` (red),
    then `gone`; `counted` of its heads have been added to the taker's score. A `catastrophe` is shown in large
    figures beside the rows. At the end of a game the last `places` are shown.
    """

    fact: Fact
    ticks: int
    backs: bool = False
    walk: Walk | None = None
    lit: int | None = None
    gone: int | None = None
    flight: Flight | None = None
    counted: int = 0
    catastrophe: bool = False
    places: int = 0


def frames(fact: AnyFact, table: Table) -> tuple[Frame, ...]:
    """A reveal (3.2) and an end are drawn over the table after the fact, all else over the table before it."""
    match fact:
        case CardsRevealed():
            return Frame(fact, BACK_TICKS, backs=True), Frame(fact, FACE_TICKS)
        case CardPlaced():
            return _walk(fact, len(table.rows[fact.row]))
        case RowTaken():
            return _taken(fact)
        case RoundEnded():
            return (Frame(fact, ROUND_OVER_TICKS),)
        case GameEnded(reason) if reason != "abandoned":
            worse = tuple(Frame(fact, PLACE_TICKS, places=places) for places in range(1, table.seats))
            return (*worse, Frame(fact, WINNER_TICKS, places=table.seats))
    return ()


def newest_turn(facts: tuple[AnyFact, ...]) -> int:
    return max((at for at, fact in enumerate(facts) if isinstance(fact, CardsRevealed)), default=0)


def rows_in(frame: Frame | None, table: Table) -> tuple[tuple[int, ...], ...]:
    """A card in its place belongs to its row, but a sixth card takes the row first."""
    gone, walk = (frame.gone, frame.walk) if frame else (None, None)
    rows = tuple(() if row == gone else cards for row, cards in enumerate(table.rows))
    if walk is None or walk.left or walk.place == ROW_LIMIT:
        return rows
    return tuple((*cards, walk.card) if row == walk.row else cards for row, cards in enumerate(rows))


def plays_in(frame: Frame | None, table: Table) -> tuple[tuple[int, int], ...]:
    return table.to_place[1:] if frame and frame.walk else table.to_place


def heads_in(frame: Frame | None, table: Table, seat: int) -> int:
    taken = frame is not None and isinstance(frame.fact, RowTaken) and frame.fact.seat == seat
    return heads_of(table.piles[seat]) + (frame.counted if frame and taken else 0)


def _walk(fact: CardPlaced, place: int) -> tuple[Frame, ...]:
    steps = (STRIDE, (0.0, REST_TICKS))
    return tuple(Frame(fact, ticks, walk=Walk(fact.card, fact.row, place, left)) for left, ticks in steps)


def _taken(fact: RowTaken) -> tuple[Frame, ...]:
    """A sixth card is shown first; a card that is too low waits until the row is empty."""
    sixth = None if fact.too_low else Walk(fact.card, fact.row, ROW_LIMIT)
    heads = heads_of(fact.cards)
    still = Frame(fact, 1, walk=sixth)
    empty = still._replace(gone=fact.row)
    large = still._replace(catastrophe=is_catastrophe(fact))
    held = (large._replace(lit=fact.row, ticks=CATASTROPHE_TICKS),) if large.catastrophe else ()
    flying = tuple(empty._replace(flight=Flight(fact.row, fact.seat, heads, way)) for way in FLIGHT)
    steps = min(heads, MAX_COUNTS)
    counting = tuple(empty._replace(counted=heads * step // steps) for step in range(1, steps + 1))
    arrived = Walk(fact.card, fact.row, 0)
    comes = tuple(
        counting[-1]._replace(walk=arrived._replace(left=left), ticks=ticks)
        for left, ticks in (*((left, 1) for left in APPROACH), (0.0, LOOK_TICKS))
    )
    return (
        *((still._replace(ticks=LOOK_TICKS),) if sixth else ()),
        *_flashing(large, fact.row),
        *held,
        *flying,
        *counting,
        *comes,
    )


def _flashing(still: Frame, row: int) -> tuple[Frame, ...]:
    return tuple(
        still._replace(ticks=ticks, lit=None if dark % 2 else row) for dark, ticks in enumerate(FLASH_TICKS)
    )
