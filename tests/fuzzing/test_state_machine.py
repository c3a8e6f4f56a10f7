"""Whatever is said at any moment by anybody is accepted, or refused by the one code, and then changes nothing."""

from collections import Counter
from collections.abc import Callable
from unittest.mock import patch

import pytest
from fuzzing.oracle import HURDLES, expected
from fuzzing.walk import KINDS, Walk, Wrong
from simulation.defects import Planting, a_refusal_pauses, requests_count_twice

from sixqp_protocol.messages import AnyRequest, CloseTable, Leave, Request
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.permissions import refusal, standing_of
from sixqp_tui.host.participants import Participant
from sixqp_tui.host.state import State

WALKS = 52
STEPS = 400
PAUSES, PAUSE_STEPS = 24, 100
"""Walks that begin in a pause between two rounds, where few of the others come: and this many steps of each."""
MAX = 200
MOMENTS = ("lobby", "card", "pick", "row", "paused", "between rounds", "over")
ROLES = ("owner", "player", "watcher", "bot")
ELSEWHERE = {Refusal.TOO_FAST, Refusal.TABLE_FULL, Refusal.NO_SUCH_ROW, Refusal.HAD_SEAT}
"""Not sent by this host: reserved, said by a farewell, kept out by the decoder, and about addresses, which
these lines do not have. What an address changes is in `tests/host/test_removed.py`."""


class Foreseeing(Walk):
    """People who ask the rule of permissions themselves, by what they were told; `foreseen` counts its answers."""

    def __init__(self, seed: int, seats: int | None = None, rounds: int | None = None) -> None:
        self.foreseen: Counter[Refusal | None] = Counter()
        super().__init__(seed, seats, rounds=rounds)

    def judged(self, peer: int, request: Request) -> None:
        line = self.crowd.lines[peer]
        own_game = getattr(request, "game", line.game) == line.game
        if request.id > line.accepted and own_game and not line.bot:
            assert isinstance(request, AnyRequest)
            forbidden = refusal(request, standing_of(line.news, line.view.table))
            self._demand(forbidden == expected(line, request), request, "is foreseen as", forbidden)
            self.foreseen[forbidden and forbidden.code] += 1
        super().judged(peer, request)


@pytest.mark.slow
def test_messages_at_random_are_answered_correctly() -> None:
    for seed in range(4):
        Foreseeing(seed).go(STEPS)
    Foreseeing(0, seats=3, rounds=9).pause().go(PAUSE_STEPS)


@pytest.mark.soak
def test_every_message_in_every_state_from_every_role_is_answered_correctly() -> None:
    """And whoever asks can foresee the answer."""
    walks = [Foreseeing(seed).go(STEPS) for seed in range(WALKS)]
    walks += [Foreseeing(seed, seats=3, rounds=9).pause().go(PAUSE_STEPS) for seed in range(PAUSES)]
    said = {cell for walk in walks for cell in walk.asked}
    often = [kind.__name__ for kind in KINDS if kind not in (CloseTable, Leave)]
    assert {(kind, moment, role) for kind in often for moment in MOMENTS for role in ROLES} <= said
    answers = {answer for walk in walks for answer in walk.outcomes}
    assert answers == {"accepted", *Refusal} - ELSEWHERE
    assert {code for walk in walks for code in walk.foreseen} == {None, *Refusal} - ELSEWHERE


def test_a_walk_is_reproducible() -> None:
    assert Walk(5).go(100).crowd.journal == Walk(5).go(100).crowd.journal


def test_the_hurdles_cover_every_request_and_code() -> None:
    assert {name.partition(" ")[0] for name in HURDLES} == {kind.__name__ for kind in KINDS}
    codes = {hurdle.code for hurdles in HURDLES.values() for hurdle in hurdles}
    assert codes == set(Refusal) - ELSEWHERE


def a_bot_is_taken_for_a_person() -> Planting:
    """Keys are compared by their ends only, and those of bots and people end alike."""

    def by_key(self: State, key: bytes) -> Participant | None:
        return next((guest for guest in self.guests() if guest.key[-1] == key[-1]), None)

    return patch.object(State, "by_key", by_key)


@pytest.mark.parametrize(
    ("planted", "near"),
    [
        (a_refusal_pauses, 0),
        (requests_count_twice, 0),
        (a_bot_is_taken_for_a_person, 111),
    ],
)
def test_a_planted_defect_is_found(planted: Callable[[], Planting], near: int) -> None:
    with planted(), pytest.raises(Wrong):
        for seed in (*range(near, MAX), *range(near)):
            Walk(seed).go(STEPS)
