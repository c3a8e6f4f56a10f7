"""Puzzles one after the other: those of the day, then without end; what is told of an answer."""

import pytest
from features.puzzles.examples import TODAY, Memory, best_of, series_of, worst_of

from sixqp_tui import i18n
from sixqp_tui.engine.view import View
from sixqp_tui.features.puzzles import words
from sixqp_tui.features.puzzles.collection import daily_puzzles, shipped
from sixqp_tui.features.puzzles.progress import PuzzleProgress
from sixqp_tui.features.puzzles.puzzle import THEMES
from sixqp_tui.features.puzzles.series import PuzzleSeries, share_line
from sixqp_tui.features.puzzles.solution import solve
from sixqp_tui.features.puzzles.table import PuzzleSession, position_model


@pytest.mark.slow
def test_daily_puzzles_come_first_can_be_resumed_and_are_then_endless() -> None:
    memory = Memory()
    given = []
    for number in range(5):
        series = series_of(memory, shipped().puzzles)  # as if the program had been closed in between
        assert series.where() == f"2026-11-22 · puzzle {number + 1} of 5"
        given.append(series.puzzle)
        series.answer(best_of(series.puzzle) if number else worst_of(series.puzzle))
        assert series.where() == f"2026-11-22 · puzzle {number + 1} of 5", "an answer stays at its puzzle"
        assert series.finishes_day == (number == 4)
    assert tuple(given) == daily_puzzles(shipped().puzzles, TODAY.number)
    series.advance()
    assert series.endless
    assert series.puzzle not in given
    assert memory.progress.streak(TODAY.back) == 1


def test_the_theme_is_shown_only_when_the_puzzle_is_answered() -> None:
    series = series_of()
    assert series.kind() == "easy"
    series.answer(best_of(series.puzzle))
    assert series.kind() == words.kind(series.puzzle.theme, 1) != "easy"


def test_a_given_answer_cannot_be_changed() -> None:
    memory = Memory()
    series = series_of(memory, shipped().puzzles)
    first = series.answer(worst_of(series.puzzle))
    assert series.answer(best_of(series.puzzle)) is first
    assert memory.progress.of_day(TODAY.date) == (first.cost,)


def test_endless_puzzles_start_with_unanswered_then_wrongly_answered_ones() -> None:
    puzzles = shipped().puzzles[:4]
    known = {puzzles[0].id: 0, puzzles[1].id: 30, puzzles[2].id: 0}
    series = PuzzleSeries(puzzles, TODAY, Memory(PuzzleProgress(puzzles=known)).kept, seed="a", endless=True)
    order = [series.puzzle]
    for _ in range(3):
        series.advance()
        order.append(series.puzzle)
    assert order[:2] == [puzzles[3], puzzles[1]]
    assert set(order) == set(puzzles)
    assert series.where() == "endless · 0 of 0 right"


def test_a_line_to_share_reveals_no_answers() -> None:
    progress = PuzzleProgress(days={"2026-11-22": (0, 31, 0, 0, 12), "2026-11-21": (0,) * 5})
    assert share_line(progress, TODAY) == "sixqp puzzles 2026-11-22  ■□■■□  3/5, 4.3 heads lost, 2 days in a row"
    assert "#.##." in share_line(progress, TODAY, ascii_only=True)
    assert "to be answered, got 3" in share_line(PuzzleProgress(days={"2026-11-22": (0, 0, 0)}), TODAY)


@pytest.mark.parametrize(
    "theme", [pytest.param(theme, marks=() if theme == "counting" else pytest.mark.slow) for theme in THEMES]
)
def test_every_answer_has_reasons_figures_and_a_possible_course(theme: str) -> None:
    puzzle = next(puzzle for puzzle in shipped().puzzles if puzzle.theme == theme)
    view = puzzle.position.view()
    best = best_of(puzzle)
    for card in view.hand:
        solution = solve(puzzle, view, card)
        assert solution.right == (card == best)
        assert solution.figures == tuple(zip(view.hand, puzzle.more, strict=True))
        for language in i18n.LANGUAGES:
            i18n.use(language)
            sentences = (solution.verdict(), *solution.reasons())
            assert len(sentences) == 3
            assert str(card) in sentences[0]
        i18n.use("en")
    after = View(view.seat).after((*puzzle.position.stream(), *solution.course.facts))
    assert after.table.turn == view.table.turn + 1
    assert best not in after.hand
    assert 0 < solution.course.many <= solution.course.of


def test_a_puzzles_table_asks_for_a_card_and_its_course_starts_there() -> None:
    series = series_of(Memory())
    model = position_model(series)
    assert model.prompted == "card"
    series.answer(best_of(series.puzzle))
    session = PuzzleSession(series)
    assert session.state.view == model.view
    session.seek(len(session.facts))
    assert session.state.view.table.turn == model.table.turn + 1
