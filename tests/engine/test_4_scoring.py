"""Article 4: scoring and the end of a game."""

import pytest
from support.decisions import choose_card, choose_row, draft_card, take_back
from support.play import VARIANTS, names, played

from sixqp_protocol import facts
from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import ChooseCard, ChooseRow, Decision, DraftCard, TakeBack
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.decisions import Forbidden, at_hand, facts_of
from sixqp_tui.engine.game import Game, IllegalDecision
from sixqp_tui.engine.rules import end_reason, ranks


def _rounds(happened: tuple[facts.Fact, ...]) -> list[facts.RoundEnded]:
    return [fact for fact in happened if isinstance(fact, facts.RoundEnded)]


def test_4_3_a_table_may_agree_on_another_limit() -> None:
    assert end_reason(Rules(limit=100), (100, 2), 1) is None
    assert end_reason(Rules(limit=100), (101, 2), 1) == "limit"


@pytest.mark.parametrize("number", [1, 2, 7])
def test_4_3_a_table_may_agree_on_a_number_of_rounds(number: int) -> None:
    happened = played(Rules(limit=None, rounds=number), 2, "seed")
    assert len(_rounds(happened)) == number
    assert happened[-1] == facts.GameEnded("rounds")


def test_4_3_of_two_end_conditions_the_first_met_ends_the_game() -> None:
    both = Rules(limit=66, rounds=3)
    assert end_reason(both, (67, 0), 1) == "limit"
    assert end_reason(both, (66, 0), 3) == "rounds"
    assert end_reason(both, (66, 0), 2) is None
    assert end_reason(both, (67, 0), 3) == "limit"


def test_4_3_a_game_without_any_end_cannot_begin() -> None:
    with pytest.raises(ValueError, match=r"article 4\.3"):
        Game.start(Rules(limit=None, rounds=None), names(2), "seed")


def test_4_3_nothing_is_asked_after_the_end() -> None:
    game = Game("seed").after(played(Rules(limit=None, rounds=1), 2, "seed"))
    assert game.pending is None
    for verb, given in ((choose_card, (0, 1)), (take_back, (0,)), (choose_row, (0, 0)), (draft_card, (0, 1))):
        with pytest.raises(IllegalDecision):
            verb(game, *given)


@pytest.mark.parametrize("variant", VARIANTS)
def test_4_3_nothing_is_asked_after_an_abandoned_game(variant: facts.Variant) -> None:
    happened = played(Rules(variant=variant), 2, "seed", most=2)
    table = Game("seed").after((*happened, facts.GameEnded("abandoned"))).table
    for seat in (0, 1):
        decisions: tuple[tuple[Decision, str], ...] = (
            (ChooseCard(card=(table.hands[seat] or (1,))[0]), "3.1"),
            (TakeBack(), "3.1"),
            (DraftCard(card=1), "5.2"),
            (ChooseRow(row=0), "3.7"),
        )
        for decision, article in decisions:
            assert facts_of(table, seat, at_hand(decision, table)) == Forbidden(Refusal.NOT_ASKED, article)


def test_4_4_equal_totals_share_a_rank() -> None:
    assert ranks((5, 30, 30, 40, 40, 40, 70)) == (1, 2, 2, 4, 4, 4, 7)
    assert ranks((0, 0)) == (1, 1)
