"""Nobody is sent what depends on cards that are hidden from them; and the proof of that finds leaks."""

from collections.abc import Callable
from typing import Any

import pytest
from fuzzing.leaks import LEAKS
from fuzzing.twins import Leak, played, proved
from support.lanes import with_soaks

pytestmark = pytest.mark.slow

GAMES = range(0, 27, 2)
"""2 to 10 players; each variant with few and with many of them."""
SHARES = 5
TWINS = 2
MAX = 300
NEAR = {
    "a_bot_is_stronger_with_a_good_hand": 13,
    "a_name_bears_the_card": 9,
    "a_neighbour_sees_the_card": 6,
    "a_refusal_tells_where_a_card_is": 10,
    "a_stand_in_sees_other_hands": 3,
    "a_watcher_reads_the_hands": 10,
    "an_answer_is_longer_for_a_high_card": 9,
    "the_article_tells_whether_a_card_is_laid": 10,
    "the_rows_come_with_the_next_card": 9,
    "what_was_not_dealt_is_counted": 6,
}
"""Where a leak was found first: the search begins there, and goes on through all."""
OUTDATED = (AttributeError, NameError)
"""What a planted leak raises that names something which the program has no more: to see that proves nothing."""


@pytest.mark.parametrize("share", with_soaks(range(SHARES)))
def test_nobody_is_sent_anything_that_depends_on_hidden_cards(share: int) -> None:
    for seed in GAMES[share::SHARES]:
        assert proved(seed, TWINS).twins == TWINS


def test_the_games_cover_all_variants_sizes_and_roles() -> None:
    crowds = [played(seed).crowd for seed in (0, 4, 26)]
    tables = [next(table for _, table in crowd.stood if table.names) for crowd in crowds]
    assert {table.rules.variant for table in tables} == {"classic", "tactic", "draft"}
    assert [table.seats for table in tables] == [2, 3, 10]
    lines = [line for crowd in crowds for line in crowd.lines.values()]
    assert any(line.bot for line in lines)
    assert any(line.news and line.you is None for line in lines)


def found(planted: Callable[[], Any]) -> bool:
    """Whether the twins of any game show the leak."""
    near = NEAR.get(str(planted.__name__), 0)
    with planted():
        for seed in [*range(near, MAX), *range(near)]:
            try:
                proved(seed, 6)
            except Leak as leak:
                assert not isinstance(leak.__cause__, OUTDATED), leak
                return True
    return False


@pytest.mark.parametrize("planted", with_soaks(LEAKS, 4), ids=lambda planted: planted.__name__)
def test_a_planted_leak_is_found(planted: Callable[[], Any]) -> None:
    assert found(planted)
