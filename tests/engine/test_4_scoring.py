"""Article 4: scoring and the end of a game."""

from itertools import pairwise

import pytest
from support.decisions import choose_card, choose_row, draft_card, take_back
from support.play import VARIANTS, names, played

from sixqp_protocol import facts
from sixqp_protocol.facts import EndReason, LimitRule, Rules
from sixqp_protocol.messages import ChooseCard, ChooseRow, Decision, DraftCard, TakeBack
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.decisions import Forbidden, at_hand, facts_of
from sixqp_tui.engine.game import Game, IllegalDecision
from sixqp_tui.engine.rules import end_reason, ranks


def _rounds(happened: tuple[facts.Fact, ...]) -> list[facts.RoundEnded]:
    return [fact for fact in happened if isinstance(fact, facts.RoundEnded)]


def test_4_1_totals_grow_by_the_heads_of_the_pile() -> None:
    rounds = _rounds(played(Rules(), 4, "seed"))
    assert len(rounds) > 1
    for before, after in pairwise(rounds):
        assert after.totals == tuple(a + b for a, b in zip(before.totals, after.heads, strict=True))


def test_4_1_the_scores_of_every_round_stay_on_the_table() -> None:
    happened = played(Rules(), 4, "seed")
    table = Game("seed").after(happened).table
    assert table.scores == tuple(fact.heads for fact in _rounds(happened))
    assert table.totals == tuple(map(sum, zip(*table.scores, strict=True)))


@pytest.mark.parametrize(
    ("rule", "highest", "reason"),
    [("over", 66, None), ("over", 67, "limit"), ("reach", 65, None), ("reach", 66, "limit")],
)
def test_4_2_the_limit_must_be_passed_or_reached(rule: LimitRule, highest: int, reason: EndReason | None) -> None:
    assert end_reason(Rules(limit_rule=rule), (0, highest, 3), 4) == reason


@pytest.mark.parametrize("rule", ["over", "reach"])
def test_4_2_the_game_ends_after_the_round_in_which_it_happens(rule: LimitRule) -> None:
    happened = played(Rules(limit_rule=rule), 5, "seed")
    assert happened[-1] == facts.GameEnded("limit")
    enough = 67 if rule == "over" else 66
    *earlier, last = _rounds(happened)
    assert happened[-2] is last
    assert max(last.totals) >= enough
    assert all(max(fact.totals) < enough for fact in earlier)


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


def test_4_3_an_abandoned_game_ends_at_once() -> None:
    _, game = Game.start(Rules(), names(2), "seed")
    game = game.after((facts.GameEnded("abandoned"),))
    assert (game.pending, game.table.ended) == (None, "abandoned")


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


def test_4_4_the_lowest_total_wins() -> None:
    assert ranks((40, 12, 67)) == (2, 1, 3)


def test_4_4_equal_lowest_totals_win_together() -> None:
    assert ranks((70, 12, 12, 30)) == (4, 1, 1, 3)


def test_4_4_equal_totals_share_a_rank() -> None:
    assert ranks((5, 30, 30, 40, 40, 40, 70)) == (1, 2, 2, 4, 4, 4, 7)
    assert ranks((0, 0)) == (1, 1)
