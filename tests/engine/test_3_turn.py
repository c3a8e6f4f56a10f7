"""Article 3: a turn."""

from collections.abc import Callable

import pytest
from support.decisions import choose_card, choose_row, draft_card, take_back
from support.play import dealt, laid, names, played, stream, turns

from sixqp_protocol import facts
from sixqp_protocol.facts import Rules
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.game import Batch, Game, IllegalDecision
from sixqp_tui.engine.rules import Effect, Landing, landing
from sixqp_tui.engine.table import CardsWanted, RowWanted
from sixqp_tui.engine.view import View

Decide = Callable[..., tuple[Batch, Game]]
ROWS = (10, 20, 30, 40)


def _two(*hands: tuple[int, ...]) -> Game:
    return dealt(ROWS, hands)


def test_3_1_a_card_is_laid_face_down() -> None:
    batch, _ = choose_card(_two((11,), (12,)), 1, 12)
    assert batch == (facts.CardLaid(1, 12), facts.CardChosen(1))
    assert stream(batch, 0) == stream(batch, None) == (facts.CardChosen(1),)


def test_3_1_everybody_sees_who_has_chosen_and_who_has_not() -> None:
    game = _two((11,), (12,), (13,))
    _, game = choose_card(game, 1, 12)
    assert game.table.chosen == {1}
    assert game.pending == CardsWanted((0, 2))


def test_3_1_a_choice_may_be_taken_back_and_changed() -> None:
    before = _two((11, 15), (12,))
    _, after = choose_card(before, 0, 11)
    _, back = take_back(after, 0)
    assert back == before
    assert laid(back, (15, 12))[0].table.rows[0] == (10, 12, 15)


def test_3_1_taking_back_tells_nobody_what_it_was() -> None:
    game = _two((11,), (12,))
    _, game = choose_card(game, 0, 11)
    assert take_back(game, 0)[0] == (facts.ChoiceTakenBack(0),)


def test_3_1_nothing_is_taken_back_once_all_have_chosen() -> None:
    game, _ = laid(_two((3,), (12,)), (3, 12))
    _refused(game, take_back, (0,), Refusal.NOT_ASKED, "3.1")


def test_3_2_nobody_has_chosen_once_the_cards_are_turned_over() -> None:
    game, _ = laid(_two((3,), (12,)), (3, 12))
    assert (game.table.to_place, game.table.chosen) == (((0, 3), (1, 12)), frozenset())


def test_3_2_the_last_choice_turns_all_cards_over_at_once() -> None:
    _, batch = laid(_two((11,), (42,), (12,)), (11, 42, 12))
    assert batch[2] == facts.CardsRevealed((11, 42, 12))
    assert stream(batch, None)[:2] == (facts.CardChosen(2), facts.CardsRevealed((11, 42, 12)))


def test_3_3_the_lowest_card_is_placed_first_whoever_played_it() -> None:
    _, batch = laid(_two((44,), (11,), (22,)), (44, 11, 22))
    placed = [fact for fact in batch if isinstance(fact, facts.CardPlaced)]
    assert placed == [facts.CardPlaced(1, 11, 0), facts.CardPlaced(2, 22, 1), facts.CardPlaced(0, 44, 3)]


def test_3_4_a_card_goes_to_the_right_end_of_a_lower_row() -> None:
    assert landing(((10,), (20,), (30,), (40,)), 15) == Landing(Effect.APPENDS, 0)
    assert turns(_two((11,), (22,)), (11, 22)).table.rows == ((10, 11), (20, 22), (30,), (40,))


@pytest.mark.parametrize(("card", "row"), [(13, 1), (44, 3), (26, 0), (104, 2)])
def test_3_5_a_card_goes_to_the_nearest_lower_row(card: int, row: int) -> None:
    assert landing(((1, 25), (12,), (99,), (43,)), card).row == row


def test_3_6_a_fifth_card_does_not_take_the_row() -> None:
    game, batch = laid(turns(_two((11, 13), (12, 14)), (11, 12)), (13, 14))
    assert batch[-1] == facts.CardPlaced(1, 14, 0)
    assert len(game.table.rows[0]) == 5


def test_3_6_a_sixth_card_takes_the_row() -> None:
    game = turns(_two((11, 13, 15), (12, 14, 41)), (11, 12), (13, 14))
    assert landing(game.table.rows, 15) == Landing(Effect.TAKES_FULL_ROW, 0)
    game, batch = laid(game, (15, 41))
    assert facts.RowTaken(0, 15, 0, (10, 11, 12, 13, 14)) in batch
    assert game.table.rows[0] == (15,)
    assert game.table.piles == ((10, 11, 12, 13, 14), ())


def test_3_6_taking_a_full_row_is_not_too_low() -> None:
    assert not facts.RowTaken(0, 15, 0, (10, 11, 12, 13, 14)).too_low


def test_3_7_a_card_too_low_waits_for_its_players_choice() -> None:
    game, batch = laid(_two((3,), (12,)), (3, 12))
    assert batch[-1] == facts.CardsRevealed((3, 12))
    assert game.pending == RowWanted(0, 3)
    assert game.pending.seats == (0,)


@pytest.mark.parametrize("row", range(4))
def test_3_7_any_row_may_be_chosen(row: int) -> None:
    game, _ = laid(_two((3,), (104,)), (3, 104))
    batch, after = choose_row(game, 0, row)
    taken = batch[0]
    assert isinstance(taken, facts.RowTaken)
    assert taken == facts.RowTaken(0, 3, row, (ROWS[row],))
    assert taken.too_low
    assert after.table.rows[row][0] == 3


def test_3_7_later_cards_are_placed_on_the_changed_table() -> None:
    game, _ = laid(_two((3,), (12,)), (3, 12))
    batch, after = choose_row(game, 0, 0)
    assert batch[1] == facts.CardPlaced(1, 12, 0)
    assert after.table.rows[0] == (3, 12)


def test_3_7_two_players_with_low_cards_may_both_choose() -> None:
    game, _ = laid(_two((3,), (2,)), (3, 2))
    assert game.pending == RowWanted(1, 2)
    _, game = choose_row(game, 1, 2)
    assert game.pending is not None
    assert isinstance(game.pending, CardsWanted)
    assert game.table.rows == ((10,), (20,), (2, 3), (40,))


def test_3_8_taken_cards_go_to_the_pile_and_never_to_the_hand() -> None:
    game, _ = laid(_two((3,), (12,)), (3, 12))
    hand = game.table.hands[0]
    _, game = choose_row(game, 0, 1)
    assert game.table.piles == ((20,), ())
    assert game.table.heads == (3, 0)
    assert game.table.hands[0] == hand


@pytest.mark.parametrize("players", [2, 10])
def test_3_9_ten_turns_make_a_round(players: int) -> None:
    happened = played(Rules(limit=None, rounds=1), players, "seed")
    assert sum(isinstance(fact, facts.CardsRevealed) for fact in happened) == 10
    assert Game("seed").after(happened).table.hands == ((),) * players


def test_3_9_the_turn_is_counted_from_1() -> None:
    game = _two((11,), (12,))
    assert (game.table.turn, turns(game, (11, 12)).table.turn) == (1, 2)


def test_3_2_a_turn_is_recorded_from_the_reveal_with_the_rows_before_it() -> None:
    rows = tuple((end,) for end in ROWS)
    waiting, _ = laid(_two((11, 31), (5, 32)), (11, 5))
    assert waiting.table.turns == ((rows, (11, 5)),)
    _, game = choose_row(waiting, 1, 3)
    before = game.table.rows
    game, _ = laid(game, (31, 32))
    assert game.table.turns == ((rows, (11, 5)), (before, (31, 32)))


def test_3_9_a_new_round_has_no_turns_yet() -> None:
    known = View()
    for fact in played(Rules(limit=None, rounds=2), 3, "seed"):
        known = known.apply(fact) if known.may_read(fact) else known
        if isinstance(fact, facts.RoundBegan | facts.RoundEnded):
            assert len(known.table.turns) == (10 if isinstance(fact, facts.RoundEnded) else 0)


def test_a_view_knows_its_own_cards_and_whether_it_must_decide() -> None:
    opening, _ = Game.start(Rules(), names(3), "seed")
    mine, theirs = View(1).after(stream(opening, 1)), View().after(stream(opening, None))
    assert len(mine.hand) == 10
    assert (theirs.hand, theirs.laid, theirs.wanted) == ((), None, False)
    assert mine.wanted
    assert len(mine.unseen) == 104 - 10 - 4
    half = mine.after((facts.CardLaid(1, mine.hand[0]),))
    assert (half.laid, half.wanted) == (mine.hand[0], False)
    after = mine.after((facts.CardLaid(1, mine.hand[0]), facts.CardChosen(1)))
    assert (after.laid, after.wanted, after.unseen) == (mine.hand[0], False, mine.unseen)
    assert View(1).hand == ()


REFUSALS = [
    (choose_card, (0, 12), Refusal.NOT_IN_HAND, "3.1"),
    (choose_card, (0, 200), Refusal.NOT_IN_HAND, "3.1"),
    (choose_card, (1, 12), Refusal.ALREADY_CHOSEN, "3.1"),
    (choose_card, (1, 13), Refusal.ALREADY_CHOSEN, "3.1"),
    (choose_card, (3, 12), Refusal.NOT_ASKED, "3.1"),
    (choose_card, (-1, 12), Refusal.NOT_ASKED, "3.1"),
    (take_back, (0,), Refusal.NOTHING_LAID, "3.1"),
    (take_back, (9,), Refusal.NOTHING_LAID, "3.1"),
    (choose_row, (0, 1), Refusal.NOT_ASKED, "3.7"),
    (draft_card, (0, 50), Refusal.NOT_ASKED, "5.2"),
]


@pytest.mark.parametrize(("verb", "given", "code", "article"), REFUSALS)
def test_3_1_an_illegal_decision_is_refused(
    verb: Decide, given: tuple[int, ...], code: Refusal, article: str
) -> None:
    game = _two((11,), (12,), (13,))
    _refused(choose_card(game, 1, 12)[1], verb, given, code, article)


@pytest.mark.parametrize(
    ("verb", "given", "code", "article"),
    [
        (choose_row, (1, 0), Refusal.NOT_ASKED, "3.7"),
        (choose_row, (0, 4), Refusal.NO_SUCH_ROW, "3.7"),
        (choose_row, (0, -1), Refusal.NO_SUCH_ROW, "3.7"),
        (choose_card, (0, 104), Refusal.NOT_ASKED, "3.1"),
    ],
)
def test_3_7_an_illegal_row_is_refused(verb: Decide, given: tuple[int, ...], code: Refusal, article: str) -> None:
    game, _ = laid(_two((3,), (12,)), (3, 12))
    _refused(game, verb, given, code, article)


def _refused(game: Game, verb: Decide, given: tuple[int, ...], code: Refusal, article: str) -> None:
    before = game.table
    with pytest.raises(IllegalDecision) as refusal:
        verb(game, *given)
    assert (refusal.value.code, refusal.value.article) == (code, article)
    assert game.table is before
    assert str(refusal.value) == f"{code.value} (article {article})"
