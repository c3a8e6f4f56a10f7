"""What other programs for this game state in their tests (`cases.json`), played through `Game`.

Where they disagree with each other, the test says which article decides.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from support.cases import for_each
from support.decisions import choose_row
from support.play import CLASSIC, laid, names

from sixqp_protocol import facts
from sixqp_protocol.facts import LimitRule, Rules
from sixqp_tui.engine.cards import HAND, deck, heads_of
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.rules import ranks
from sixqp_tui.engine.table import RowWanted, Table

CASES = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))
Case = dict[str, Any]
TURNS: list[tuple[str, Case]] = [(source, case) for source, cases in CASES["turns"].items() for case in cases]


def _rows(listed: Iterable[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, listed))


def _last_turn(
    rows: Sequence[Sequence[int]],
    cards: Sequence[int],
    *,
    piles: Sequence[Sequence[int]] = (),
    totals: Sequence[int] = (),
    rules: Rules = CLASSIC,
) -> Game:
    """A game in the last turn of its first round, in which everybody holds one card."""
    seats = len(cards)
    table = Table(
        rules,
        names(seats),
        round=1,
        turn=HAND,
        rows=_rows(rows),
        hands=_rows((card,) for card in cards),
        laid=(None,) * seats,
        to_choose=tuple(range(seats)),
        piles=_rows(piles or ((),) * seats),
        totals=tuple(totals or (0,) * seats),
        seen=frozenset(chain(*rows)),
    )
    return Game("", table, pauses=True)


def _placed(batch: Batch) -> Iterator[tuple[int, int, int]]:
    """Card, row and heads of each card that was placed."""
    for fact in batch:
        if isinstance(fact, facts.CardPlaced):
            yield fact.card, fact.row, 0
        elif isinstance(fact, facts.RowTaken):
            yield fact.card, fact.row, heads_of(fact.cards)


@for_each(TURNS, lambda named: f"{named[0]}: {named[1]}")
def test_3_a_turn_ends_as_it_does_elsewhere(named: tuple[str, Case]) -> None:
    """A game has two players or more, so beside a single card the highest free one is played."""
    _source, case = named
    cards, alone = list(case["cards"]), len(case["cards"]) == 1
    if alone:
        cards.append(
            next(card for card in reversed(deck("classic", 2)) if card not in {*cards, *chain(*case["rows"])})
        )
    game, happened = laid(_last_turn(case["rows"], cards), tuple(cards))
    for card, kind, row, heads in case["plays"]:
        if kind in ("ask", "choice"):
            assert game.pending == RowWanted(cards.index(card), card)
            if kind == "ask":
                assert game.table.rows == _rows(case["after"])
                return
            batch, game = choose_row(game, cards.index(card), row)
            happened += batch
        assert (card, row, heads) in set(_placed(happened))
    if not alone:
        assert game.table.rows == _rows(case["after"])
        assert sum(game.table.scores[-1]) == sum(heads for *_play, heads in case["plays"])


@pytest.mark.parametrize("played", CASES["games"], ids=["two players", "ten players"])
def test_a_whole_game_ends_as_it_does_elsewhere(played: Case) -> None:
    seats = len(played["ranks"])
    game = Game("", pauses=True).after((facts.GameStarted(Rules(), names(seats)),))
    for number, case in enumerate(played["rounds"], 1):
        deal = (facts.HandDealt(seat, tuple(hand)) for seat, hand in enumerate(case["hands"]))
        game = game.after((facts.RoundBegan(number), *deal, facts.RowsStarted(tuple(case["rows"]))))
        taken = iter(case["taken"])
        for turn, after in enumerate(case["after"]):
            game, _ = laid(game, tuple(hand[turn] for hand in case["hands"]))
            while isinstance(wanted := game.pending, RowWanted):
                _, game = choose_row(game, wanted.seat, next(taken))
            assert game.table.rows == _rows(after)
        assert (game.table.scores[-1], game.table.totals) == (tuple(case["heads"]), tuple(case["totals"]))
        assert next(taken, None) is None
    assert (game.table.ended, ranks(game.table.totals)) == ("limit", tuple(played["ranks"]))


@for_each(CASES["ends"], str)
def test_4_2_a_limit_that_is_reached_ends_the_game_only_if_the_table_says_so(case: Case) -> None:
    """The others end a game with 66 heads, the rules with more (4.2); a table may agree on either (4.3)."""
    safe = [card for card in (101, 102, 103) if card not in chain(*case["taken"])][: len(case["before"])]
    rules: dict[LimitRule, bool] = case["ends"]
    for rule, ends in rules.items():
        game = _last_turn(
            ((97,), (98,), (99,), (100,)),
            safe,
            piles=case["taken"],
            totals=case["before"],
            rules=Rules(limit_rule=rule),
        )
        game, _ = laid(game, tuple(safe))
        assert game.table.totals == tuple(case["totals"])
        assert (game.table.ended == "limit") == ends
        if ends:
            assert [seat for seat, rank in enumerate(ranks(game.table.totals)) if rank == 1] == case["winners"]


@for_each(CASES["ranks"], str)
def test_4_4_equal_totals_share_a_rank_as_elsewhere(case: Case) -> None:
    assert ranks(tuple(case["totals"])) == tuple(case["ranks"])


@for_each(CASES["heads"], str)
def test_1_2_cards_have_the_same_heads_elsewhere(case: Case) -> None:
    """One program counts a head for each card in its tests; `cases.json` has those of 1.2."""
    assert heads_of(case["cards"]) == case["heads"]


def test_3_7_a_card_that_is_too_low_waits_although_some_programs_take_the_cheapest_row() -> None:
    game, _ = laid(_last_turn(((15, 16), (25,), (50,), (100,)), (1, 18, 3)), (1, 18, 3))
    assert game.pending == RowWanted(0, 1)
    _, game = choose_row(game, 0, 0)
    assert game.table.scores[-1][0] == heads_of((15, 16))


def test_3_4_rows_keep_their_places_although_one_program_sorts_them() -> None:
    game, _ = laid(_last_turn(((10, 11, 12, 13), (25,), (5,), (100,)), (14, 15)), (14, 15))
    assert game.table.rows == ((15,), (25,), (5,), (100,))
