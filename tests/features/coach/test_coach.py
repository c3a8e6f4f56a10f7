"""The coach judges one decision of a game that goes on, from what its seat could read and nothing else."""

from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

import pytest
from msgspec.structs import replace
from support.play import VARIANTS, played, secrets

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, Fact, Rules
from sixqp_protocol.messages import RoomNews, SeatNews, Settings
from sixqp_tui.analysis.judgement import judge, weigh_cards
from sixqp_tui.analysis.moments import Moment, read_moments
from sixqp_tui.analysis.result import Decision, Option, Reason
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.engine.view import View, readable
from sixqp_tui.features.coach.advice import (
    comment_on,
    cost_text,
    last_turn,
    line_before,
    may_coach,
    now,
)
from sixqp_tui.features.coach.coach import Coach

SEAT = 1


def own_stream(happened: tuple[Fact, ...]) -> tuple[AnyFact, ...]:
    return tuple(readable(happened, SEAT))


def turns(stream: tuple[AnyFact, ...]) -> list[Moment | None]:
    """What the coach is told at the end of each turn."""
    ends = [at for at, fact in enumerate(stream) if isinstance(fact, facts.CardsRevealed)]
    return [last_turn(stream[: at + 1], SEAT) for at in ends]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_coach_sees_only_what_its_seat_could_see(variant: facts.Variant) -> None:
    happened = played(Rules(variant, limit=None, rounds=2), 5, "seen")
    notes = turns(own_stream(happened))
    assert len(notes) == 20 and notes[9] is notes[19] is None, "the last card of a hand is no choice"
    for moment in filter(None, notes):
        assert moment.view.seat == SEAT and moment.view.wanted and secrets(moment.view) == []
        choice = now(moment.view)
        assert choice is not None and choice.view == moment.view


def test_the_coach_judges_the_same_decisions_as_the_review() -> None:
    happened = played(Rules(limit=None, rounds=1), 3, "same")
    _, found = read_moments(open_hands(happened))
    reviewed = [each for each in found if isinstance(each, Moment) and each.seat == SEAT and each.kind == "card"]
    assert [moment for moment in turns(own_stream(happened)) if moment] == reviewed


def test_the_last_card_chosen_is_judged_and_a_stand_ins_card_is_not() -> None:
    stream = own_stream(played(Rules(limit=None, rounds=1), 2, "back"))
    laid = next(at for at, fact in enumerate(stream) if isinstance(fact, facts.CardLaid))
    turned = next(at for at, fact in enumerate(stream) if isinstance(fact, facts.CardsRevealed)) + 1
    card = stream[laid]
    assert isinstance(card, facts.CardLaid)
    other = next(held for held in View(SEAT).after(stream[:laid]).hand if held != card.card)
    again: list[AnyFact] = [facts.CardLaid(SEAT, other), facts.CardChosen(SEAT), facts.ChoiceTakenBack(SEAT)]
    moment = last_turn([*stream[:laid], *again, *stream[laid:turned]], SEAT)
    assert moment is not None and moment.made == card.card
    assert last_turn([*stream[:laid], facts.StoodIn(SEAT), *stream[laid:turned]], SEAT) is None


def test_before_the_reveal_and_unless_a_card_is_wanted_there_is_nothing_to_judge() -> None:
    stream = own_stream(played(Rules(limit=None, rounds=1), 2, "on"))
    laid = next(at for at, fact in enumerate(stream) if isinstance(fact, facts.CardLaid))
    assert now(View(SEAT).after(stream[:laid])) is not None
    for view in (View(), View(SEAT).after(stream[: laid + 1]), View(SEAT).after(stream)):
        assert now(view) is None
    for length in (0, 3, laid + 1):
        assert last_turn(stream[:length], SEAT) is None


class Failing(Executor):
    """Fails at everything, or is stopped before that."""

    def __init__(self, failure: BaseException | None) -> None:
        self._failure = failure

    def submit(self, *_given: Any, **_named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(self._failure) if self._failure else future.cancel()
        return future


async def test_a_failed_process_gives_no_answer_and_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = turns(own_stream(played(Rules(limit=None, rounds=1), 2, "weigh")))[7]
    assert moment is not None
    coach = Coach(10)
    for failure in (BrokenExecutor(), OSError(), ValueError("garbage"), None):
        with monkeypatch.context() as patch:
            patch.setattr("sixqp_tui.features.coach.coach.create_pool", lambda jobs, why=failure: Failing(why))
            assert await coach.weigh(moment) is None and await coach.judge(moment) is None
            coach.close()
    try:
        assert await coach.judge(moment) == judge(moment, 10)
        assert await coach.weigh(moment) == weigh_cards(moment, 10)
    finally:
        coach.close()


SAFE, SIXTH = Reason("safe", 0, 5, 97, 100, 0), Reason("sixth", 2, 6, 86, 100, 52)
OPTIONS = (Option(23, 0, SAFE), Option(61, 4, SAFE), Option(45, 43, SIXTH))
DEAR = Decision(0, 2, 4, "card", 45, 23, 43, 5, False, False, OPTIONS)


def test_a_costly_turn_has_a_comment_with_its_reasons() -> None:
    said = "Coach: played 45, best was 23: 4.3 heads ± 0.5. The 45 was the sixth card of row 3"
    assert comment_on(DEAR).startswith(said)
    assert comment_on(replace(DEAR, made=61, cost=0)) == "", "there is no evidence"


def test_a_difference_without_evidence_counts_as_zero() -> None:
    costs = {61: 0, 45: 43, 23: 0}
    assert [cost_text(more) for more in costs.values()] == ["good", "+4.3", "good"]
    assert line_before(costs) == "Coach: 23 and 61 would be best. The others cost more heads: 45 +4.3."
    alike = {23: 0, 61: 0}
    assert line_before(alike) == "Coach: 23 and 61 look equally good."


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
    news = RoomNews("playing", (ANN, HAL, other), 0, Settings(Rules()), False, (), None)
    assert may_coach(news) is may
    assert not may_coach(replace(news, you=None)) and not may_coach(None)
