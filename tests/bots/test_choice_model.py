"""The fitted numbers are there for every card of every position, and say what a strong player would."""

from math import exp, log
from random import Random

import msgspec
import pytest
from hypothesis import given, strategies as st
from support.decisions import choose_card, choose_row
from support.play import CLASSIC, VARIANTS, stream

from sixqp_protocol.facts import Rules, Variant
from sixqp_tui.bots.opponents.choice_model import (
    GROUPS,
    NUMBERS,
    SCALE,
    Position,
    features,
    fitted_numbers,
    parse_numbers,
    position,
    scores,
)
from sixqp_tui.bots.opponents.model_playouts import ModelPlayouts
from sixqp_tui.bots.search.integer_rows import integer_rows
from sixqp_tui.engine.cards import HEADS, ROWS, deck
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.rules import Rows
from sixqp_tui.engine.table import RowWanted
from sixqp_tui.engine.view import View
from tools.fit_choices import Watched


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position, with rows of any length."""
    players = draw(st.integers(2, 10))
    variant: Variant = draw(st.sampled_from(VARIANTS))
    cards = draw(st.permutations(deck(variant, players)))
    lengths = [draw(st.integers(1, min(5, len(cards) // 5))) for _ in range(ROWS)]
    rows = tuple(tuple(sorted(cards[sum(lengths[:at]) : sum(lengths[: at + 1])])) for at in range(ROWS))
    seen = frozenset(card for row in rows for card in row)
    return position(rows, seen, draw(st.integers(2, 10)), deck(variant, players), players)


@pytest.mark.slow
@given(positions())
def test_each_card_has_features_of_different_groups(turn: Position) -> None:
    groups = [name for name, size in GROUPS.items() for _ in range(size)]
    for card in range(1, turn.highest + 1):
        found = [groups[at] for at in features(turn, card)]
        assert len(set(found)) == len(found) in (6, 7)


def liked(rows: Rows, left: int = 6) -> list[int]:
    seen = frozenset(card for row in rows for card in row)
    return scores(position(rows, seen, left, deck("classic", 4), 4), fitted_numbers())


def test_3_6_a_sixth_card_on_an_expensive_row_scores_lowest() -> None:
    found = liked(((30, 35, 40, 50, 55), (60, 61), (70,), (90,)))
    assert found[71] > found[56]
    assert found[62] > found[56]


def test_3_7_taking_a_cheap_row_is_preferred_to_an_expensive_one() -> None:
    cheap, dear = liked(((30,), (41, 50), (70, 80), (90, 100))), liked(((30, 33), (44, 50), (66, 70), (90, 99)))
    assert cheap[5] - cheap[71] > dear[5] - dear[71]


def test_a_file_with_other_groups_is_rejected() -> None:
    assert len(fitted_numbers()) == NUMBERS
    groups = {name: [0] * size for name, size in GROUPS.items()}
    assert len(parse_numbers(msgspec.json.encode(groups))) == NUMBERS
    groups["row"].pop()
    with pytest.raises(ValueError, match="expected the groups"):
        parse_numbers(msgspec.json.encode(groups))


def test_3_9_a_playout_plays_every_card_and_is_repeatable() -> None:
    batch, _ = Game.start(CLASSIC, ("Ann", "Bob", "Cid"), "played out")
    view = View(0).after(stream(batch, 0))
    go_on = ModelPlayouts(view, Random(1)).draw()
    cards = Random(2).sample(range(1, 105), 34)
    hands = [sorted(cards[10 * seat : 10 * seat + 10], reverse=True) for seat in range(3)]

    def played() -> tuple[list[int], list[int]]:
        rows, heads = integer_rows(tuple((card,) for card in cards[30:])), [0, 0, 0]
        go_on(rows, [hand[:] for hand in hands], heads)
        return heads, rows.weights

    heads, weights = played()
    assert sum(heads) + sum(weight >> 5 for weight in weights) == sum(HEADS[card] for card in cards)
    assert (heads, weights) == played()


@pytest.mark.soak
def test_the_model_predicts_bots_that_search_better_than_chance() -> None:
    bots = [Watched(Random(seat)) for seat in range(4)]
    told, hands = 0.0, 0
    for number in range(2):
        batch, game = Game.start(Rules(limit=None, rounds=1), ("Ann", "Bob", "Cid", "Dan"), f"foretold {number}")
        views = [View(seat).after(stream(batch, seat)) for seat in range(4)]
        while wanted := game.pending:
            seat, view = wanted.seats[0], views[wanted.seats[0]]
            if isinstance(wanted, RowWanted):
                batch, game = choose_row(game, seat, bots[seat].row(view))
            else:
                card, rows = bots[seat].card(view), view.table.rows
                found = scores(
                    position(rows, view.table.seen, len(view.hand), deck("classic", 4), 4), fitted_numbers()
                )
                odds = [exp((found[held] - found[card]) / SCALE) for held in view.hand]
                told, hands = told + log(len(odds) / sum(odds)), hands + 1
                batch, game = choose_card(game, seat, card)
            views = [each.after(stream(batch, each.seat)) for each in views]
    assert told / hands > 0.2
