"""Article 1: the cards and their heads."""

import pytest

from sixqp_tui.engine.cards import HEADS, deck, heads


def test_1_1_there_are_104_cards_with_each_number_once() -> None:
    assert deck("classic", 4) == tuple(range(1, 105))


@pytest.mark.parametrize(
    ("number", "count"),
    [(1, 1), (5, 2), (10, 3), (11, 5), (50, 3), (54, 1), (55, 7), (56, 1), (66, 5), (99, 5), (100, 3), (104, 1)],
)
def test_1_2_each_card_has_its_heads(number: int, count: int) -> None:
    assert heads(number) == HEADS[number] == count


def test_1_2_the_number_of_cards_with_each_head_count() -> None:
    assert [HEADS[1:].count(count) for count in (1, 2, 3, 5, 7)] == [76, 9, 10, 8, 1]
