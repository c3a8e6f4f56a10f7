"""Article 3: a turn."""

from collections.abc import Callable

import pytest
from support.decisions import choose_card, choose_row, draft_card, take_back
from support.play import dealt, laid, names, played, stream

from sixqp_protocol import facts
from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import ChooseCard
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.game import Batch, Game, IllegalDecision
from sixqp_tui.engine.table import CardsWanted
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


def test_3_2_nobody_has_chosen_once_the_cards_are_turned_over() -> None:
    game, _ = laid(_two((3,), (12,)), (3, 12))
    assert (game.table.to_place, game.table.chosen) == (((0, 3), (1, 12)), frozenset())


def test_3_2_the_last_choice_turns_all_cards_over_at_once() -> None:
    _, batch = laid(_two((11,), (42,), (12,)), (11, 42, 12))
    assert batch[2] == facts.CardsRevealed((11, 42, 12))
    assert stream(batch, None)[:2] == (facts.CardChosen(2), facts.CardsRevealed((11, 42, 12)))


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
REFUSALS_FOR_A_ROW = [
    (take_back, (0,), Refusal.NOT_ASKED, "3.1"),
    (choose_row, (1, 0), Refusal.NOT_ASKED, "3.7"),
    (choose_row, (0, 4), Refusal.NOT_ASKED, "3.7"),
    (choose_row, (0, -1), Refusal.NOT_ASKED, "3.7"),
    (choose_card, (0, 104), Refusal.NOT_ASKED, "3.1"),
]
CHOOSING = choose_card(_two((11,), (12,), (13,)), 1, 12)[1]
ROW_WANTED = laid(_two((3,), (12,)), (3, 12))[0]


@pytest.mark.parametrize(
    ("game", "verb", "given", "code", "article"),
    [*((CHOOSING, *each) for each in REFUSALS), *((ROW_WANTED, *each) for each in REFUSALS_FOR_A_ROW)],
)
def test_3_1_an_illegal_decision_is_refused(
    game: Game, verb: Decide, given: tuple[int, ...], code: Refusal, article: str
) -> None:
    before = game.table
    with pytest.raises(IllegalDecision) as refusal:
        verb(game, *given)
    assert (refusal.value.code, refusal.value.article) == (code, article)
    assert game.table is before
    assert str(refusal.value) == f"{code.value} (article {article})"


@pytest.mark.parametrize(("number", "turn"), [(1, 2), (2, 1)])
def test_3_1_a_decision_for_another_turn_is_stale(number: int, turn: int) -> None:
    with pytest.raises(IllegalDecision) as refusal:
        CHOOSING.decide(0, ChooseCard(round=number, turn=turn, card=11))
    assert refusal.value.code is Refusal.STALE
