"""The lessons of the program: each can be played, says why everything else is wrong, and fits its two lines."""

from itertools import combinations
from random import Random

import pytest

from sixqp_protocol.messages import ChooseCard, ChooseRow, DraftCard
from sixqp_tui import i18n
from sixqp_tui.engine.cards import ROW_LIMIT, ROWS, heads_of
from sixqp_tui.engine.rules import APPENDS, Rows, landing
from sixqp_tui.engine.table import RowWanted
from sixqp_tui.features.lessons.command import LineLessons
from sixqp_tui.features.lessons.course import course
from sixqp_tui.features.lessons.lesson import LEARNER, Answer, Lesson, deal, follow, wanted_of
from sixqp_tui.features.lessons.lesson_course import LEARNED, LessonCourse, LessonSession
from sixqp_tui.i18n import _

MAX_LENGTH = 150
ROWS_OF_TEXT = 74
"""Cells of a line of the smallest window."""


def test_there_are_six_lessons_then_two_variants() -> None:
    assert list(course()) == ["rising", "nearest", "sixth", "too-low", "filled", "gone", "tactic", "draft"]
    assert [each.variant for each in course().values()] == [*["classic"] * 6, "tactic", "draft"]


@pytest.mark.parametrize("code", course())
def test_each_turn_can_happen_and_every_decision_has_an_answer_of_which_one_is_right(code: str) -> None:
    lesson = course()[code]
    _facts, game = deal(lesson, "Zoé")
    turn, answered = game.table.turn, list[Answer]()
    assert turn == len(lesson.turns) + 1 or lesson.variant == "draft"
    while wanted := wanted_of(game, turn):
        answers = [lesson.answer(decision) for decision in wanted]
        assert None not in answers
        answered += filter(None, answers)
        (right,) = (decision for decision in wanted if (answer := lesson.answer(decision)) and answer.right)
        assert lesson.row_task or not isinstance(right, ChooseRow)
        _batch, game = follow(lesson, game, right)
    assert not isinstance(game.pending, RowWanted), "nobody is left to choose a row"
    assert set(answered) == set(lesson.answers), "no answer that can't be given"


@pytest.mark.parametrize("code", course())
def test_a_wrong_card_costs_more_than_the_right_one_as_explained(code: str) -> None:
    lesson = course()[code]
    _facts, game = deal(lesson, "Zoé")
    before = game.table.heads[LEARNER]
    if code in ("rising", "nearest", "draft"):
        return  # what is asked is where a card lands, or will land, and nothing is taken
    right = next(each.card for each in lesson.answers if each.card and each.right)
    costs = {}
    for card in lesson.hand:
        after = follow(lesson, game, ChooseCard(card=card))[1]
        cheapest = min(map(heads_of, after.table.rows)) if wanted_of(after, game.table.turn) else 0
        costs[card] = after.table.heads[LEARNER] - before + cheapest
    assert all(costs[right] < cost for card, cost in costs.items() if card != right), costs
    reasons = {each.card: each.why for each in lesson.answers}
    assert all(f" {cost} heads" in reasons[card] for card, cost in costs.items() if card != right), "as it is told"


@pytest.mark.parametrize(("code", "too_low"), [("filled", False), ("gone", True)])
def test_the_safe_card_takes_nothing_whatever_the_others_lay(code: str, too_low: bool) -> None:
    """Lesson 5 leaves out cards that are too low: lesson 6 shows what they change."""
    lesson = course()[code]
    _facts, game = deal(lesson, "Zoé")
    table = game.table
    right = next(each.card for each in lesson.answers if each.card and each.right)
    lowest = min(row[-1] for row in table.rows)
    unseen = set(range(1 if too_low else lowest + 1, 105)) - table.seen - {*lesson.hand}
    assert "safe" in lesson.task
    for card in lesson.hand:
        takes = any(
            _takes(table.rows, card, others, chosen)
            for others in combinations(sorted(unseen), 2)
            for chosen in range(ROWS if others[0] < lowest else 1)
        )
        assert takes == (card != right)


def _takes(rows: Rows, card: int, others: tuple[int, ...], chosen: int) -> bool:
    """Whether this card takes a row in this turn, if another card that is too low takes the row `chosen`."""
    for each in sorted([card, *others]):
        effect, row = landing(rows, each)
        if each == card:
            return effect is not APPENDS
        row = chosen if row is None else row
        row_after = (*rows[row], each) if effect is APPENDS else (each,)
        rows = (*rows[:row], row_after, *rows[row + 1 :])
    raise AssertionError("unreachable")


def test_in_tactic_the_right_card_is_safe_against_all_known_cards() -> None:
    lesson = course()["tactic"]
    _facts, game = deal(lesson, "Zoé")
    table = game.table
    right = next(each.card for each in lesson.answers if each.card and each.right)
    held = set(range(1, 35)) - table.seen - {*lesson.hand}
    assert all(str(card) in lesson.task for card in held)
    assert len(held) == 6
    assert right not in held
    below = max(row[-1] for row in table.rows if row[-1] < right)
    assert min(held) > below, "nobody is too low and takes a row away"
    assert not held & set(range(below, right))
    assert next(len(row) for row in table.rows if row[-1] == below) < ROW_LIMIT


def test_in_the_draft_the_right_card_leaves_no_gap_for_the_others() -> None:
    lesson = course()["draft"]
    _facts, game = deal(lesson, "Zoé")
    for answer in lesson.answers:
        assert answer.card
        after = follow(lesson, game, DraftCard(card=answer.card))[1].table
        others = {card for hand in after.hands[1:] for card in hand or ()}
        below = [row[-1] for row in after.rows if row[-1] < answer.card]
        between = sorted(others & set(range(max(below, default=0), answer.card)))
        if answer.right:
            assert below
            assert not between
        elif below:
            assert between
            named = [str(card) in answer.why for card in between]
            assert all(named) or f"{['', *_NUMBERS][len(between)]} cards between" in answer.why
        else:
            assert all(str(row[0]) in answer.why for row in after.rows)


_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def test_in_plain_mode_the_unseen_cards_can_be_listed() -> None:
    lessons = LineLessons(LessonCourse("Zoé", "tactic"))
    assert "seen" in lessons.begin()[-1]
    assert lessons.answer("seen")[-1] == "Not seen yet this round: 15, 24, 28, 30, 31, 34."
    assert lessons.answer("11")[-1] == course()["tactic"].learned


def test_a_draft_is_taught_in_plain_mode() -> None:
    lessons = LineLessons(LessonCourse("Zoé", "draft"))
    lines = lessons.begin()
    assert "In the deck: 3, 4, 12, 19, 31." in lines
    assert "Bob: 5, 7, 10, 15, 20, 22, 23, 24, 25, 33" in lines
    (refusal,) = lessons.answer("5")
    assert refusal.startswith("Expected a card that is still in the deck, got “5”. You can also type seen, skip")
    assert lessons.answer("3")[0].startswith("Not this one. A low card takes a row")
    assert lessons.answer("4")[-1] == course()["draft"].learned
    assert lessons.course.session.state.view.table.turn == 1


def test_lessons_after_the_basic_ones_are_offered_as_optional() -> None:
    lessons = LessonCourse("Zoé", "filled")
    lines = LineLessons(lessons)
    assert lessons.heading.startswith("Lesson 5 of 6")
    lines.answer("60")
    assert lines.prompt == "Enter: next lesson · q: quit "
    lines.answer("")
    lines.answer("36")
    assert lessons.what_follows == "Right! Enter: more lessons, on variants · q: quit"
    assert lines.prompt == "Enter: more lessons, on variants · q: quit "
    assert lines.answer("")[1] == "Lesson 7, a variant: Tactic (count the cards)"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("code", course())
def test_every_text_fits_two_lines_and_every_card_has_its_own_reason(code: str, language: str) -> None:
    source = course()[code]
    with i18n.speaking(language):
        lesson = course()[code]
        reasons = {each.card: each.why for each in lesson.answers if each.card and each.why}
        refusals = [_("Not this one. {why}").format(why=why) for why in reasons.values()]
    texts = _texts(lesson)
    assert all(len(text) <= MAX_LENGTH for text in texts)
    too_long = [text for text in (*texts, *refusals) if _lines(text) > 2]
    assert not too_long or code == "draft", too_long
    assert len(set(texts)) == len(texts), "each answer has a reason of its own"
    assert all(str(card) in why for card, why in reasons.items())
    if language != i18n.SOURCE:
        assert all(text != said for text, said in zip(texts, _texts(source), strict=True))


def _texts(lesson: Lesson) -> list[str]:
    own = (lesson.task, lesson.learned, lesson.row_task, *(answer.why for answer in lesson.answers))
    return [text for text in own if text]


def _lines(text: str) -> int:
    lines, used = 1, 0
    for word in text.split():
        used += len(word) + bool(used)
        if used > ROWS_OF_TEXT:
            lines, used = lines + 1, len(word)
    return lines


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_beginner_answering_at_random_reaches_the_end(seed: int) -> None:
    rng, kept = Random(seed), list[str]()
    lessons = LineLessons(LessonCourse("Zoé", keep=kept.append))
    lines, typed = [*lessons.begin()], 0
    while not lessons.over:
        session = lessons.course.session
        decisions = session.decisions
        if not decisions:
            lines += lessons.answer("")
            continue
        pick = rng.choice(decisions)
        lines += lessons.answer(str(pick.row + 1 if isinstance(pick, ChooseRow) else pick.card))
        typed += 1
    assert kept[-1] == LEARNED and {*kept[:-1]} == {*list(course())[1:]}
    assert typed < 200
    for lesson in course().values():
        assert lesson.learned in lines


def test_a_wrong_answer_changes_nothing_and_a_right_one_plays_the_turn() -> None:
    heard = list[Answer]()
    session = LessonSession(course()["too-low"], "Zoé", heard.append)
    before = session.state.history
    assert session.request(ChooseCard(card=57)) is None
    assert session.state.history is before
    assert heard[-1].why
    session.request(ChooseCard(card=104))
    assert len(heard) == 1, "what cannot be decided is no answer"
    session.request(ChooseCard(card=3))
    assert not session.done
    assert session.state.view.decision_id
    assert session.state.view.decision_id.kind == "row"
    session.request(ChooseRow(row=2))
    assert heard[-1].why.startswith("Row 3")
    session.request(ChooseRow(row=1))
    assert session.done
    assert session.state.view.table.turn == 9
    assert session.state.view.table.rows[1] == (3,)


def test_the_learner_sees_no_hand_but_their_own() -> None:
    session = LessonSession(course()["gone"], "Zoé")
    assert session.state.view.table.hands[1:] == (None, None)
    assert session.state.view.table.laid[1:] == (None, None)
