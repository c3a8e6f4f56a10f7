"""A review looks at what each seat could read when it decided, and at nothing of a game that goes on."""

import pytest
from hypothesis import given, settings, strategies as st
from support.play import VARIANTS, played, secrets

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, Fact, Rules
from sixqp_tui.analysis.moments import Deal, Moment, UnfinishedGame, read_moments
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.features.review.review import plan_review


def _game(players: int, seed: str, rounds: int = 1) -> tuple[AnyFact, ...]:
    return open_hands(played(Rules(limit=None, rounds=rounds), players, seed))


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(2, 5), st.integers(0, 2**32).map(str))
def test_a_seat_is_judged_by_what_it_could_see(variant: facts.Variant, players: int, seed: str) -> None:
    happened = open_hands(played(Rules(variant, limit=None, rounds=2), players, seed))
    seats, found = read_moments(happened)
    rows = sum(isinstance(fact, facts.RowTaken) and fact.too_low for fact in happened)
    moments = [each for each in found if isinstance(each, Moment)]
    assert seats == players
    assert len([each for each in found if isinstance(each, Deal)]) == 2 * players
    picks = 2 * 10 * players if variant == "draft" else 0
    assert len(moments) == picks + 2 * 9 * players + rows
    for each in found:
        assert each.view.seat == each.seat
        assert secrets(each.view) == []
    for moment in moments:
        assert moment.view.wanted
        options = {"pick": moment.view.table.deck, "card": moment.view.hand, "row": range(4)}[moment.kind]
        assert moment.made in options


def test_a_card_taken_back_is_skipped_and_stand_in_decisions_are_marked() -> None:
    happened: list[Fact] = list(_game(2, "back"))
    at, laid = next((at, fact) for at, fact in enumerate(happened) if isinstance(fact, facts.CardLaid))
    back: list[facts.AnyFact] = [
        facts.CardLaid(laid.seat, laid.card),
        facts.CardChosen(laid.seat),
        facts.ChoiceTakenBack(laid.seat),
    ]
    _, usual = read_moments(happened)
    happened[at:at] = [*back, facts.StoodIn(laid.seat)]
    _, found = read_moments(happened)
    assert len(found) == len(usual)
    marked = [each for each in found if isinstance(each, Moment) and each.stood_in]
    assert [(each.seat, each.view.table.turn, each.made) for each in marked] == [(laid.seat, 1, laid.card)]


@pytest.mark.parametrize("length", [1, 20, -1])
def test_an_unfinished_game_is_never_reviewed(length: int) -> None:
    happened = _game(3, "on")[:length]
    with pytest.raises(UnfinishedGame):
        plan_review(happened)


def test_an_abandoned_round_is_left_out() -> None:
    happened = _game(2, "up", rounds=2)
    begun = [at for at, fact in enumerate(happened) if isinstance(fact, facts.RoundBegan)]
    given_up = (*happened[: begun[1] + 4], facts.GameEnded("abandoned"))
    _, found = read_moments(given_up)
    assert {each.view.table.round for each in found} == {1}
