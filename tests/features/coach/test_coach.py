"""The coach judges one decision of a game that goes on, from what its seat could read and nothing else."""

from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace
from support.play import VARIANTS, played
from support.secrets import secrets

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, Fact, Rules
from sixqp_tui.analysis.judgement import judge, weigh_cards
from sixqp_tui.analysis.moments import Moment, read_moments
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.engine.view import View, readable
from sixqp_tui.features.coach.advice import last_turn, now
from sixqp_tui.features.coach.coach_process import CoachProcess

SEAT = 1


def own_stream(happened: tuple[Fact, ...]) -> tuple[AnyFact, ...]:
    return tuple(readable(happened, SEAT))


def turns(stream: tuple[AnyFact, ...]) -> list[Moment | None]:
    """What the coach is told at the end of each turn."""
    ends = [at for at, fact in enumerate(stream) if isinstance(fact, facts.CardsRevealed)]
    return [last_turn(stream[: at + 1], SEAT) for at in ends]


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(2, 5), st.integers(0, 2**32).map(str))
def test_the_coach_sees_only_what_its_seat_could_see(variant: facts.Variant, players: int, seed: str) -> None:
    happened = played(Rules(variant, limit=None, rounds=2), players, seed)
    notes = turns(own_stream(happened))
    assert len(notes) == 20 and notes[9] is notes[19] is None, "the last card of a hand is no choice"
    for moment in filter(None, notes):
        assert moment.view.seat == SEAT and moment.view.wanted and secrets(moment.view) == []
        choice = now(moment.view)
        assert choice is not None and choice.view == moment.view


@pytest.mark.soak
def test_the_coach_agrees_with_the_review() -> None:
    happened = played(Rules(limit=None, rounds=1), 3, "same")
    _, found = read_moments(open_hands(happened))
    reviewed = [each for each in found if isinstance(each, Moment) and each.seat == SEAT and each.kind == "card"]
    coached = [moment for moment in turns(own_stream(happened)) if moment]
    assert [judge(each, 20) for each in coached] == [judge(each, 20) for each in reviewed]


def test_weighing_in_advance_agrees_with_the_judgement_after() -> None:
    moment = turns(own_stream(played(Rules(limit=None, rounds=1), 4, "weigh 7")))[6]
    assert moment is not None
    after = {card: judge(replace(moment, made=card), 40).cost for card in moment.view.hand}
    assert weigh_cards(moment, 40) == after and any(after.values()) and not all(after.values())


@pytest.mark.slow
def test_the_hands_of_others_do_not_change_the_coachs_judgement() -> None:
    """Two others exchange their hands before the first turn: nobody can see it until they lay a card."""
    happened = played(Rules(limit=None, rounds=1), 4, "swap")
    first = next(at for at, fact in enumerate(happened) if isinstance(fact, facts.CardLaid))
    other = {0: 2, 2: 0}
    swapped = tuple(
        facts.HandDealt(other[fact.seat], fact.cards)
        if isinstance(fact, facts.HandDealt) and fact.seat in other
        else fact
        for fact in happened[:first]
    )
    assert swapped != happened[:first]
    choices = [now(View(SEAT).after(own_stream(dealt))) for dealt in (happened[:first], swapped)]
    assert choices[0] is not None and choices[1] is not None
    assert judge(choices[0], 20) == judge(choices[1], 20)


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


@pytest.mark.parametrize("length", [0, 3, 6])
def test_before_the_reveal_there_is_nothing_to_judge(length: int) -> None:
    assert last_turn(own_stream(played(Rules(limit=None, rounds=1), 2, "on"))[:length], SEAT) is None


def test_there_is_nothing_to_weigh_unless_a_card_is_wanted() -> None:
    stream = own_stream(played(Rules(limit=None, rounds=1), 2, "on"))
    laid = next(at for at, fact in enumerate(stream) if isinstance(fact, facts.CardLaid))
    assert now(View(SEAT).after(stream[:laid])) is not None
    assert now(View(SEAT).after(stream[: laid + 1])) is None
    assert now(View(SEAT).after(stream)) is None
    assert now(View()) is None


@pytest.mark.slow
async def test_the_worker_process_gives_the_same_judgement() -> None:
    moment = turns(own_stream(played(Rules(limit=None, rounds=1), 2, "apart")))[7]
    assert moment is not None
    coach = CoachProcess(deals=20)
    try:
        assert await coach.judge(moment) == judge(moment, 20)
        assert await coach.weigh(moment) == weigh_cards(moment, 20)
    finally:
        coach.close()


class Answering(Executor):
    """Hands out one answer, or fails with it."""

    def __init__(self, answer: object) -> None:
        self._answer = answer

    def submit(self, *_given: Any, **_named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if isinstance(self._answer, BaseException):
            future.set_exception(self._answer)
        elif self._answer is None:
            future.cancel()
        else:
            future.set_result(self._answer)
        return future


@pytest.mark.parametrize("answer", [BrokenExecutor(), OSError(), ValueError("garbage"), None, "garbage", {200: 5}])
async def test_a_failed_process_gives_no_answer_and_is_replaced(
    answer: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = turns(own_stream(played(Rules(limit=None, rounds=1), 2, "weigh")))[7]
    assert moment is not None
    pools = [Answering(answer), Answering(answer), Answering(judge(moment, 10))]
    monkeypatch.setattr("sixqp_tui.features.coach.coach_process.create_pool", lambda jobs: pools.pop(0))
    coach = CoachProcess(10)
    assert await coach.weigh(moment) is None and await coach.judge(moment) is None
    coach.close()
    pools[:-1] = []
    assert await coach.judge(moment) == judge(moment, 10)
