"""What just happened, frame by frame: each fact of a turn is a few pictures over the table as it was before it."""

from typing import NamedTuple

from sixqp_protocol.facts import AnyFact, CardPlaced, CardsRevealed, Fact, RoundEnded, RowTaken
from sixqp_tui.engine.cards import ROW_LIMIT, heads_of
from sixqp_tui.engine.table import Table

# Times are in ticks, of 0.05 s at the normal pace.
BACK_TICKS = 6
"""How long the cards lie face down: so that everybody has seen that all are there."""
FACE_TICKS = 14
"""How long they lie face up before the first one goes: so that ten numbers can be glanced over."""
REST_TICKS = 7
"""How long a card lies in its place before the next one goes."""
LOOK_TICKS = 3
"""How long a sixth card lies before its row goes, and a card that has taken a row before the next one."""
FLASH_TICKS = (2, 2, 3)
"""How long a row that is taken is lit, dark and lit again: a single flash is missed."""
ROUND_OVER_TICKS = 30
"""How long the table of a round's end is looked at, before the score sheet lies over it."""
APPROACH = (0.6, 0.2)
"""How much of its way a card that takes a row still has to go, a tick each, before it stands."""
STRIDE = (0.4, 2)
"""How much of its way any other card still has to go, for so many ticks, before it stands."""
FLIGHT = (0.0, 0.55, 1.0)
"""How much of their way the heads have flown, a tick each, before they are counted."""
MAX_COUNTS = 2
"""In how many steps at most a score counts up: more would take longer than the flight."""


class Walk(NamedTuple):
    """A card on its way to a place of a row; `left` is how much of its way lies before it, 1 at the right edge."""

    card: int
    row: int
    place: int
    left: float = 0.0


class Flight(NamedTuple):
    """Heads on their way from a row to their taker; `way` is how much of it they have flown."""

    row: int
    seat: int
    heads: int
    way: float


class Frame(NamedTuple):
    """One picture of a fact, shown for so many ticks.

    The cards to be placed show their `backs`, or one of them walks. Of a row that is taken the cards are `lit`
    (all of a sudden red), then `gone`; of its heads so many are `counted` for the taker.
    """

    fact: Fact
    ticks: int
    backs: bool = False
    walk: Walk | None = None
    lit: int | None = None
    gone: int | None = None
    flight: Flight | None = None
    counted: int = 0


def frames(fact: AnyFact, table: Table) -> tuple[Frame, ...]:
    """The frames of a fact: over the table before it, but of a reveal after it (3.2). None where nothing moves."""
    match fact:
        case CardsRevealed():
            return Frame(fact, BACK_TICKS, backs=True), Frame(fact, FACE_TICKS)
        case CardPlaced():
            return _walk(fact, len(table.rows[fact.row]))
        case RowTaken():
            return _taken(fact)
        case RoundEnded():
            return (Frame(fact, ROUND_OVER_TICKS),)
    return ()


def newest_turn(facts: tuple[AnyFact, ...]) -> int:
    """Where in these facts the cards were turned over last; 0 where they were not."""
    return max((at for at, fact in enumerate(facts) if isinstance(fact, CardsRevealed)), default=0)


def rows_in(frame: Frame | None, table: Table) -> tuple[tuple[int, ...], ...]:
    """The rows as they lie in this frame: a card in its place is of its row, but a sixth one takes it first."""
    gone, walk = (frame.gone, frame.walk) if frame else (None, None)
    rows = tuple(() if row == gone else cards for row, cards in enumerate(table.rows))
    if walk is None or walk.left or walk.place == ROW_LIMIT:
        return rows
    return tuple((*cards, walk.card) if row == walk.row else cards for row, cards in enumerate(rows))


def plays_in(frame: Frame | None, table: Table) -> tuple[tuple[int, int], ...]:
    return table.to_place[1:] if frame and frame.walk else table.to_place


def heads_in(frame: Frame | None, table: Table, seat: int) -> int:
    """The heads of a seat in this round, as far as they are counted in this frame."""
    taken = frame is not None and isinstance(frame.fact, RowTaken) and frame.fact.seat == seat
    return heads_of(table.piles[seat]) + (frame.counted if frame and taken else 0)


def _walk(fact: CardPlaced, place: int) -> tuple[Frame, ...]:
    steps = (STRIDE, (0.0, REST_TICKS))
    return tuple(Frame(fact, ticks, walk=Walk(fact.card, fact.row, place, left)) for left, ticks in steps)


def _taken(fact: RowTaken) -> tuple[Frame, ...]:
    """The sixth card comes first; one that is too low waits until the row is empty."""
    sixth = None if fact.too_low else Walk(fact.card, fact.row, ROW_LIMIT)
    heads = heads_of(fact.cards)
    still = Frame(fact, 1, walk=sixth)
    empty = still._replace(gone=fact.row)
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
        *_flashing(still, fact.row),
        *flying,
        *counting,
        *comes,
    )


def _flashing(still: Frame, row: int) -> tuple[Frame, ...]:
    return tuple(
        still._replace(ticks=ticks, lit=None if dark % 2 else row) for dark, ticks in enumerate(FLASH_TICKS)
    )
