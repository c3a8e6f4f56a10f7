"""The search's own way to place cards is that of the engine, card by card."""

from itertools import permutations

from hypothesis import given, strategies as st

from sixqp_tui.bots import standin
from sixqp_tui.bots.medium import Medium
from sixqp_tui.bots.search.integer_rows import SEATS, IntegerRows, integer_rows
from sixqp_tui.bots.standin import cheapest_row
from sixqp_tui.engine.cards import HIGHEST, ROWS, heads_of
from sixqp_tui.engine.rules import Effect, Rows, landing
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View

Shuffled = st.permutations(range(1, HIGHEST + 1))


def placed(rows: Rows, card: int, low: int) -> tuple[Rows, int]:
    """The rows by the engine's rule, and the heads taken; a card too low takes row `low`."""
    effect, row = landing(rows, card)
    at = low if row is None else row
    if effect is Effect.APPENDS:
        return tuple((*each, card) if index == at else each for index, each in enumerate(rows)), 0
    return tuple((card,) if index == at else each for index, each in enumerate(rows)), heads_of(rows[at])


def same(swift: IntegerRows, rows: Rows) -> bool:
    return swift == integer_rows(rows)


@given(Shuffled, st.integers(2, 10))
def test_3_a_random_round_matches_the_engine(order: list[int], players: int) -> None:
    rows: Rows = tuple((card,) for card in order[:ROWS])
    swift, taken, expected = integer_rows(rows), [0] * players, [0] * players
    for turn in range(10):
        cards = order[ROWS + turn * players :][:players]
        swift.place(sorted(card * SEATS + seat for seat, card in enumerate(cards)), taken)
        for card in sorted(cards):
            rows, heads = placed(rows, card, cheapest_row(rows))
            expected[cards.index(card)] += heads
        assert same(swift, rows)
    assert taken == expected


def test_8_1_everybody_takes_the_topmost_of_equal_rows() -> None:
    """Each row is a card of three heads, and their ends are in any order."""
    for ends in permutations((20, 40, 60, 80)):
        rows: Rows = tuple((end,) for end in ends)
        swift = integer_rows(rows)
        swift.place([SEATS], [0, 0])
        assert swift == integer_rows(((1,), *rows[1:]))
        view = View(0, Table(rows=rows))
        assert standin.row(view) == Medium().row(view) == 0
