"""Whom a table's stake hits."""

import pytest
from msgspec.structs import replace

from sixqp_tui.engine.table import Table
from sixqp_tui.presentation.stake import describe_loser


@pytest.mark.parametrize(
    ("scores", "you", "sentence"),
    [
        ((3, 20, 9), None, "Bob comes last: Dishes"),
        ((3, 20, 9), 1, "You come last: Dishes"),
        ((20, 20, 9), 1, "Ann and you come last together: Dishes"),
        ((9, 9, 9), None, ""),
    ],
)
def test_the_stake_hits_those_with_the_most_heads_unless_all_have_won(
    scores: tuple[int, ...], you: int | None, sentence: str
) -> None:
    table = Table(names=("Ann", "Bob", "Cleo"), totals=scores, scores=(scores,), ended="rounds")
    assert describe_loser("Dishes", table, you) == sentence
    assert not describe_loser("", table, you) and not describe_loser(
        "Dishes", replace(table, ended="abandoned"), you
    )
