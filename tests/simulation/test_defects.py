"""The simulation can fail: every defect that is planted in the protocol is found by it."""

from collections.abc import Callable
from typing import Any

import pytest
from simulation.defects import DEFECTS
from simulation.run import Failure, simulate

pytestmark = pytest.mark.slow

MAX = 1000
NEAR = {
    "a_client_stays_away": 38,
    "a_failed_writing_counts_after_a_crash": 6,
    "a_neighbour_sees_the_card": 1,
    "a_next_round_is_not_journalled": 45,
    "a_pause_outlasts_the_game": 39,
    "a_pause_waits_for_nobody": 1,
    "a_piece_is_left_out": 13,
    "a_stand_in_is_not_journalled": 37,
    "a_take_back_is_not_journalled": 27,
    "a_time_bank_counts_for_nothing": 41,
    "a_time_bank_is_whole_again_for_each_decision": 47,
    "a_torn_tail_stays": 28,
    "another_client_makes_requests_forgotten": 47,
    "another_seed_after_a_restart": 7,
    "closed_in_the_middle_of_a_writing": 29,
    "have_is_one_too_many": 49,
    "nothing_is_sent_again": 8,
    "pieces_out_of_order": 13,
    "requests_count_again_after_a_restart": 32,
    "requests_count_twice": 39,
    "the_last_is_sent_first": 21,
    "the_room_is_not_told_who_is_gone": 35,
    "the_stream_of_the_next_seat": 4,
    "the_table_stands_still_for_ever": 41,
    "the_timer_is_set_once": 34,
    "time_passes_while_the_table_ends": 136,
    "who_was_ready_once_is_ready_for_ever": 4,
    "whoever_reads_late_misses_something": 11,
}
"""A seed whose run soon shows a defect that the first runs show late or not at all."""
OUTDATED = (AttributeError, NameError)
"""What a defect raises that names something which the program has no more: to see that proves nothing."""


def found(planted: Callable[[], Any]) -> bool:
    """Whether the run of any seed shows the defect."""
    near = NEAR.get(planted.__name__, 0)
    with planted():
        for seed in (near, *range(MAX)):
            try:
                simulate(seed)
            except Failure as failure:
                assert not isinstance(failure.__cause__, OUTDATED), failure
                return True
    return False


@pytest.mark.parametrize("planted", DEFECTS, ids=lambda planted: planted.__name__)
def test_a_planted_defect_is_found(planted: Callable[[], Any]) -> None:
    assert found(planted)
