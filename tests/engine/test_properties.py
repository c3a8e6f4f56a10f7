"""What holds after every fact of every game, whoever plays what."""

from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace
from support.decisions import choose_card, take_back
from support.play import VARIANTS, batches, decision, names, played, stream

from sixqp_protocol import facts
from sixqp_protocol.facts import Fact, Rules
from sixqp_tui.engine import cards
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.reducer import apply_fact, apply_facts
from sixqp_tui.engine.table import DecisionId, Table
from sixqp_tui.engine.view import View

RULES = st.builds(
    Rules,
    variant=st.sampled_from(VARIANTS),
    limit=st.sampled_from([None, 1, 20, 66]),
    limit_rule=st.sampled_from(["over", "reach"]),
    rounds=st.sampled_from([1, 2]),
)
PLAYERS = st.integers(2, 10)
SEEDS = st.integers(0, 2**32).map(str)
FEW = settings(max_examples=30, deadline=None)


@pytest.mark.slow
@FEW
@given(RULES, PLAYERS, SEEDS)
def test_the_table_is_legal_and_the_cards_conserved_after_every_fact(rules: Rules, players: int, seed: str) -> None:
    table, deck = Table(), frozenset(cards.deck(rules.variant, players))
    for fact in played(rules, players, seed):
        table = apply_fact(table, fact)
        assert all(row == tuple(sorted(row)) and 1 <= len(row) <= 5 for row in table.rows)
        assert len(table.rows) in (0, 4)
        assert table.to_choose == tuple(sorted(table.to_choose))
        assert not (table.to_choose and table.to_place)
        assert all(hand == tuple(sorted(hand)) for hand in table.hands if hand is not None)
        lying = _lying(table)
        assert len(lying) == len(set(lying))
        assert deck.issuperset(lying)
        if table.rows or table.drafting:
            assert len(lying) == 10 * players + 4 or rules.variant == "classic"
            assert len(lying) == 10 * players + 4 or not table.rows
    assert table.ended


def _lying(table: Table) -> list[int]:
    """Every card that lies somewhere; what is missing of the deck is left over (2.4)."""
    laid = [card for card in table.laid if card is not None]
    hands = chain.from_iterable(hand or () for hand in table.hands)
    waiting = [card for _, card in table.to_place]
    return [*hands, *laid, *waiting, *table.deck, *chain.from_iterable((*table.rows, *table.piles))]


@pytest.mark.slow
@FEW
@given(RULES, PLAYERS, SEEDS)
def test_folding_a_stream_gives_the_hosts_view_of_its_reader(rules: Rules, players: int, seed: str) -> None:
    host, views = Table(), [View(seat) for seat in (None, *range(players))]
    for batch in batches(rules, players, seed):
        for fact in batch:
            host = apply_fact(host, fact)
            views = [view.apply(fact) if fact.reader in (None, view.seat) else view for view in views]
        for view in views:
            assert view.table == _as_read_by(host, view.seat)


def _as_read_by(host: Table, reader: int | None) -> Table:
    """The host's table, without what only others know."""
    seats = range(host.seats)
    laid = tuple(card if seat == reader else None for seat, card in enumerate(host.laid))
    if host.rules.variant != "draft":
        return replace(host, laid=laid, hands=tuple(host.hands[seat] if seat == reader else None for seat in seats))
    return replace(host, laid=laid, hands=tuple(_open_hand(host, seat, seat == reader) for seat in seats))


def _open_hand(host: Table, seat: int, own: bool) -> tuple[int, ...] | None:
    """A drafted hand, which everybody knows, with the card that its seat has laid unseen by the reader."""
    hand, card = host.hands[seat], host.laid[seat]
    return hand if own or card is None else tuple(sorted((*(hand or ()), card)))


@pytest.mark.slow
@FEW
@given(RULES.filter(lambda rules: rules.variant != "draft"), PLAYERS, SEEDS)
def test_no_stream_names_a_card_that_is_hidden_from_its_reader(rules: Rules, players: int, seed: str) -> None:
    host, deck = Table(), set(cards.deck(rules.variant, players))
    for fact in played(rules, players, seed):
        host = apply_fact(host, fact)
        for reader in (None, *range(players)):
            if fact.reader in (None, reader):
                own = {*(host.hands[reader] or ()), host.laid[reader]} if reader is not None else set()
                assert deck - host.seen - own == deck - host.seen - own - _named(fact)


def _named(fact: Fact) -> set[int]:
    """The cards that a fact names, wherever it does."""
    if isinstance(fact, facts.CardDrafted | facts.CardLaid | facts.CardPlaced):
        return {fact.card}
    if isinstance(fact, facts.RowTaken):
        return {fact.card, *fact.cards}
    if isinstance(fact, facts.HandDealt | facts.RowsStarted | facts.CardsRevealed):
        return set(fact.cards)
    return set()


def test_every_fact_that_may_name_a_card_is_inspected() -> None:
    naming = {facts.CardDrafted, facts.CardLaid, facts.CardPlaced, facts.RowTaken}
    naming |= {facts.HandDealt, facts.RowsStarted, facts.CardsRevealed}
    for kind in Fact.__subclasses__():
        assert (kind in naming) == bool({"card", "cards"} & set(kind.__struct_fields__))


@pytest.mark.slow
@FEW
@given(st.sampled_from(["classic", "tactic"]), st.integers(3, 10), SEEDS, st.randoms(use_true_random=False))
def test_hidden_cards_change_nothing_in_another_players_stream(
    variant: facts.Variant, players: int, seed: str, rng: Random
) -> None:
    """Two worlds that differ only in the unplayed cards of others, or of nobody, look alike to the third."""
    happened = played(Rules(variant=variant), players, seed, most=rng.randrange(1, 4 * players))
    reader = rng.choice([None, *range(players)])
    table = apply_facts(Table(), happened)
    own = {*(table.hands[reader] or ()), table.laid[reader]} if reader is not None else set()
    hidden = sorted(set(cards.deck(variant, players)) - table.seen - own)
    other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    elsewhere = tuple(_exchanged(fact, other) if fact.reader != reader else fact for fact in happened)
    assert apply_facts(Table(), elsewhere).pending == table.pending
    assert stream(elsewhere, reader) == stream(happened, reader)
    seen = [View(reader).after(stream(world, reader)) for world in (happened, elsewhere)]
    assert seen[0] == seen[1]


def _exchanged(fact: Fact, other: dict[int, int]) -> Fact:
    if isinstance(fact, facts.HandDealt):
        return facts.HandDealt(fact.seat, tuple(sorted(other.get(card, card) for card in fact.cards)))
    if isinstance(fact, facts.CardLaid):
        return facts.CardLaid(fact.seat, other.get(fact.card, fact.card))
    return fact


@pytest.mark.slow
@FEW
@given(RULES, PLAYERS, SEEDS)
def test_the_same_seed_and_decisions_give_the_same_facts(rules: Rules, players: int, seed: str) -> None:
    assert played(rules, players, seed) == played(rules, players, seed)


@pytest.mark.slow
@FEW
@given(RULES, PLAYERS, SEEDS, st.randoms(use_true_random=False))
def test_a_choice_taken_back_leaves_no_trace(rules: Rules, players: int, seed: str, rng: Random) -> None:
    before = Game(seed).after(played(rules, players, seed, most=rng.randrange(11 * players)))
    if not before.pending or before.table.drafting or before.table.to_place:
        return
    seat = before.pending.seats[0]
    batch, after = choose_card(before, seat, (before.table.hands[seat] or ())[0])
    if len(batch) == 2:
        assert take_back(after, seat)[1] == before


@pytest.mark.slow
@FEW
@given(RULES, PLAYERS, SEEDS, st.randoms(use_true_random=False))
def test_a_decision_changes_no_table_before_it_is_applied(
    rules: Rules, players: int, seed: str, rng: Random
) -> None:
    game = Game(seed).after(played(rules, players, seed, most=rng.randrange(1, 9 * players)))
    if game.pending:
        before = replace(game.table)
        decision(game, rng)
        assert game.table == before


@pytest.mark.slow
@FEW
@given(RULES, PLAYERS, SEEDS)
def test_a_decision_leads_to_the_game_that_its_facts_produce(rules: Rules, players: int, seed: str) -> None:
    rng, folded = Random(seed), Game(seed)
    batch, game = Game.start(rules, names(players), seed)
    while True:
        folded = folded.after(batch)
        assert folded == game
        assert (game.pending is None) == (game.table.ended is not None)
        if game.pending is None:
            return
        batch, game = decision(game, rng)


@pytest.mark.slow
@FEW
@given(RULES, PLAYERS, SEEDS)
def test_every_view_shares_the_decision_id_and_none_repeats(rules: Rules, players: int, seed: str) -> None:
    host, views, named = Table(), [View(seat) for seat in (None, *range(players))], list[DecisionId | None]()
    for batch in batches(rules, players, seed):
        host = apply_facts(host, batch)
        views = [view.after(stream(batch, view.seat)) for view in views]
        assert {view.table.decision_id for view in views} == {host.decision_id}
        assert (host.decision_id is None) == (host.pending is None)
        for view in views:
            assert view.decision_id == (host.decision_id if view.wanted else None)
        if not named or named[-1] != host.decision_id:
            named.append(host.decision_id)
    assert len(named) == len(set(named))
