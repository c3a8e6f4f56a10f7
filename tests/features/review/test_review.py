"""A review is the same wherever it is made, and its figures add up to the heads that were taken."""

import pytest
from features.review import kept_reviews
from support.play import VARIANTS, played

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, CardDrafted, RowTaken, Rules, Variant
from sixqp_tui.analysis.result import Balance
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.engine.table import RowWanted
from sixqp_tui.features.history.record import session_of_record
from sixqp_tui.features.review.review import MIN_DEALS, position_of_decision, review_game
from sixqp_tui.presentation.chapters import find_chapters


def _game(players: int, seed: str, rounds: int = 1) -> tuple[AnyFact, ...]:
    return open_hands(played(Rules(limit=None, rounds=rounds), players, seed))


@pytest.mark.parametrize("variant", VARIANTS)
def test_luck_skill_and_rest_add_up_to_the_heads_that_were_taken(variant: Variant) -> None:
    happened = open_hands(played(Rules(variant, limit=None, rounds=1), 2, variant))
    review = review_game(happened, MIN_DEALS)
    ended = next(fact for fact in happened if isinstance(fact, facts.RoundEnded))
    for seat in review.seats:
        balance = seat.balance
        assert (
            balance.average + balance.luck + balance.skill + balance.others + balance.rest
            == 10 * ended.totals[seat.seat]
        )
        assert balance.skill == sum(seat.turn_costs(1)) + (seat.draft_cost(1) or 0)
        assert (seat.draft_cost(1) is None) == (variant != "draft")
        assert all(decision.options[0].choice == decision.best for decision in seat.decisions)
        assert all(decision.option(decision.made).more >= decision.cost for decision in seat.decisions)


def test_the_same_game_gives_the_same_figures_on_every_machine() -> None:
    """These were found on one machine. Whoever gets others has a random number or a rounding of their own."""
    review = review_game(_game(2, "everywhere"), MIN_DEALS)
    dear = [decision for seat in review.seats for decision in seat.costliest()]
    found = [(each.seat, each.turn, each.kind, each.best, each.cost, each.error) for each in dear]
    assert found == [
        (0, 8, "row", 0, 52, 0),
        (0, 3, "row", 2, 31, 7),
        (0, 1, "card", 10, 24, 9),
        (1, 1, "card", 40, 15, 7),
    ]
    balances = [Balance(62, 1, 127, -7, -3, 18), Balance(62, 0, 15, -32, -25, -11)]
    assert [each.balance for each in review.seats] == balances


def test_the_order_in_which_cards_were_laid_does_not_matter() -> None:
    """Two programs may have recorded the choices of a turn in another order."""
    happened = _game(2, "order")
    turned = next(at for at, fact in enumerate(happened) if isinstance(fact, facts.CardsRevealed))
    one, other = happened[turned - 4 : turned - 2], happened[turned - 2 : turned]
    backwards = open_hands((*happened[: turned - 4], *other, *one, *happened[turned:]))
    assert backwards != happened
    assert review_game(backwards, MIN_DEALS) == review_game(happened, MIN_DEALS)


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
