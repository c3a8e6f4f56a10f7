"""Facts in words: each says who, which card, which row, how many heads, and why."""

import pytest

from sixqp_protocol import facts
from sixqp_protocol.facts import Rules
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import facts as facts_words, table as table_words
from sixqp_tui.i18n.facts import tell

NAMES = ("Alice", "Bob", "Dana", "Emile")


def example_rows(*rows: tuple[int, ...]) -> Table:
    return Table(names=NAMES, rows=rows, round=1, turn=1, totals=(0, 0, 0, 0), piles=((),) * 4)


def sentence(fact: facts.Fact, before: Table, you: int | None = None) -> str:
    """The sentence of a fact that has one."""
    line = tell(fact, before, you)
    assert line is not None
    return line.sentence


START = example_rows((12,), (37,), (43,), (58,))
SECOND = example_rows((12, 14, 15, 21, 26), (37,), (43, 44), (58, 61))
THIRD = example_rows((30, 36), (37,), (43, 44), (58, 61))


def test_6_1_a_card_is_laid_on_a_row() -> None:
    assert sentence(facts.CardPlaced(0, 44, 2), START) == "Alice plays the 44 on row 3"
    assert sentence(facts.CardPlaced(0, 44, 2), START, you=0) == "You play the 44 on row 3"


def test_6_2_the_sixth_card_takes_the_row() -> None:
    taken = facts.RowTaken(2, 30, 0, (12, 14, 15, 21, 26))
    assert sentence(taken, SECOND) == "Dana's 30 is the 6th card of row 1 and takes 5 cards, 6 heads"
    assert sentence(taken, SECOND, you=2) == "Your 30 is the 6th card of row 1: you take 5 cards, 6 heads"


def test_a_row_of_many_heads_is_called_a_catastrophe() -> None:
    taken = facts.RowTaken(1, 3, 1, (11, 22))
    assert sentence(taken, THIRD).endswith("10 heads. A catastrophe!")


def test_6_3_a_card_too_low_takes_a_row() -> None:
    taken = facts.RowTaken(1, 3, 1, (37,))
    assert sentence(taken, THIRD) == "Bob's 3 is too low and takes row 2, 1 head"
    assert sentence(taken, THIRD, you=1) == "Your 3 is too low: you take row 2, 1 head"


def test_revealed_cards_are_listed_in_rising_order() -> None:
    assert sentence(facts.CardsRevealed((44, 3, 68, 9)), START, 3) == "Turn 1: Bob 3, you 9, Alice 44, Dana 68"


def test_the_draft_is_described() -> None:
    assert sentence(facts.DraftOpened(1), START) == "The deck is open: Bob picks first"
    assert sentence(facts.CardDrafted(0, 36), START) == "Alice picks the 36"
    assert sentence(facts.CardDrafted(0, 36), START, you=0) == "You pick the 36"


def test_a_stand_in_is_reported_without_a_reason_that_the_fact_does_not_give() -> None:
    assert sentence(facts.StoodIn(1), START) == "A stand-in decides for Bob"
    assert sentence(facts.StoodIn(1), START, you=1) == "A stand-in decides for you"


@pytest.mark.parametrize("fact", [facts.CardChosen(0), facts.ChoiceTakenBack(0), facts.CardLaid(0, 5)])
def test_a_choice_is_not_reported(fact: facts.Fact) -> None:
    assert tell(fact, START) is None


def test_the_end_names_winners_and_reason() -> None:
    table = Table(rules=Rules(), names=NAMES, totals=(3, 70, 3, 66), round=1, scores=((3, 70, 3, 66),))
    words = sentence(facts.GameEnded("limit"), table)
    assert words == "The game is over: Bob went over 66 heads. Alice and Dana win together with 3 heads."
    reached = Table(
        rules=Rules(limit_rule="reach"), names=NAMES, totals=(3, 7, 1, 66), round=1, scores=((3, 7, 1, 66),)
    )
    assert "Emile reached 66 heads. Dana wins with 1 head" in sentence(facts.GameEnded("limit"), reached)


def test_an_abandoned_game_has_no_winner() -> None:
    table = Table(names=NAMES, totals=(0, 0, 0, 0))
    assert sentence(facts.GameEnded("abandoned"), table) == "The game was given up"
    assert facts_words.verdict(apply_fact(table, facts.GameEnded("abandoned"))) == "The game was given up"


def test_every_refusal_has_a_sentence() -> None:
    assert len({table_words.refused(code) for code in Refusal}) == len(Refusal)
