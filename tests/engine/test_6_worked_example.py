"""Article 6: the worked example, played through the engine."""

from support.decisions import choose_row
from support.play import dealt, laid

from sixqp_protocol import facts
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import RowWanted

FIRST, SECOND, THIRD = (14, 15, 44, 61), (21, 26, 30, 36), (3, 9, 68, 83)


def _start() -> Game:
    return dealt((12, 37, 43, 58), tuple(zip(FIRST, SECOND, THIRD, strict=True)))


def test_6_1_nobody_takes_anything() -> None:
    game, batch = laid(_start(), FIRST)
    assert game.table.rows == ((12, 14, 15), (37,), (43, 44), (58, 61))
    assert game.table.piles == ((), (), (), ())
    assert not any(isinstance(fact, facts.RowTaken) for fact in batch)


def test_6_2_the_30_is_the_sixth_card() -> None:
    game, _ = laid(_start(), FIRST)
    game, batch = laid(game, SECOND)
    assert facts.RowTaken(2, 30, 0, (12, 14, 15, 21, 26)) in batch
    assert game.table.rows == ((30, 36), (37,), (43, 44), (58, 61))
    assert game.table.heads == (0, 0, 6, 0)


def test_6_3_the_3_is_too_low() -> None:
    game, _ = laid(_start(), FIRST)
    game, _ = laid(game, SECOND)
    game, _ = laid(game, THIRD)
    assert game.pending == RowWanted(0, 3)
    batch, game = choose_row(game, 0, 1)
    assert batch[0] == facts.RowTaken(0, 3, 1, (37,))
    assert game.table.rows == ((30, 36), (3, 9), (43, 44), (58, 61, 68, 83))
    assert game.table.heads == (1, 0, 6, 0)
