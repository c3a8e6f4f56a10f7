"""A reviewed decision is found again in the facts of its game, with the table as its player saw it."""

import pytest
from support import reviews

from sixqp_protocol.facts import CardDrafted, RowTaken
from sixqp_tui.analysis import words as review_words
from sixqp_tui.engine.table import RowWanted
from sixqp_tui.features.history.record import session_of_record
from sixqp_tui.features.review.sheet import position_of_decision, scene_of_decision
from sixqp_tui.presentation.chapters import find_chapters


@pytest.mark.slow
@pytest.mark.parametrize("kept", list(reviews.GAMES))
def test_a_decisions_options_are_what_the_player_had_there(kept: reviews.Kept) -> None:
    record, chapters = reviews.game(kept), find_chapters(reviews.game(kept).facts)
    kinds = set()
    for seat in reviews.review(kept).seats:
        session = session_of_record(record, seat=seat.seat, hands_open=False)
        for decision in seat.decisions:
            session.seek(position_of_decision(decision, record.facts, chapters))
            table = session.state.view.table
            scene = scene_of_decision(decision, session.state.view)
            kinds.add((decision.kind, scene.row is None))
            assert scene.rows == table.rows
            if decision.kind == "pick":
                assert (table.round, len(scene.hand) + 1) == (decision.round, decision.turn)
                assert {option.choice for option in decision.options} <= set(scene.deck)
                assert record.facts[session.position] == CardDrafted(seat.seat, decision.made)
                continue
            assert (table.round, table.turn) == (decision.round, decision.turn)
            if decision.kind == "card":
                assert {option.choice for option in decision.options} == set(session.state.view.hand)
                assert scene.card == decision.made
            else:
                assert isinstance(table.pending, RowWanted) and table.pending.seat == seat.seat
                taken = record.facts[session.position]
                assert isinstance(taken, RowTaken)
                assert (taken.row, scene.card) == (decision.made, dict(table.to_place)[seat.seat])
    assert {("card", False), ("card", True), ("row", True)} <= kinds
    assert (("pick", True) in kinds) == (kept == "draft")


def test_a_decision_of_another_game_is_not_found() -> None:
    record = reviews.game("draft")
    wanted = reviews.review("classic").seats[0].decisions[-1]
    with pytest.raises(LookupError):
        position_of_decision(wanted, record.facts, find_chapters(record.facts))


@pytest.mark.slow
@pytest.mark.parametrize("kept", list(reviews.GAMES))
def test_full_and_brief_balance_lines_add_up_to_the_last_digit(kept: reviews.Kept) -> None:
    review = reviews.review(kept)
    for seat in range(len(review.seats)):
        for lines in (review_words.balance_lines(review, seat), review_words.brief_balance_lines(review, seat)):
            assert sum(line.tenths for line in lines[:-1]) == lines[-1].tenths
            assert lines[-1].tenths == 10 * sum(scores[seat] for scores in _scores(kept))
            assert [line.figure.lstrip("+−") for line in lines] == [
                review_words.tenths(line.tenths) for line in lines
            ]


def _scores(kept: reviews.Kept) -> tuple[tuple[int, ...], ...]:
    record = reviews.game(kept)
    return session_of_record(record, position=len(record.facts)).state.view.table.scores
