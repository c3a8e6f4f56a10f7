"""What just happened, frame by frame, and a timeline that lags behind its session by one turn at most."""

from collections.abc import Callable
from typing import Any

import pytest
from support.decisions import choose_card
from support.fake_session import FakeSession

from sixqp_protocol.facts import AnyFact, CardPlaced, CardsRevealed, Fact, RowTaken, Rules
from sixqp_protocol.messages import ChooseRow
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.table import CardsWanted, RowWanted, Table
from sixqp_tui.tui.animation.frames import CATASTROPHE_TICKS, frames, heads_in, plays_in, rows_in
from sixqp_tui.tui.animation.timeline import TICKS, Timeline


def first_fact(seat: Any, wanted: Callable[[Fact], bool]) -> tuple[Any, Table]:
    """The first such fact of the game, and the table before it."""
    table = Table()
    for fact in seat.state.history:
        if wanted(fact):
            return fact, table
        table = apply_fact(table, fact)
    raise AssertionError("no such fact")


def over(game: Any) -> bool:
    return game.pending is None


@pytest.fixture
def round_of_four() -> Any:
    """A whole round, played."""
    seat = FakeSession.at_game(rules=Rules(limit=None, rounds=1))
    seat.play_until(over)
    return seat


def test_a_card_moves_from_the_right_to_its_place(round_of_four: Any) -> None:
    fact, table = first_fact(round_of_four, lambda fact: isinstance(fact, CardPlaced))
    shown = frames(fact, table)
    assert {(frame.walk.card, frame.walk.row) for frame in shown if frame.walk} == {(fact.card, fact.row)}
    left = [frame.walk.left for frame in shown if frame.walk]
    assert left == sorted(left, reverse=True) and left[-1] == 0.0
    assert shown[-1].walk and shown[-1].walk.place == len(table.rows[fact.row])
    assert all(plays_in(frame, table) == table.to_place[1:] for frame in shown)
    assert rows_in(shown[0], table) == table.rows
    assert rows_in(shown[-1], table) == apply_fact(table, fact).rows, "what a row costs changes with its card"


@pytest.mark.parametrize("too_low", [False, True])
def test_a_taken_row_flashes_disappears_and_is_counted(round_of_four: Any, too_low: bool) -> None:
    fact, table = first_fact(round_of_four, lambda fact: isinstance(fact, RowTaken) and fact.too_low == too_low)
    shown = frames(fact, table)
    assert [frame.lit for frame in shown].count(fact.row) >= 2
    counted = [heads_in(frame, table, fact.seat) for frame in shown]
    assert counted == sorted(counted)
    assert (counted[0], counted[-1]) == (table.heads[fact.seat], table.heads[fact.seat] + heads_of(fact.cards))
    assert rows_in(shown[0], table) == table.rows and rows_in(shown[-2], table)[fact.row] == ()
    assert rows_in(shown[-1], table) == apply_fact(table, fact).rows, "the row costs what its new card does"
    flown = [frame.flight.way for frame in shown if frame.flight]
    assert (flown[0], flown[-1]) == (0.0, 1.0)
    assert shown[-1].walk and (shown[-1].walk.place, shown[-1].walk.left) == (0, 0.0)
    assert (shown[0].walk is None) == too_low, (
        "a sixth card comes before the row goes, one that is too low after it"
    )


def test_only_a_row_of_ten_or_more_heads_is_held_in_large_figures() -> None:
    table = Table()
    costly, cheap = (RowTaken(1, 99, 2, cards) for cards in ((55, 10), (55, 5)))
    shown = frames(costly, table)
    held = [frame for frame in shown if frame.catastrophe]
    assert max(frame.ticks for frame in held) == CATASTROPHE_TICKS and not shown[-1].catastrophe
    assert not any(frame.catastrophe for frame in frames(cheap, table))


def test_a_turn_of_ten_players_is_not_long() -> None:
    seat = FakeSession.at_game(players=10, rules=Rules(limit=None, rounds=1))
    seat.play_until(over)
    table, ticks = Table(), 0
    for fact in seat.state.history[:-1]:  # without the places at the end
        before, table = table, apply_fact(table, fact)
        ticks += sum(frame.ticks for frame in frames(fact, table if isinstance(fact, CardsRevealed) else before))
    assert ticks * TICKS["normal"] / 10 < 8


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
