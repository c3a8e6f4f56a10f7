"""A reviewed decision is found again in the facts of its game, with the table as its player saw it."""

import pytest
from features.review import kept_reviews

from sixqp_protocol.facts import CardDrafted, RowTaken
from sixqp_tui.engine.table import RowWanted
from sixqp_tui.features.history.record import session_of_record
from sixqp_tui.features.review.review import position_of_decision
from sixqp_tui.presentation.chapters import find_chapters


@pytest.mark.parametrize("kept", list(kept_reviews.GAMES))
def test_a_decisions_options_are_what_the_player_had_there(kept: kept_reviews.Kept) -> None:
    record, chapters = kept_reviews.game(kept), find_chapters(kept_reviews.game(kept).facts)
    kinds = set()
    for seat in kept_reviews.review(kept).seats:
        session = session_of_record(record, seat=seat.seat, hands_open=False)
        for decision in seat.decisions:
            session.seek(position_of_decision(decision, record.facts, chapters))
            view, table = session.state.view, session.state.view.table
            options = {option.choice for option in decision.options}
            happens = record.facts[session.position]
            kinds.add(decision.kind)
            if decision.kind == "pick":
                assert (table.round, len(view.hand) + 1) == (decision.round, decision.turn)
                assert options <= set(table.deck) and happens == CardDrafted(seat.seat, decision.made)
                continue
            assert (table.round, table.turn) == (decision.round, decision.turn)
            if decision.kind == "card":
                assert options == set(view.hand)
            else:
                assert isinstance(table.pending, RowWanted) and table.pending.seat == seat.seat
                assert isinstance(happens, RowTaken) and happens.row == decision.made
    assert kinds == {"card", "row", *({"pick"} if kept == "draft" else ())}
