"""Whoever has read a game to its end knows all its hands (3.9)."""

import pytest
from hypothesis import given, settings, strategies as st
from support.play import VARIANTS, played, stream, without_taken_back

from sixqp_protocol import facts
from sixqp_protocol.facts import Fact, Rules
from sixqp_tui.engine.open_hands import HandsUnknown, open_hands
from sixqp_tui.engine.reducer import apply_facts
from sixqp_tui.engine.table import Table


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(2, 10), st.integers(0, 2**32).map(str))
def test_every_reader_reconstructs_all_the_hands(variant: facts.Variant, players: int, seed: str) -> None:
    whole = played(Rules(variant, rounds=2), players, seed)
    opened = open_hands(stream(whole, None))
    assert opened == without_taken_back(whole)
    assert open_hands(stream(whole, players - 1)) == open_hands(opened) == opened
    assert apply_facts(Table(), opened).ended


def test_cards_laid_by_a_stand_in_stay_marked() -> None:
    whole: list[Fact] = []
    for fact in played(Rules(rounds=1), 2, "absent"):
        whole += [facts.StoodIn(fact.seat), fact] if isinstance(fact, facts.CardLaid) else [fact]
    opened = open_hands(stream(whole, 0))
    assert opened == without_taken_back(tuple(whole))
    apply_facts(Table(), opened)


@pytest.mark.parametrize("length", [0, 1, 20, -2])
def test_an_unfinished_game_keeps_its_hands_hidden(length: int) -> None:
    with pytest.raises(HandsUnknown):
        open_hands(played(Rules(rounds=2), 3, "on")[:length])


def test_an_abandoned_round_keeps_its_hands_hidden() -> None:
    begun = played(Rules(rounds=2), 3, "up")[:30]
    with pytest.raises(HandsUnknown):
        open_hands((*begun, facts.GameEnded("abandoned")))
