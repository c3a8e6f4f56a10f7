"""What just happened, frame by frame, and a timeline that lags behind its session by one turn at most."""

from collections.abc import Callable
from typing import Any

import pytest
from support.decisions import choose_card
from support.fake_session import FakeSession

from sixqp_protocol.facts import AnyFact, CardPlaced, CardsRevealed, Fact, RowTaken, Rules
from sixqp_protocol.messages import ChooseRow
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.table import CardsWanted, RowWanted, Table
from sixqp_tui.i18n.facts import is_catastrophe
from sixqp_tui.tui.animation.frames import CATASTROPHE_TICKS, frames, heads_in, plays_in, rows_in
from sixqp_tui.tui.animation.timeline import TICKS, Timeline


def test_every_fact_of_a_round_is_shown_as_it_happened_and_a_turn_of_ten_is_not_long() -> None:
    seat = FakeSession.at_game(players=10, rules=Rules(limit=None, rounds=1))
    seat.play_until(lambda game: game.pending is None)
    table, ticks, too_low = Table(), 0, set()
    for fact in seat.state.history[:-1]:  # without the places at the end
        before, table = table, apply_fact(table, fact)
        shown = frames(fact, table if isinstance(fact, CardsRevealed) else before)
        ticks += sum(frame.ticks for frame in shown)
        if not isinstance(fact, CardPlaced | RowTaken):
            continue
        left = [frame.walk.left for frame in shown if frame.walk and frame.walk.place < 5]
        assert left == sorted(left, reverse=True) and left[-1] == 0.0, "a card moves to its place"
        assert rows_in(shown[0], before) == before.rows and rows_in(shown[-1], before) == table.rows
        if isinstance(fact, RowTaken):
            too_low.add(fact.too_low)
            assert [frame.lit for frame in shown].count(fact.row) >= 2
            assert (shown[0].walk is None) == fact.too_low, "only a sixth card comes before the row goes"
            counted = [heads_in(frame, before, fact.seat) for frame in shown]
            assert counted == sorted(counted)
            assert (counted[0], counted[-1]) == (before.heads[fact.seat], table.heads[fact.seat])
            held = [frame.ticks for frame in shown if frame.catastrophe]
            assert (max(held, default=0) == CATASTROPHE_TICKS) == is_catastrophe(fact)
        else:
            assert all(plays_in(frame, before) == before.to_place[1:] for frame in shown)
    assert too_low == {True, False} and ticks * TICKS["normal"] / 10 < 8


def run(timeline: Timeline) -> list[AnyFact | Fact]:
    """The facts that are shown frame by frame until all is at rest."""
    shown: list[AnyFact | Fact] = []
    while timeline.frame:
        if timeline.frame.fact not in shown[-1:]:
            shown.append(timeline.frame.fact)
        timeline.advance()
    return shown


def a_turn(seat: Any, lay: int = 0) -> None:
    """Everybody lays a card, seat 0 last."""
    seat.others_decide()
    pending = seat.game.pending
    assert isinstance(pending, CardsWanted)
    seat.happen(*choose_card(seat.game, 0, seat.view.hand[lay]))


def test_a_turn_is_shown_fact_by_fact_in_order() -> None:
    seat = FakeSession.at_game()
    timeline = Timeline(seat)
    a_turn(seat, -1)
    timeline.catch_up(moving=True)
    history = seat.state.history
    turn = history[next(at for at, fact in enumerate(history) if isinstance(fact, CardsRevealed)) :]
    assert run(timeline) == [*turn]
    assert timeline.transcript.view == seat.view


def test_the_cards_before_a_row_choice_move_first() -> None:
    seat = FakeSession.at_game()
    seat.play_until(lambda game: isinstance(game.pending, RowWanted))
    timeline = Timeline(seat)
    assert timeline.frame is None, "what was there before is shown at once"
    assert seat.game.pending
    seat.decide(seat.game.pending.seats[0], ChooseRow(row=2))
    timeline.catch_up(moving=True)
    assert timeline.frame and isinstance(timeline.frame.fact, RowTaken)
    assert timeline.transcript.view.table.to_place[0][1] == timeline.frame.fact.card


def test_the_table_never_lags_more_than_one_turn() -> None:
    seat = FakeSession.at_game()
    timeline = Timeline(seat)
    seat.play_until(lambda game: game.table.turn == 2)
    timeline.catch_up(moving=True)
    first = timeline.frame
    seat.play_until(lambda game: game.table.turn == 3)
    timeline.catch_up(moving=True)
    assert first and timeline.frame and timeline.frame.backs
    assert timeline.frame.fact != first.fact and timeline.transcript.view.table.turn == 2


def test_scores_follow_the_animation_and_nothing_moves_beside_them() -> None:
    seat = FakeSession.at_game()
    timeline = Timeline(seat)
    seat.play_until(lambda game: game.table.turn == 10)
    timeline.catch_up()
    seat.play_until(lambda game: game.table.round == 2)
    timeline.catch_up(moving=True)
    while timeline.frame:
        assert timeline.part == "table" and "10/10" in timeline.where
        timeline.advance()
    assert timeline.part == "scores"
    seat.play_until(lambda game: game.table.turn == 2)
    timeline.catch_up(moving=True)
    assert timeline.frame is None and timeline.transcript.view == seat.view


@pytest.mark.parametrize("then", [Timeline.advance, Timeline.skip, lambda timeline: timeline.catch_up(moving=True)])
def test_another_game_ends_the_animation(then: Callable[[Timeline], None]) -> None:
    seat, other = FakeSession.at_game(), FakeSession.at_game(seed="another")
    timeline = Timeline(seat)
    a_turn(seat, -1)
    timeline.catch_up(moving=True)
    other.play_until(lambda game: game.table.turn == 4)
    seat.happen(other.facts, number=2)
    then(timeline)
    assert timeline.frame is None and timeline.transcript.view == seat.view
