"""A review's figures add up, and what is kept of it comes back."""

import pytest

from sixqp_tui.analysis.result import (
    Balance,
    Decision,
    Option,
    Reason,
    Review,
    SeatReview,
    UnreadableReview,
    decode_review,
    encode_review,
)

REASON = Reason("sixth", 2, 6, 86, 100, 52)
SAFE = Reason("safe", 0, 5, 100, 100, 0)


def decision(turn: int, cost: int, stood_in: bool = False) -> Decision:
    options = (Option(23, 0, SAFE), Option(45, cost, REASON))
    return Decision(0, 2, turn, "card", 45, 23, cost, 5, False, stood_in, options)


SEAT = SeatReview(
    0,
    (decision(1, 7), decision(2, 43), decision(3, 0), decision(4, 43), decision(5, 12), decision(6, 90, True)),
    {2: Balance(100, -12, 105, 17)},
)
OTHER = SeatReview(1, (), {2: Balance(100, 0, 31, 0)})
REVIEW = Review(200, 20, (SEAT, OTHER))


def test_the_costliest_decisions_come_first_without_the_stand_ins() -> None:
    assert [(each.turn, each.cost) for each in SEAT.costliest()] == [(2, 43), (4, 43), (5, 12)]


def test_turn_costs_list_a_rounds_decisions_turn_by_turn() -> None:
    assert SEAT.turn_costs(2) == (7, 43, 0, 43, 12, 0, 0, 0, 0, 0)
    assert SEAT.turn_costs(1) == (0,) * 10


def test_par_is_the_average_plus_the_luck_of_the_deal() -> None:
    assert (SEAT.balance.par, SEAT.balance.taken) == (88, 210)


def test_accuracy_falls_from_100_with_the_heads_lost_per_round() -> None:
    skills = ((0,), (10,), (40,), (40, 40), (300,))
    found = [
        SeatReview(0, (), {number: Balance(100, 0, skill, 0) for number, skill in enumerate(each)}).accuracy
        for each in skills
    ]
    assert found == [100, 84, 50, 50, 1]


def test_the_best_decision_saved_most_and_excludes_the_stand_in() -> None:
    def chose_best(turn: int, more: int, stood_in: bool = False) -> Decision:
        options = (Option(23, 0, SAFE), Option(45, more, REASON))
        return Decision(0, 2, turn, "card", 23, 23, 0, 0, False, stood_in, options)

    found = SeatReview(0, (decision(1, 80), chose_best(2, 21), chose_best(3, 30), chose_best(4, 90, True)), {})
    assert found.most_saved == found.decisions[2]
    assert SeatReview(0, (decision(1, 80), chose_best(2, 4)), {}).most_saved is None


def test_a_review_survives_encoding_and_decoding() -> None:
    assert decode_review(encode_review(REVIEW)) == REVIEW


@pytest.mark.parametrize("kept", [b"", b"{}", b"[" * 100_000, b"\xff", b'{"version":1,"review":3}'])
def test_an_invalid_review_is_rejected(kept: bytes) -> None:
    with pytest.raises(UnreadableReview):
        decode_review(kept)


def test_a_review_of_another_version_is_rejected() -> None:
    with pytest.raises(UnreadableReview, match="expected version 4, got 3"):
        decode_review(encode_review(REVIEW).replace(b'"version":4', b'"version":3'))
