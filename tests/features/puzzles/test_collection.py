"""The set that comes with the program has happened, is clear, and its file is read or refused in a sentence."""

from collections import Counter
from importlib import resources

import pytest
from msgspec.structs import replace

from sixqp_tui.features.puzzles.collection import (
    FILE,
    UnreadablePuzzles,
    check,
    decode_collection,
    encode_collection,
    matching,
)
from sixqp_tui.features.puzzles.puzzle import STRENGTHS, THEMES, ImpossiblePuzzle, Position, Puzzle, position_of
from sixqp_tui.features.puzzles.search import MIN, strength_of, theme_of


def one(puzzles: tuple[Puzzle, ...], **wanted: object) -> Puzzle:
    """The first puzzle that is so, with some turns behind it and a row that was taken for a card too low."""
    return next(
        puzzle
        for puzzle in puzzles
        if puzzle.position.taken and len(puzzle.position.turns) > 2
        and all(getattr(puzzle.position, key) == value for key, value in wanted.items())
    )  # fmt: skip


def refused(position: Position, puzzle: Puzzle) -> str:
    """The sentence by which the puzzle is refused when it has this position."""
    with pytest.raises(ImpossiblePuzzle) as impossible:
        check([puzzle, replace(puzzle, position=position)])
    return str(impossible.value)


@pytest.mark.slow
def test_every_shipped_puzzle_is_possible_and_has_one_clearly_best_card(
    puzzles: tuple[Puzzle, ...],
) -> None:
    check(puzzles)
    for puzzle in puzzles:
        best, second = sorted(puzzle.more)[:2]
        assert best == 0
        assert second >= MIN


@pytest.mark.slow
def test_the_shipped_set_covers_all_themes_without_duplicates(
    puzzles: tuple[Puzzle, ...],
) -> None:
    assert len(puzzles) >= 730
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    themes = Counter(puzzle.theme for puzzle in puzzles)
    assert set(themes) == set(THEMES)
    assert min(themes.values()) >= 10
    assert sum(len(puzzle.more) == 2 for puzzle in puzzles) <= len(puzzles) / 5
    answers = [puzzle.more.index(0) for puzzle in puzzles]
    assert 3 * answers.count(0) <= len(puzzles)
    assert 3 * sum(at == len(puzzle.more) - 1 for at, puzzle in zip(answers, puzzles, strict=True)) <= len(puzzles)
    assert set(Counter(puzzle.strength for puzzle in puzzles)) == set(STRENGTHS)


@pytest.mark.soak
def test_a_puzzles_theme_and_strength_follow_from_its_position(puzzles: tuple[Puzzle, ...]) -> None:
    for puzzle in puzzles[::40]:
        view = puzzle.position.view()
        best = view.hand[puzzle.more.index(0)]
        assert theme_of(view, best, puzzle.more) == puzzle.theme
        assert strength_of(view, best) == puzzle.strength


def test_a_position_is_recovered_from_its_facts(puzzles: tuple[Puzzle, ...]) -> None:
    for puzzle in puzzles[:40]:
        assert position_of(puzzle.position.stream(), puzzle.position.seat) == puzzle.position


def test_the_shipped_file_is_unchanged_by_encoding_it_again() -> None:
    kept = (resources.files("sixqp_tui.features.puzzles") / FILE).read_bytes()
    assert encode_collection(decode_collection(kept)) == kept


def test_an_impossible_puzzle_is_rejected_with_its_first_impossible_fact(
    puzzles: tuple[Puzzle, ...],
) -> None:
    puzzle = one(puzzles, variant="classic")
    position = puzzle.position
    twice = (position.turns[0], position.turns[0], *position.turns[1:])
    foreign = tuple(sorted({*position.hand[1:], position.rows[0]}))
    assert "puzzle 2: fact 3 cannot have happened" in refused(replace(position, hand=position.hand[:9]), puzzle)
    assert "RowsStarted" in refused(replace(position, hand=foreign), puzzle)
    assert "CardLaid" in refused(replace(position, turns=twice), puzzle)
    assert "expected a row that was taken" in refused(replace(position, taken=()), puzzle)
    assert "taken rows, got more" in refused(replace(position, taken=(*position.taken, 0)), puzzle)
    assert "GameStarted" in refused(replace(position, players=1), puzzle)


def test_figures_that_do_not_match_the_hand_are_rejected(puzzles: tuple[Puzzle, ...]) -> None:
    puzzle = puzzles[0]
    for more in ((*puzzle.more, 30), tuple(each + 1 for each in puzzle.more)):
        with pytest.raises(ImpossiblePuzzle, match="expected heads for each"):
            check([replace(puzzle, more=more)])


@pytest.mark.parametrize(
    ("kept", "error"),
    [
        (b"{", "Input data was truncated"),
        (b'{"version":2,"news":[]}', "expected version 1, got 2"),
        (b'{"version":1,"seed":"a","deals":1,"puzzles":[{"theme":"none"}]}', "puzzles"),
        (b"\xff", "malformed|utf|decode"),
    ],
)
def test_a_file_in_another_format_is_rejected(kept: bytes, error: str) -> None:
    with pytest.raises(UnreadablePuzzles, match=error):
        decode_collection(kept)


def test_puzzles_are_found_by_theme_and_strength(puzzles: tuple[Puzzle, ...]) -> None:
    found = matching(puzzles, "last three", 2)
    assert found
    assert {(puzzle.theme, puzzle.strength) for puzzle in found} == {("last three", 2)}
    assert matching(puzzles) == puzzles
