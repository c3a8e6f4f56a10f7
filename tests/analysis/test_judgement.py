"""What a decision cost is measured in heads, on deals that did not choose what was best."""

from support.games import recorded
from support.play import names

from sixqp_protocol.facts import Rules
from sixqp_tui.analysis.judgement import judge
from sixqp_tui.analysis.moments import Moment, read_moments
from sixqp_tui.analysis.reasons import card_reasons
from sixqp_tui.analysis.result import EVIDENCE, DecisionKind, Reason
from sixqp_tui.engine.rules import Rows
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View

DEALS = 60
PLAYERS = 4


def lying(
    rows: Rows, hand: tuple[int, ...], made: int, kind: DecisionKind = "card", low: int | None = None
) -> Moment:
    """Four players late in a round; nothing was turned over but what lies there. `low` is placed now."""
    table = Table(
        Rules(),
        names(PLAYERS),
        round=1,
        turn=11 - len(hand) if low is None else 10 - len(hand),
        rows=rows,
        hands=(hand, *(None,) * (PLAYERS - 1)),
        laid=(None,) * PLAYERS,
        to_place=() if low is None else ((0, low),),
        piles=((),) * PLAYERS,
        totals=(0,) * PLAYERS,
        seen=frozenset(card for row in rows for card in row),
    )
    return Moment(0, View(0, table), kind, made, stood_in=False)


FULL = ((1, 2, 3, 4, 5), (40,), (60,), (80,))
SIXTH = lying(FULL, (6, 41), 6)


def test_a_sixth_card_costs_its_row_and_gets_that_reason() -> None:
    found = judge(SIXTH, DEALS)
    assert (found.best, found.exact) == (41, False)
    assert found.option(6).reason == Reason("sixth", 0, 6, 100, 100, 60)
    assert found.option(41).reason == Reason("safe", 1, 2, 100, 100, 0)
    assert found.cost == found.option(6).more >= EVIDENCE
    assert 2 * found.error < found.cost


def test_the_best_card_costs_nothing_and_a_tie_goes_to_the_card_laid() -> None:
    best = judge(lying(FULL, (6, 41), 41), DEALS)
    assert (best.made, best.best, best.cost, best.error) == (41, 41, 0, 0)
    rows = ((70, 71, 72, 73, 74), (80, 81, 82, 83, 84), (85, 86, 87, 88, 89), (90, 91, 92, 93, 94))
    for made in (1, 2):
        assert judge(lying(rows, (1, 2), made), 4).best == made


def test_a_row_filled_by_others_and_the_usual_outcome_of_the_best_card_are_reported() -> None:
    view = lying(((20, 21, 22, 23), (1,), (2,), (3,)), (97, 104), 97).view
    assert card_reasons(view, best=104)[97] == Reason("filled", 0, 5, 26, 100, 113)
    assert card_reasons(view, best=97)[97] == Reason("safe", 0, 5, 74, 100, 0)


def test_a_card_below_every_row_is_reported_as_too_low() -> None:
    found = judge(lying(((21,), (30,), (40,), (50,)), (1, 51), 1), DEALS)
    assert found.option(1).reason == Reason("too low", None, 0, 100, 100, 10)


def test_the_last_row_of_a_round_is_judged_exactly() -> None:
    rows = ((55, 66), (70,), (80, 81), (90,))
    found = judge(lying(rows, (), 0, "row", low=3), DEALS)
    assert (found.best, found.cost, found.error, found.exact) == (1, 90, 0, True)
    assert [(option.choice, option.more) for option in found.options] == [(1, 0), (3, 0), (2, 10), (0, 90)]
    assert found.option(0).reason == Reason("row", 0, 0, 100, 100, 120)


def test_a_pick_is_compared_with_the_most_promising_cards_of_the_deck() -> None:
    _, found = read_moments(recorded("draft", rounds=2, seed="felt").facts)
    picks = [each for each in found if isinstance(each, Moment) and (each.seat, each.kind) == (2, "pick")]
    pick = judge(picks[4], DEALS)
    assert (pick.round, pick.turn, pick.made, len(pick.options)) == (1, 5, 5, 7)
    assert {option.choice for option in pick.options} <= set(picks[4].view.table.deck)
    assert pick.cost >= EVIDENCE
    assert pick.option(5).reason.heads > pick.option(pick.best).reason.heads
