"""Article 2: setting up a round."""

import pytest
from support.play import names

from sixqp_protocol import facts
from sixqp_protocol.facts import Rules
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.reducer import ImpossibleFact, apply_fact
from sixqp_tui.engine.table import Table


@pytest.mark.parametrize("players", [0, 1, 11])
def test_2_1_any_other_number_of_players_is_rejected(players: int) -> None:
    with pytest.raises(ValueError, match=r"2 to 10 players"):
        Game.start(Rules(), names(players), "seed")
    with pytest.raises(ImpossibleFact):
        apply_fact(Table(), facts.GameStarted(Rules(), names(players)))
