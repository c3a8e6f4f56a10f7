"""What everybody around one keyboard reads."""

import pytest
from support.screens import OWNER, FakeSession

from sixqp_protocol.facts import Rules, Variant
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.view import readable
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.hotseat.screens import with_seed_told


@pytest.mark.parametrize("variant", ["classic", "draft"])
def test_the_last_lines_before_the_first_decision_tell_that_somebody_chose_the_seed(variant: Variant) -> None:
    session = FakeSession((OWNER, OWNER), None)
    opening = Game.start(Rules(variant), ("Ann", "Bob"), "a seed")[0]
    shown = Transcript().after(readable(opening, None))
    model = with_seed_told(ViewModel(shown, session.news))
    assert "known beforehand" not in model.last_turn[-1].short
    session.becomes(seeded=True)
    model = with_seed_told(ViewModel(shown, session.news))
    assert "known beforehand" in model.last_turn[-1].short
    assert "a person chose this table's seed" in model.log[-1].sentence
