"""Article 2: setting up a round."""

import pytest
from support.play import names, played, stream

from sixqp_protocol import facts
from sixqp_protocol.facts import Rules
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.reducer import ImpossibleFact, apply_fact, apply_facts
from sixqp_tui.engine.table import Table


@pytest.mark.parametrize("players", range(2, 11))
def test_2_1_from_2_to_10_players_can_play(players: int) -> None:
    assert Game.start(Rules(), names(players), "seed")[1].table.seats == players


@pytest.mark.parametrize("players", [0, 1, 11])
def test_2_1_any_other_number_of_players_is_rejected(players: int) -> None:
    with pytest.raises(ValueError, match=r"2 to 10 players"):
        Game.start(Rules(), names(players), "seed")
    with pytest.raises(ImpossibleFact):
        apply_fact(Table(), facts.GameStarted(Rules(), names(players)))


@pytest.mark.parametrize("players", [2, 5, 10])
def test_2_2_everybody_is_dealt_ten_cards_in_ascending_order(players: int) -> None:
    hands = Game.start(Rules(), names(players), "seed")[1].table.hands
    assert [len(hand or ()) for hand in hands] == [10] * players
    assert all(hand == tuple(sorted(hand or ())) for hand in hands)


def test_2_2_a_hand_is_secret_to_its_player() -> None:
    opening, _ = Game.start(Rules(), names(4), "seed")
    hands = [fact for fact in stream(opening, 2) if isinstance(fact, facts.HandDealt)]
    assert [fact.seat for fact in hands] == [2]
    assert not any(isinstance(fact, facts.HandDealt) for fact in stream(opening, None))


def test_2_2_every_round_reshuffles_all_cards() -> None:
    happened = played(Rules(limit=None, rounds=2), 10, "seed")
    starts = [place for place, fact in enumerate(happened) if isinstance(fact, facts.RoundBegan)]
    first, second = (happened[start + 1 : start + 12] for start in starts)
    assert first != second
    for deal in (first, second):
        assert sorted(_cards(deal)) == list(range(1, 105))


def _cards(deal: tuple[facts.Fact, ...]) -> list[int]:
    return [card for fact in deal if isinstance(fact, facts.HandDealt | facts.RowsStarted) for card in fact.cards]


def test_2_3_four_cards_start_the_rows_in_the_order_drawn() -> None:
    opening, _ = Game.start(Rules(), names(3), "seed")
    last = opening[-1]
    assert isinstance(last, facts.RowsStarted)
    assert apply_facts(Table(), opening).rows == tuple((card,) for card in last.cards)
    orders = [Game.start(Rules(), names(3), f"seed {number}")[1].table.rows for number in range(20)]
    assert any(rows != tuple(sorted(rows)) for rows in orders)


def test_2_4_the_cards_left_over_are_in_no_fact() -> None:
    opening, _ = Game.start(Rules(), names(3), "seed")
    assert len(set(_cards(opening))) == 34
