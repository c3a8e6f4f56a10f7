"""The coach's words: one line where another card would have been clearly better, and nothing else."""

import pytest
from msgspec.structs import replace

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import RoomNews, SeatNews, Settings
from sixqp_tui.analysis.result import Decision, Option, Reason
from sixqp_tui.features.coach.advice import (
    CoachLog,
    card_costs,
    line_after,
    line_before,
    may_coach,
    note_after,
)

SAFE, SIXTH = Reason("safe", 0, 5, 97, 100, 0), Reason("sixth", 2, 6, 86, 100, 52)
OPTIONS = (Option(23, 0, SAFE), Option(61, 4, SAFE), Option(45, 43, SIXTH))
DEAR = Decision(0, 2, 4, "card", 45, 23, 43, 5, False, False, OPTIONS)
FINE = replace(DEAR, made=61, cost=0)


def test_a_costly_turn_has_one_line_and_its_reasons_are_in_the_log() -> None:
    note = note_after(DEAR)
    assert note is not None and note.short == "Coach: played 45, best was 23: 4.3 heads ± 0.5"
    assert note.sentence.startswith(f"{note.short}. The 45 was the sixth card of row 3")
    assert line_after(DEAR) == "Coach: round 2, turn 4: played 45, best was 23: 4.3 heads ± 0.5"


def test_without_evidence_the_coach_says_nothing() -> None:
    assert note_after(FINE) is None and line_after(FINE) is None
    assert CoachLog().hear(FINE, 1, 3).lines(1) == ()


def test_a_difference_without_evidence_counts_as_zero() -> None:
    costs = {61: 0, 45: 43, 23: 0}
    assert [(cost.card, cost.text) for cost in card_costs(costs)] == [(23, "good"), (45, "+4.3"), (61, "good")]
    assert line_before(costs) == "Coach: 23 and 61 would be best. The others cost more heads: 45 +4.3."
    alike = {23: 0, 61: 0}
    assert line_before(alike) == "Coach: 23 and 61 look equally good."


def test_the_coach_log_is_kept_per_game() -> None:
    log = CoachLog().hear(DEAR, 1, 3)
    assert [at for at, _line in log.lines(1)] == [3] and log.lines(2) == ()
    assert [at for at, _line in log.hear(DEAR, 2, 5).lines(2)] == [5]


ANN, HAL = SeatNews("Ann", "person", True, owner=True), SeatNews("Hal", "bot", True, level="medium")


@pytest.mark.parametrize(
    ("other", "may"),
    [
        (HAL, True),
        (SeatNews("", "open", False), True),
        (SeatNews("Bob", "person", True), False),
        (SeatNews("Bob", "person", False), False),
        (SeatNews("Bob", "person", False, level="medium"), False),
        (SeatNews("Bob", "expected", False), False),
    ],
)
def test_nobody_is_coached_with_another_person_at_the_table(other: SeatNews, may: bool) -> None:
    news = RoomNews("playing", (ANN, HAL, other), 0, Settings(Rules()), 0, False, (), None)
    assert may_coach(news) is may
    assert not may_coach(replace(news, you=None)) and not may_coach(None)
