"""A fold believes nothing that cannot have happened, and nothing but ImpossibleFact comes out of it."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace
from support.decisions import choose_card
from support.play import VARIANTS, dealt, laid, names, played, stream

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, Fact, Rules
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.reducer import ImpossibleFact, apply_fact, apply_facts
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View

ROWS = (10, 20, 30, 40)
SPOTS = [
    (rules, most)
    for rules in (*(Rules(variant=variant) for variant in VARIANTS), Rules(limit=None, rounds=1))
    for most in (1, 2, 5, 25, 36, 61, 500)
]


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(SPOTS), st.randoms(use_true_random=False))
def test_a_broken_stream_is_applied_or_rejected(spot: tuple[Rules, int], rng: Random) -> None:
    rules, most = spot
    happened = list(stream(played(rules, 3, "seed", most), 1))
    place = rng.randrange(len(happened))
    if rng.random() < 0.5:
        happened[place] = _mutated(happened[place], rng)
    else:
        del happened[place]
    _tried(View(1), *happened)


def _mutated(fact: Fact, rng: Random) -> Fact:
    fields: dict[str, Any] = msgspec.to_builtins(fact)
    name = rng.choice(list(fields))
    if isinstance(fields[name], int):
        fields[name] += rng.choice([-1, 1, 5])
    elif isinstance(fields[name], list):
        fields[name] = rng.sample(fields[name], rng.randrange(len(fields[name]) + 1))
    try:
        mutated: Fact = msgspec.convert(fields, AnyFact)
    except msgspec.ValidationError:
        return fact
    return mutated


def _tried(before: View, *happened: Fact) -> None:
    try:
        table = before.after(happened).table
    except ImpossibleFact:
        return
    assert len(table.rows) in (0, 4)
    assert all(row == tuple(sorted(set(row))) and len(row) <= 5 for row in table.rows)
    assert len(table.hands) == len(table.laid) == len(table.piles) == len(table.totals) == table.seats
    assert table.pending is None or set(table.pending.seats) <= set(range(table.seats))


def test_a_view_rejects_facts_for_other_readers() -> None:
    opening, _ = Game.start(Rules(), names(3), "seed")
    for reader in (None, 0, 2):
        with pytest.raises(ImpossibleFact, match="not for this reader"):
            View(reader).after((*opening[:2], *(fact for fact in opening if fact.reader == 1)))


def _chosen() -> Table:
    game = dealt(ROWS, ((11, 3), (12, 5)))
    return choose_card(game, 0, 11)[1].table


def _too_low() -> Table:
    return laid(dealt(ROWS, ((3,), (12,))), (3, 12))[0].table


def _all_chosen() -> Table:
    return apply_facts(_chosen(), (facts.CardLaid(1, 12), facts.CardChosen(1)))


def _looked_on(table: Table) -> Table:
    return replace(table, hands=(None, None), laid=(None, None))


HAND = tuple(range(1, 11))
IMPOSSIBLE: list[tuple[Table, Fact]] = [
    (Table(), facts.RoundBegan(1)),
    (Table(), facts.RowsStarted(ROWS)),
    (Table(), facts.CardChosen(0)),
    (Table(), facts.CardsRevealed(())),
    (Table(), facts.GameEnded("abandoned")),
    (Table(), facts.GameStarted(Rules(limit=None), names(2))),
    (_chosen(), facts.RoundBegan(2)),
    (_chosen(), facts.HandDealt(0, HAND)),
    (_chosen(), facts.DraftOpened(0)),
    (_chosen(), facts.RowsStarted((1, 2, 4, 6))),
    (_chosen(), facts.CardChosen(0)),
    (_chosen(), facts.CardChosen(2)),
    (_chosen(), facts.CardChosen(1)),
    (_chosen(), facts.CardLaid(0, 3)),
    (_chosen(), facts.CardLaid(1, 11)),
    (_chosen(), facts.CardLaid(1, 60)),
    (apply_fact(_chosen(), facts.CardLaid(1, 12)), facts.CardLaid(1, 5)),
    (_chosen(), facts.ChoiceTakenBack(1)),
    (_chosen(), facts.StoodIn(0)),
    (_chosen(), facts.CardsRevealed((11, 12))),
    (_all_chosen(), facts.ChoiceTakenBack(1)),
    (_chosen(), facts.CardPlaced(0, 11, 0)),
    (_chosen(), facts.RoundEnded((0, 0), (0, 0))),
    (_chosen(), facts.GameEnded("limit")),
    (_chosen(), facts.GameEnded("rounds")),
    (_chosen(), facts.CardDrafted(0, 50)),
    (_too_low(), facts.CardPlaced(0, 3, 0)),
    (_too_low(), facts.CardPlaced(1, 12, 0)),
    (_too_low(), facts.RowTaken(0, 3, 0, (20,))),
    (_too_low(), facts.RowTaken(1, 3, 0, (10,))),
    (_too_low(), facts.RowTaken(0, 3, 4, (10,))),
    (_too_low(), facts.RowTaken(0, 3, -1, (40,))),
    (_too_low(), facts.CardChosen(0)),
    (_looked_on(_too_low()), facts.CardsRevealed((50, 60))),
    (_too_low(), facts.StoodIn(1)),
    (apply_fact(_too_low(), facts.GameEnded("abandoned")), facts.RowTaken(0, 3, 0, (10,))),
]


@pytest.mark.parametrize(("table", "fact"), IMPOSSIBLE, ids=[type(fact).__name__ for _, fact in IMPOSSIBLE])
def test_an_impossible_fact_is_rejected(table: Table, fact: Fact) -> None:
    with pytest.raises(ImpossibleFact):
        apply_fact(table, fact)


@pytest.mark.parametrize("revealed", [(11, 60), (60, 12), (11, 11), (11, 12, 13), (11, 10)])
def test_cards_that_were_not_laid_cannot_be_revealed(revealed: tuple[int, ...]) -> None:
    table = _all_chosen()
    apply_fact(table, facts.CardsRevealed((11, 12)))
    with pytest.raises(ImpossibleFact):
        apply_fact(table, facts.CardsRevealed(revealed))


@pytest.mark.parametrize("revealed", [(11, 10), (11, 3), (12, 60), (11, 105), (11, 0)])
def test_a_card_known_to_be_elsewhere_cannot_be_revealed(revealed: tuple[int, int]) -> None:
    hand = facts.HandDealt(0, (3, 11, *range(50, 58)))
    opening = (facts.GameStarted(Rules(), names(2)), facts.RoundBegan(1), hand, facts.RowsStarted(ROWS))
    view = View(0).after((*opening, facts.CardLaid(0, 11), facts.CardChosen(0), facts.CardChosen(1)))
    assert view.apply(facts.CardsRevealed((11, 60))).table.to_place == ((0, 11), (1, 60))
    with pytest.raises(ImpossibleFact):
        view.apply(facts.CardsRevealed(revealed))


@pytest.mark.parametrize("rows", [(1, 2, 3), (1, 2, 3, 4, 5), (1, 1, 2, 3), (10, 60, 61, 62), (101, 102, 103, 105)])
def test_rows_start_with_four_different_cards_from_no_hand(rows: tuple[int, ...]) -> None:
    hand = facts.HandDealt(0, (10, *range(20, 29)))
    table = apply_facts(Table(), (facts.GameStarted(Rules(), names(2)), facts.RoundBegan(1), hand))
    with pytest.raises(ImpossibleFact):
        apply_fact(table, facts.RowsStarted(rows))


def test_the_heads_and_totals_of_a_round_are_a_checksum() -> None:
    *before, ended, _ = played(Rules(limit=None, rounds=1), 2, "seed")
    assert isinstance(ended, facts.RoundEnded)
    table = apply_facts(Table(), before)
    wrong = tuple(count + 1 for count in ended.heads)
    for fact in (facts.RoundEnded(wrong, ended.totals), facts.RoundEnded(ended.heads, wrong)):
        with pytest.raises(ImpossibleFact):
            apply_fact(table, fact)
    for reason in ("limit", "rounds"):
        with pytest.raises(ImpossibleFact):
            apply_fact(table, facts.GameEnded(reason))
    with pytest.raises(ImpossibleFact):
        apply_facts(table, (ended, facts.RoundBegan(2)))


BAD_DEALS = [
    facts.HandDealt(0, tuple(range(11, 21))),
    facts.HandDealt(1, tuple(range(10, 20))),
    facts.HandDealt(1, tuple(range(11, 20))),
    facts.HandDealt(1, tuple(range(20, 10, -1))),
    facts.HandDealt(1, (11, 11, *range(12, 20))),
    facts.HandDealt(1, tuple(range(96, 106))),
    facts.DraftOpened(0),
]


@pytest.mark.parametrize("fact", BAD_DEALS)
def test_a_hand_is_dealt_once_with_ten_ascending_unused_cards(fact: Fact) -> None:
    opening = (facts.GameStarted(Rules(), names(2)), facts.RoundBegan(1), facts.HandDealt(0, HAND))
    table = apply_facts(Table(), opening)
    apply_fact(table, facts.HandDealt(1, tuple(range(11, 21))))
    with pytest.raises(ImpossibleFact):
        apply_fact(table, fact)


@pytest.mark.parametrize("fact", [facts.DraftOpened(2), facts.DraftOpened(-1), facts.HandDealt(0, HAND)])
def test_in_a_draft_nothing_is_dealt_and_a_player_picks_first(fact: Fact) -> None:
    table = apply_facts(Table(), (facts.GameStarted(Rules(variant="draft"), names(2)), facts.RoundBegan(1)))
    assert apply_fact(table, facts.DraftOpened(1)).drafting
    with pytest.raises(ImpossibleFact):
        apply_fact(table, fact)
