"""A review in words: one sentence for each way in which a decision can have cost something."""

import pytest

from sixqp_tui import i18n
from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.result import Balance, Decision, Option, Reason, Review, SeatReview

SAFE = Reason("safe", 0, 5, 97, 100, 0)


def laid(made: Reason, best: Reason, cost: int = 43) -> Decision:
    """The 45 was laid, and the 23 would have been better."""
    return Decision(0, 2, 4, "card", 45, 23, cost, 5, False, False, (Option(23, 0, best), Option(45, 43, made)))


@pytest.mark.parametrize(
    ("why", "made", "better"),
    [
        (
            Reason("sixth", 2, 6, 86, 100, 52),
            "was the sixth card of row 3: in 86 of 100 deals, no card",
            "would have taken row 3 in 86 of 100 deals, costing 5.2 heads",
        ),
        (
            Reason("filled", 1, 3, 40, 100, 83),
            "in 40 of 100 deals, it was the sixth card of row 2, costing 8.3 heads",
            "would have taken row 2 in 40 of 100 deals, costing 8.3 heads",
        ),
        (
            Reason("too low", None, 0, 100, 100, 10),
            "was too low for every row: in all 100 deals, it took one, costing 1.0 head ",
            "would have taken a row in all 100 deals, costing 1.0 head ",
        ),
        (
            SAFE,
            "took nothing that turn in 97 of 100 deals, but",
            "would have been the 5th card of row 1, and taken nothing",
        ),
        (
            Reason("safe", 3, 6, 90, 100, 0),
            "took nothing",
            "was the sixth card of row 4, but in 90 of 100 deals, another",
        ),
        (Reason("safe", None, 0, 94, 100, 0), "took nothing", "was too low for every row, but in 94 of 100 deals"),
    ],
)
def test_the_card_laid_and_the_better_one_are_given_their_reasons(why: Reason, made: str, better: str) -> None:
    (of_made, _), (_, of_best) = review_words.reasons(laid(why, SAFE)), review_words.reasons(laid(SAFE, why))
    assert made in of_made and "45" in of_made
    assert better in of_best and "23" in of_best


def row(made: int, best: int, exact: bool) -> Decision:
    """Row 3 was taken with this many heads, and row 1 with this many would have been better."""
    options = (
        Option(0, 0, Reason("row", 0, 0, 100, 100, 10 * best)),
        Option(2, 20, Reason("row", 2, 0, 100, 100, 10 * made)),
    )
    return Decision(0, 1, 7, "row", 2, 0, 20, 0 if exact else 3, exact, False, options)


def test_a_row_is_given_a_reason_and_exact_costs_say_so() -> None:
    dear, cheap = row(7, 5, exact=True), row(5, 7, exact=False)
    assert review_words.decision_line(dear) == "round 1, turn 7: took row 3, best was row 1: 2.0 heads, exact"
    assert review_words.reasons(dear) == ("Row 3 had 7 heads, row 1 had 5 heads.",)
    assert review_words.reasons(cheap) == (
        "Row 1 had 7 heads and row 3 5 heads, but what stayed on the table cost more later.",
    )


def test_a_decision_without_cost_has_no_reason() -> None:
    decision = laid(SAFE, SAFE, cost=0)
    assert review_words.decision_line(decision).endswith("there was nothing better")
    assert review_words.reasons(decision) == ()


def test_the_balance_is_listed_line_by_line_and_adds_up() -> None:
    seats = (
        SeatReview(0, (), {1: Balance(432, -13, 110, 38, -57, -12)}),
        SeatReview(1, (), {1: Balance(432, 0, 172, 0)}),
    )
    lines = review_words.balance_lines(Review(200, 9, seats), 0)
    assert [line.figure for line in lines] == ["43.2", "−1.3", "+11.0", "−5.7", "+3.8", "51.0"]
    assert [line.note for line in lines if line.note] == [
        "par (what sensible play would lose): 41.9",
        "accuracy 15 of 100 · others +17.2",
        "full rows +5.0 · low cards −1.2",
    ]
    for every in (lines, review_words.brief_balance_lines(Review(200, 9, seats), 0)):
        assert sum(line.tenths for line in every[:-1]) == every[-1].tenths == 510


def test_french_uses_a_decimal_comma() -> None:
    with i18n.speaking("fr"):
        line = review_words.decision_line(laid(SAFE, SAFE, cost=15))
    assert line == "manche 2, tour 4 : joué 45, le mieux était 23 : 1,5 tête ± 0,5"
