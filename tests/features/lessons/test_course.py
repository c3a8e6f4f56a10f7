"""The lessons of the program: each can be played, says why everything else is wrong, and fits its two lines."""

import io
from itertools import combinations
from pathlib import Path
from random import Random
from textwrap import wrap

import pytest

from sixqp_protocol.messages import ChooseCard, ChooseRow, DraftCard
from sixqp_tui import i18n
from sixqp_tui.cli import main
from sixqp_tui.engine.cards import ROWS, heads_of
from sixqp_tui.engine.rules import APPENDS, Rows, landing
from sixqp_tui.engine.table import RowWanted
from sixqp_tui.features.lessons.command import answer, begin, question
from sixqp_tui.features.lessons.course import course
from sixqp_tui.features.lessons.lesson import LEARNER, Lesson, deal, follow, wanted_of
from sixqp_tui.features.lessons.lesson_course import LessonCourse, next_lesson
from sixqp_tui.i18n import _

MAX_LENGTH = 150
ROWS_OF_TEXT = 74
"""Cells of a line of the smallest window."""


@pytest.mark.parametrize("code", course())
def test_each_turn_can_happen_and_of_every_decision_only_the_right_one_has_no_reason(code: str) -> None:
    lesson = course()[code]
    _facts, game = deal(lesson, "Zoé")
    turn, explained = game.table.turn, list[int]()
    assert turn == len(lesson.turns) + 1 or lesson.variant == "draft"
    while wanted := wanted_of(game, turn):
        (right,) = (decision for decision in wanted if not lesson.why_wrong(decision))
        if isinstance(right, ChooseRow):
            assert lesson.row_task
        else:
            assert right.card == lesson.right
        explained.append(len(wanted) - 1)
        _batch, game = follow(lesson, game, right)
    assert not isinstance(game.pending, RowWanted), "nobody is left to choose a row"
    reasons = [sum(map(len, each)) for each in (lesson.wrong, lesson.wrong_rows) if each]
    assert explained == reasons, "no answer that can't be given"


@pytest.mark.parametrize("code", course())
def test_a_wrong_card_costs_more_than_the_right_one_as_explained(code: str) -> None:
    lesson = course()[code]
    _facts, game = deal(lesson, "Zoé")
    before = game.table.heads[LEARNER]
    if code in ("rising", "nearest", "draft"):
        return  # what is asked is where a card lands, or will land, and nothing is taken
    costs = {}
    for card in lesson.cards:
        after = follow(lesson, game, ChooseCard(card=card))[1]
        cheapest = min(map(heads_of, after.table.rows)) if wanted_of(after, game.table.turn) else 0
        costs[card] = after.table.heads[LEARNER] - before + cheapest
    least = costs.pop(lesson.right)
    assert all(least < cost for cost in costs.values()), costs
    assert all(f" {cost} heads" in lesson.why_wrong(ChooseCard(card=card)) for card, cost in costs.items())


@pytest.mark.parametrize("code", ["filled", "gone", "tactic"])
def test_the_safe_card_takes_nothing_whatever_the_others_lay(code: str) -> None:
    """Lesson 5 leaves out cards that are too low: lesson 6 shows what they change."""
    lesson = course()[code]
    table = deal(lesson, "Zoé")[1].table
    lowest = min(row[-1] for row in table.rows)
    least, most = lowest + 1 if code == "filled" else 1, 35 if code == "tactic" else 105
    unseen = sorted(set(range(least, most)) - table.seen - {*lesson.cards})
    assert "safe" in lesson.task and (code != "tactic" or all(str(card) in lesson.task for card in unseen))
    for card in lesson.cards:
        takes = any(
            _takes(table.rows, card, others, chosen)
            for others in combinations(unseen, 2)
            for chosen in range(ROWS if others[0] < lowest else 1)
        )
        assert takes == (card != lesson.right)


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


def test_in_the_draft_the_right_card_leaves_no_gap_for_the_others() -> None:
    lesson = course()["draft"]
    _facts, game = deal(lesson, "Zoé")
    for card in lesson.cards:
        after = follow(lesson, game, DraftCard(card=card))[1].table
        others = {held for hand in after.hands[1:] for held in hand or ()}
        below = [row[-1] for row in after.rows if row[-1] < card]
        between = sorted(others & set(range(max(below, default=0), card)))
        if card == lesson.right:
            assert below and not between
            continue
        why, cards = lesson.why_wrong(DraftCard(card=card)), between if below else [row[0] for row in after.rows]
        assert all(str(each) in why for each in cards) or (len(cards) == 8 and "eight cards between" in why)


def said(lessons: LessonCourse, typed: str) -> list[str]:
    return [*(answer(lessons, typed) or ())]


def test_a_draft_is_taught_in_plain_mode() -> None:
    lessons = LessonCourse("Zoé", "draft")
    lines = begin(lessons)
    assert "In the deck: 3, 4, 12, 19, 31." in lines
    assert "Bob: 5, 7, 10, 15, 20, 22, 23, 24, 25, 33" in lines
    (refusal,) = said(lessons, "5")
    assert refusal.startswith("Expected a card that is still in the deck, got “5”. You can also type skip")
    assert said(lessons, "3")[0].startswith("Not this one. A low card takes a row")
    assert said(lessons, "4")[-1] == course()["draft"].learned
    assert lessons.state.view.table.turn == 1
    assert answer(lessons, "") is None, "it was the last lesson"


def test_lessons_after_the_basic_ones_are_offered_as_optional() -> None:
    lessons = LessonCourse("Zoé", "filled")
    assert lessons.heading.startswith("Lesson 5 of 6")
    said(lessons, "60")
    assert question(lessons) == "Right! (Enter, quit): "
    said(lessons, "")
    said(lessons, "36")
    assert lessons.what_follows.startswith("Right! Now you know the game.")
    assert question(lessons).endswith("variants. (Enter, quit): ")
    assert said(lessons, "")[1] == "Lesson 7, a variant: Tactic (count the cards)"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("code", course())
def test_every_text_fits_two_lines_and_every_card_has_its_own_reason(code: str, language: str) -> None:
    source = _texts(course()[code])
    with i18n.speaking(language):
        lesson = course()[code]
        refusals = [_("Not this one. {why}").format(why=why) for why in _reasons(lesson).values()]
    texts = _texts(lesson)
    assert all(len(text) <= MAX_LENGTH for text in texts)
    too_long = [text for text in (*texts, *refusals) if len(wrap(text, ROWS_OF_TEXT)) > 2]
    assert not too_long or code == "draft", too_long
    assert len(set(texts)) == len(texts), "each answer has a reason of its own"
    assert all(str(card) in why for card, why in _reasons(lesson).items())
    if language != i18n.SOURCE:
        assert all(text != said for text, said in zip(texts, source, strict=True))


def _reasons(lesson: Lesson) -> dict[int, str]:
    return {card: why for card in lesson.cards if (why := lesson.why_wrong(ChooseCard(card=card)))}


def _texts(lesson: Lesson) -> list[str]:
    rows = (lesson.why_wrong(ChooseRow(row=row)) for row in range(ROWS) if lesson.wrong_rows)
    return [
        each for each in (lesson.task, lesson.learned, lesson.row_task, *_reasons(lesson).values(), *rows) if each
    ]


def test_a_beginner_answering_at_random_reaches_the_end() -> None:
    rng, lessons = Random(1), LessonCourse("Zoé")
    lines, told = [*begin(lessons)], 0
    while (decisions := lessons.decisions) or not lessons.is_last:
        pick = rng.choice(decisions) if decisions else None
        typed = "" if pick is None else str(pick.row + 1 if isinstance(pick, ChooseRow) else pick.card)
        lines += said(lessons, typed)
        told += 1
    assert next_lesson() == (0, 6) and told < 200
    assert all(lesson.learned in lines for lesson in course().values())


def test_a_wrong_answer_changes_nothing_and_a_right_one_plays_the_turn() -> None:
    heard = list[str]()
    session = LessonCourse("Zoé", "too-low")
    session.on_answer = heard.append
    before = session.state.history
    assert session.request(ChooseCard(card=57)) is None
    assert session.state.history is before
    assert heard[-1]
    session.request(ChooseCard(card=104))
    assert len(heard) == 1, "what cannot be decided is no answer"
    session.request(ChooseCard(card=3))
    assert not session.done
    assert session.state.view.decision_id
    assert session.state.view.decision_id.kind == "row"
    session.request(ChooseRow(row=2))
    assert heard[-1].startswith("Row 3")
    session.request(ChooseRow(row=1))
    assert session.done
    assert session.state.view.table.turn == 9
    assert session.state.view.table.rows[1] == (3,)


def test_the_learner_sees_no_hand_but_their_own() -> None:
    session = LessonCourse("Zoé", "gone")
    assert session.state.view.table.hands[1:] == (None, None)
    assert session.state.view.table.laid[1:] == (None, None)


def learn(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return main(["learn", *arguments, "--plain", "--lang", "en"])


def test_the_lessons_resume_where_they_were_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(monkeypatch, "5\n73\n\n") == 0
    printed = capsys.readouterr().out
    assert "doesn't fit behind any" in printed
    assert "You play the 73 on row 4" in printed
    assert "Lesson 2 of 6" in printed
    assert learn(monkeypatch, "nonsense\nq\n") == 0
    printed = capsys.readouterr().out
    assert "Lesson 1 of 6" not in printed
    assert "Expected one of your cards, or a row, got “nonsense”." in printed
    assert learn(monkeypatch, "q\n", "6") == 0
    assert "Lesson 6 of 6" in capsys.readouterr().out


@pytest.mark.parametrize("given", ["0", "9", "9" * 5000, "nowhere"])
def test_an_unknown_lesson_is_rejected(
    given: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(monkeypatch, "", given) == 2
    assert f"Expected a lesson from 1 to {len(course())}, got" in capsys.readouterr().err


def test_progress_is_one_line_of_the_preferences(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()
    (home / "preferences.txt").write_text("pace = fast  # mine\nlesson = nonsense\n")
    assert learn(monkeypatch, "73\nq\n") == 0
    assert (home / "preferences.txt").read_text() == "pace = fast  # mine\nlesson = nearest\n"


def test_a_disk_that_refuses_is_reported_once(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home.write_text("no folder")
    assert learn(monkeypatch, "73\n\n45\nq\n") == 0
    said = capsys.readouterr()
    assert "You play the 45" in said.out
    assert said.err.count("preferences.txt") == 1
