"""The fitted numbers are there for every card of every position, and say what a strong player would."""

from random import Random

import msgspec
import pytest
from support.play import CLASSIC, stream

from sixqp_tui.bots.opponents.choice_model import (
    GROUPS,
    NUMBERS,
    fitted_numbers,
    parse_numbers,
    position,
    scores,
)
from sixqp_tui.bots.opponents.model_playouts import ModelPlayouts
from sixqp_tui.bots.search.integer_rows import integer_rows
from sixqp_tui.engine.cards import HEADS, deck
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.rules import Rows
from sixqp_tui.engine.view import View


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
