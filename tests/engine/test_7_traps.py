"""Article 7: two traps that players fall into."""

from support.decisions import choose_row
from support.play import dealt, laid, turns

from sixqp_protocol import facts
from sixqp_tui.engine.rules import Effect, Landing, landing
from sixqp_tui.engine.table import RowWanted


def test_7_1_a_card_of_the_same_turn_fills_the_nearer_row() -> None:
    game = dealt((10, 36, 90, 95), ((37, 41, 40, 42), (38, 92, 96, 45)))
    game = turns(game, (37, 38), (41, 92), (40, 96))
    assert game.table.rows[:2] == ((10, 40), (36, 37, 38, 41))
    game, batch = laid(game, (42, 45))
    assert batch[-2:] == (facts.CardPlaced(0, 42, 1), facts.RowTaken(1, 45, 1, (36, 37, 38, 41, 42)))
    assert game.table.rows[:2] == ((10, 40), (45,))


def test_7_1_the_nearer_row_takes_the_card_even_if_it_is_full() -> None:
    rows = ((10, 40), (36, 37, 38, 41, 42), (90,), (95,))
    assert landing(rows, 45) == Landing(Effect.TAKES_FULL_ROW, 1)


def test_7_2_a_row_taken_in_the_same_turn_is_no_longer_there() -> None:
    game = dealt((61, 50, 40, 70), ((51, 53, 30), (52, 71, 62)))
    game = turns(game, (51, 52), (53, 71))
    assert landing(game.table.rows, 62) == Landing(Effect.APPENDS, 0)
    game, _ = laid(game, (30, 62))
    assert game.pending == RowWanted(0, 30)
    batch, after = choose_row(game, 0, 0)
    assert batch == (facts.RowTaken(0, 30, 0, (61,)), facts.CardPlaced(1, 62, 1))
    assert after.table.rows == ((30,), (50, 51, 52, 53, 62), (40,), (70, 71))


def test_7_2_the_card_may_be_the_sixth_in_another_row() -> None:
    game = dealt((61, 50, 40, 70), ((51, 53, 30), (52, 54, 62)))
    game, _ = laid(turns(game, (51, 52), (53, 54)), (30, 62))
    batch, _ = choose_row(game, 0, 0)
    assert batch[1] == facts.RowTaken(1, 62, 1, (50, 51, 52, 53, 54))
