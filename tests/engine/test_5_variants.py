"""Article 5: the variants."""

import pytest
from support.decisions import choose_card, draft_card
from support.play import names, played, stream

from sixqp_protocol import facts
from sixqp_protocol.facts import Rules
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine import cards
from sixqp_tui.engine.game import Game, IllegalDecision
from sixqp_tui.engine.table import CardsWanted, DraftWanted
from sixqp_tui.engine.view import View

DRAFT = Rules(variant="draft")


@pytest.mark.parametrize(("players", "highest"), [(2, 24), (3, 34), (4, 44), (10, 104)])
def test_5_1_tactic_uses_the_cards_up_to_10n_plus_4(players: int, highest: int) -> None:
    assert cards.deck("tactic", players) == tuple(range(1, highest + 1))


def test_5_1_in_tactic_all_unseen_cards_are_in_the_other_hands() -> None:
    opening, _ = Game.start(Rules(variant="tactic"), names(2), "seed")
    table = Game("seed").after(opening).table
    assert View(0).after(stream(opening, 0)).unseen == table.hands[1]


def test_5_2_the_draft_opens_the_whole_deck_face_up() -> None:
    opening, _ = Game.start(DRAFT, names(3), "seed")
    assert [fact.reader for fact in opening] == [None] * 3
    assert isinstance(opening[-1], facts.DraftOpened)
    assert Game("seed").after(opening).table.deck == tuple(range(1, 35))


def test_5_2_players_take_turns_picking_one_card_openly() -> None:
    _, game = Game.start(DRAFT, names(3), "seed")
    first = game.table.first
    assert first is not None
    for pick in range(1, 31):
        seat = (first + pick - 1) % 3
        assert game.pending == DraftWanted(seat)
        assert game.pending.seats == (seat,)
        assert game.table.pick == pick
        batch, game = draft_card(game, seat, game.table.deck[-1])
        assert batch[0].reader is None
    assert isinstance(game.pending, CardsWanted)


def test_5_2_the_four_cards_nobody_took_start_the_rows_in_ascending_order() -> None:
    game, batch = _drafted(2)
    assert batch[-1] == facts.RowsStarted((1, 2, 3, 4))
    assert game.table.rows == ((1,), (2,), (3,), (4,))
    assert [len(hand or ()) for hand in game.table.hands] == [10, 10]


def _drafted(players: int) -> tuple[Game, tuple[facts.Fact, ...]]:
    _, game = Game.start(DRAFT, names(players), "seed")
    batch: tuple[facts.Fact, ...] = ()
    while isinstance(wanted := game.pending, DraftWanted):
        batch, game = draft_card(game, wanted.seat, game.table.deck[-1])
    return game, batch


@pytest.mark.parametrize("players", [2, 3, 10])
def test_5_2_the_first_to_pick_moves_on_by_one_seat_each_round(players: int) -> None:
    happened = played(Rules(variant="draft", limit=None, rounds=4), players, "seed")
    firsts = [fact.first for fact in happened if isinstance(fact, facts.DraftOpened)]
    assert firsts == [(firsts[0] + number) % players for number in range(4)]


def test_5_2_an_illegal_pick_is_refused() -> None:
    _, game = Game.start(DRAFT, names(3), "seed")
    first = game.table.first
    assert first is not None
    _, game = draft_card(game, first, 7)
    after = (first + 1) % 3
    for seat, card, code in [(first, 8, "NOT_ASKED"), (after, 7, "NOT_IN_DECK"), (after, 35, "NOT_IN_DECK")]:
        with pytest.raises(IllegalDecision) as refusal:
            draft_card(game, seat, card)
        assert (refusal.value.code, refusal.value.article) == (Refusal[code], "5.2")
    with pytest.raises(IllegalDecision):
        choose_card(game, first, 7)
    assert game.pending == DraftWanted(after)
