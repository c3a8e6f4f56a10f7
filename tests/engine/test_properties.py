"""What holds after every fact of every game, whoever plays what."""

from itertools import chain
from random import Random

from hypothesis import given, settings, strategies as st
from msgspec.structs import replace
from support.play import VARIANTS, decision, names, stream

from sixqp_protocol.facts import Fact, Rules
from sixqp_tui.engine import cards
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.table import DecisionId, Table
from sixqp_tui.engine.view import View

RULES = st.builds(
    Rules,
    variant=st.sampled_from(VARIANTS),
    limit=st.sampled_from([None, 1, 20]),
    limit_rule=st.sampled_from(["over", "reach"]),
    rounds=st.sampled_from([1, 2]),
)


@settings(max_examples=20, deadline=None)
@given(RULES, st.integers(2, 10), st.integers(0, 2**32).map(str))
def test_a_game_is_legal_secret_and_the_same_to_everybody_after_every_fact(
    rules: Rules, players: int, seed: str
) -> None:
    rng, host, named = Random(seed), Table(), list[DecisionId | None]()
    views = [View(seat) for seat in (None, *range(players))]
    batch, game = Game.start(rules, names(players), seed)
    while True:
        for fact in batch:
            host = apply_fact(host, fact)
            _check_cards(host)
            for view in views:
                assert fact.reader not in (None, view.seat) or not _hidden_from(view.seat, host) & _named(fact)
        views = [view.after(stream(batch, view.seat)) for view in views]
        assert host == game.table
        for view in views:
            assert view.table == _as_read_by(host, view.seat)
            assert view.table.decision_id == host.decision_id
            assert view.decision_id == (host.decision_id if view.wanted else None)
        if not named or named[-1] != host.decision_id:
            named.append(host.decision_id)
        if game.pending is None:
            break
        batch, game = decision(game, rng)
    assert host.ended
    assert len(named) == len(set(named))


def _check_cards(table: Table) -> None:
    assert all(row == tuple(sorted(row)) and 1 <= len(row) <= 5 for row in table.rows)
    assert len(table.rows) in (0, 4)
    assert not (table.to_choose and table.to_place)
    assert all(hand == tuple(sorted(hand)) for hand in table.hands if hand is not None)
    lying = _lying(table)
    assert len(lying) == len(set(lying))
    assert set(lying) <= set(cards.deck(table.rules.variant, table.seats))
    if table.rows or table.drafting:
        assert len(lying) == 10 * table.seats + 4


def _lying(table: Table) -> list[int]:
    """Every card that lies somewhere; what is missing of the deck is left over (2.4)."""
    laid = [card for card in table.laid if card is not None]
    hands = chain.from_iterable(hand or () for hand in table.hands)
    waiting = [card for _, card in table.to_place]
    return [*hands, *laid, *waiting, *table.deck, *chain.from_iterable((*table.rows, *table.piles))]


def _hidden_from(reader: int | None, host: Table) -> set[int]:
    """The cards that this reader has never seen; in a draft, everybody sees all (5.2)."""
    if host.rules.variant == "draft":
        return set()
    own = {*(host.hands[reader] or ()), host.laid[reader]} if reader is not None and host.hands else set()
    return set(cards.deck(host.rules.variant, host.seats)) - host.seen - own


def _named(fact: Fact) -> set[int]:
    """The cards that a fact names, wherever it does."""
    found = [getattr(fact, "card", None), *getattr(fact, "cards", ())]
    return {card for card in found if card is not None}


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
