"""A review is the same wherever it is made, and its figures add up to the heads that were taken."""

import pytest
from hypothesis import given, settings, strategies as st
from support.planted_rounds import is_found, planted_round
from support.play import VARIANTS, played

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, Fact, Rules, Variant
from sixqp_tui.analysis.result import Balance
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.features.review.review import MIN_DEALS, examine, plan_review, put_together, review_game


def _game(players: int, seed: str, rounds: int = 1) -> tuple[AnyFact, ...]:
    return open_hands(played(Rules(limit=None, rounds=rounds), players, seed))


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
        assert balance.skill == sum(seat.turn_costs(1))
        assert all(decision.options[0].choice == decision.best for decision in seat.decisions)
        assert all(decision.option(decision.made).more >= decision.cost for decision in seat.decisions)


def test_the_same_game_gives_the_same_figures_on_every_machine() -> None:
    """These were found on one machine. Whoever gets others has a random number or a rounding of their own."""
    review = review_game(_game(2, "everywhere"), MIN_DEALS)
    dear = [decision for seat in review.seats for decision in seat.costliest()]
    found = [(each.seat, each.turn, each.kind, each.best, each.cost, each.error) for each in dear]
    assert found == [
        (0, 3, "row", 0, 40, 3),
        (0, 8, "row", 0, 39, 13),
        (0, 4, "card", 10, 20, 7),
        (1, 7, "card", 73, 28, 6),
        (1, 5, "card", 28, 12, 4),
        (1, 8, "card", 28, 9, 4),
    ]
    assert [each.balance for each in review.seats] == [Balance(62, 1, 99, 29, -11), Balance(62, 0, 57, -79, -20)]


def test_the_order_in_which_cards_were_laid_changes_nothing() -> None:
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


def test_what_was_found_out_before_a_stop_stays() -> None:
    plan = plan_review(_game(2, "stop", rounds=2), MIN_DEALS)
    part = len(plan.tasks) * 3 // 5
    findings = [examine(task, plan.deals) if at < part else None for at, task in enumerate(plan.tasks)]
    review = put_together(plan, findings)
    assert (review.done, review.whole) == (part, False)
    assert [list(seat.rounds) for seat in review.seats] == [[1], [1]]


@pytest.mark.slow
def test_the_worst_card_of_a_hand_is_among_the_three_costliest() -> None:
    """`tests/bench/review_finds.py` tries 200 such rounds."""
    assert all(is_found(planted_round(f"quick {at}", 3, 4, 60, turn=1), 60) for at in range(3))
