"""A review is the same wherever it is made, and its figures add up to the heads that were taken."""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from support.planted_rounds import ROUND, bot_game, is_found, planted_round
from support.play import VARIANTS, played

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, Fact, Rules, Variant
from sixqp_protocol.messages import Level
from sixqp_tui.analysis.result import Balance, SeatReview
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.features.review.review import MIN_DEALS, examine, plan_review, put_together, review_game


def _game(players: int, seed: str, rounds: int = 1) -> tuple[AnyFact, ...]:
    return open_hands(played(Rules(limit=None, rounds=rounds), players, seed))


@pytest.mark.soak
@settings(max_examples=3, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 2**32).map(str))
def test_luck_skill_and_rest_add_up_to_the_heads_that_were_taken(variant: Variant, seed: str) -> None:
    happened = open_hands(played(Rules(variant, limit=None, rounds=1), 2, seed))
    review = review_game(happened, MIN_DEALS)
    ended = next(fact for fact in happened if isinstance(fact, facts.RoundEnded))
    assert review.whole
    for seat in review.seats:
        balance = seat.balance
        assert (
            balance.average + balance.luck + balance.skill + balance.others + balance.rest
            == 10 * ended.totals[seat.seat]
        )
        assert balance.skill == sum(seat.turn_costs(1)) + (seat.draft_cost(1) or 0)
        assert (seat.draft_cost(1) is None) == (variant != "draft")
        assert all(decision.options[0].choice == decision.best for decision in seat.decisions)
        assert all(decision.option(decision.made).more >= decision.cost for decision in seat.decisions)


@pytest.mark.slow
def test_the_same_game_gives_the_same_figures_on_every_machine() -> None:
    """These were found on one machine. Whoever gets others has a random number or a rounding of their own."""
    review = review_game(_game(2, "everywhere"), MIN_DEALS)
    dear = [decision for seat in review.seats for decision in seat.costliest()]
    found = [(each.seat, each.turn, each.kind, each.best, each.cost, each.error) for each in dear]
    assert found == [
        (0, 8, "row", 0, 52, 0),
        (0, 3, "row", 2, 31, 7),
        (0, 1, "card", 10, 24, 9),
        (1, 1, "card", 40, 15, 7),
    ]
    balances = [Balance(62, 1, 127, -7, -3, 18), Balance(62, 0, 15, -32, -25, -11)]
    assert [each.balance for each in review.seats] == balances


@pytest.mark.soak
def test_the_order_in_which_cards_were_laid_does_not_matter() -> None:
    """Two programs may have recorded the choices of a turn in another order."""
    happened = _game(2, "order")
    backwards = open_hands(_choosing_backwards(happened))
    assert backwards != happened
    assert review_game(backwards, MIN_DEALS) == review_game(happened, MIN_DEALS)


def _choosing_backwards(happened: tuple[Fact, ...]) -> list[Fact]:
    told: list[Fact] = []
    turn: list[Fact] = []
    for fact in happened:
        if isinstance(fact, facts.CardChosen):
            turn.insert(0, fact)
        else:
            told += [*turn, fact] if isinstance(fact, facts.CardsRevealed) else [fact]
            turn = [] if isinstance(fact, facts.CardsRevealed) else turn
    return told


@pytest.mark.slow
def test_findings_made_before_a_stop_are_kept() -> None:
    plan = plan_review(_game(2, "stop", rounds=2), MIN_DEALS)
    part = len(plan.tasks) * 3 // 5
    findings = [examine(task, plan.deals) if at < part else None for at, task in enumerate(plan.tasks)]
    review = put_together(plan, findings)
    assert (review.done, review.whole) == (part, False)
    assert [list(seat.rounds) for seat in review.seats] == [[1], [1]]


@pytest.mark.soak
def test_the_worst_card_of_a_hand_is_among_the_three_costliest() -> None:
    """`tests/bench/review_finds.py` tries 200 such rounds."""
    assert all(is_found(planted_round(f"quick {at}", 3, 4, 100, turn=1), 150) for at in range(2))


@pytest.mark.soak
def test_accuracy_rises_from_level_to_level() -> None:
    """`tests/bench/review_levels.py` plays more rounds."""
    levels: tuple[Level, ...] = ("easy", "medium", "hard")
    rounds: list[dict[int, Balance]] = [{} for _ in levels]
    for number in range(6):
        seed = f"order {number}"
        bots = [create_bot(level, Random(f"{seed} {seat}"), deals(20)) for seat, level in enumerate(levels)]
        for seat in review_game(bot_game(bots, ROUND, seed), 15).seats:
            rounds[seat.seat][number] = seat.balance
    easy, medium, hard = (SeatReview(0, (), each).accuracy for each in rounds)
    assert easy < medium < hard
