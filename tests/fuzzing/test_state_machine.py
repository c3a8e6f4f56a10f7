"""Whatever is said at any moment by anybody is accepted, or refused by the one code, and then changes nothing."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from fuzzing.oracle import HURDLES
from fuzzing.walk import KINDS, Walk, Wrong
from simulation.defects import Planting, a_refusal_pauses, requests_count_twice

from sixqp_protocol.messages import CloseTable, Leave
from sixqp_protocol.refusals import Refusal
from sixqp_tui.host.participants import Participant, Peer
from sixqp_tui.host.request_handlers import RequestHandlers
from sixqp_tui.host.state import State

WALKS = 44
STEPS = 400
MOST = 200
MOMENTS = ("lobby", "card", "pick", "row", "paused", "over", "not kept")
ROLES = ("owner", "player", "watcher", "bot")
ELSEWHERE = {Refusal.TOO_FAST, Refusal.TABLE_FULL, Refusal.NO_SUCH_ROW}
"""Not sent by this host: reserved, said by a farewell, and kept out by the decoder."""


@pytest.mark.slow
def test_every_message_at_every_moment_from_everybody_is_answered_as_specified() -> None:
    walks = [Walk(seed).go(STEPS) for seed in range(WALKS)]
    said = {cell for walk in walks for cell in walk.asked}
    often = [kind.__name__ for kind in KINDS if kind not in (CloseTable, Leave)]
    assert {(kind, moment, role) for kind in often for moment in MOMENTS for role in ROLES} <= said
    answers = {answer for walk in walks for answer in walk.outcomes}
    assert answers == {"accepted", *Refusal} - ELSEWHERE


def test_a_walk_is_the_same_whenever_it_is_gone() -> None:
    assert Walk(5).go(100).crowd.journal == Walk(5).go(100).crowd.journal


def test_the_hurdles_name_every_request_and_code() -> None:
    assert {name.partition(" ")[0] for name in HURDLES} == {kind.__name__ for kind in KINDS}
    codes = {hurdle.code for hurdles in HURDLES.values() for hurdle in hurdles}
    assert codes == set(Refusal) - ELSEWHERE - {Refusal.NOT_KEPT}


def a_bot_is_taken_for_a_person() -> Planting:
    """Whoever comes again without a token is looked for among the bots, too."""

    def returned(self: State, client: bytes, attempt: int) -> Participant | None:
        guests = (guest for guest in self.guests() if guest.client == client and guest.attempt < attempt)
        return next(guests, None)

    return patch.object(State, "returned", returned)


def the_disk_comes_last() -> Planting:
    """While nothing can be written, what would be refused anyway is told another reason."""

    def answer(self: RequestHandlers, peer: Peer, request: Any) -> None:
        self._answers[type(request)](peer, request)

    return patch.object(RequestHandlers, "answer", answer)


@pytest.mark.parametrize(
    ("planted", "near"),
    [(a_refusal_pauses, 0), (requests_count_twice, 0), (the_disk_comes_last, 0), (a_bot_is_taken_for_a_person, 47)],
)
def test_a_planted_defect_is_found(planted: Callable[[], Planting], near: int) -> None:
    with planted(), pytest.raises(Wrong):
        for seed in (*range(near, MOST), *range(near)):
            Walk(seed).go(STEPS)
