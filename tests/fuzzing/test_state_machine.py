"""Whatever is said at any moment by anybody is accepted, or refused by the one code, and then changes nothing."""

from fuzzing.oracle import HURDLES
from fuzzing.walk import KINDS, Walk

from sixqp_protocol.refusals import Refusal

STEPS, PAUSE_STEPS = 400, 100
ELSEWHERE = {Refusal.TOO_FAST, Refusal.HAD_SEAT}
"""Said of how much somebody says, and of addresses, which these lines do not have."""


def test_any_message_in_any_state_from_any_role_is_answered_correctly(random_seed: int) -> None:
    """And whoever asks can foresee the answer; also in a pause between two rounds."""
    Walk(random_seed).go(STEPS)
    Walk(random_seed, seats=3, rounds=9).pause().go(PAUSE_STEPS)


def test_a_walk_is_reproducible() -> None:
    assert Walk(5).go(100).crowd.journal == Walk(5).go(100).crowd.journal


def test_the_hurdles_cover_every_request_and_code() -> None:
    assert {name.partition(" ")[0] for name in HURDLES} == {kind.__name__ for kind in KINDS}
    codes = {hurdle.code for hurdles in HURDLES.values() for hurdle in hurdles}
    assert codes == set(Refusal) - ELSEWHERE
