"""What was found out about a game is kept beside it, and goes with it."""

from pathlib import Path

from support.games import recorded

from sixqp_tui.features.history.files import COMPANION_FILES, PUZZLES, REVIEW, games_path
from sixqp_tui.features.history.games import delete_games, list_games, save_game


def test_companion_files_are_kept_until_their_game_is_deleted() -> None:
    game = save_game(recorded()).id
    for kind in COMPANION_FILES:
        kind.write(game, kind.suffix.encode())
    assert [kind.read(game) for kind in COMPANION_FILES] == [kind.suffix.encode() for kind in COMPANION_FILES]
    assert [summary.id for summary in list_games().games] == [game]
    delete_games((game,))
    assert PUZZLES.read(game) is None
    assert not any(kind.path(games_path(), game).exists() for kind in COMPANION_FILES)


def test_the_review_of_an_unknown_game_is_not_kept() -> None:
    REVIEW.write("0123456789ab", b"found out")
    assert REVIEW.read("0123456789ab") is None


def test_a_damaged_review_is_ignored(home: Path) -> None:
    game = save_game(recorded()).id
    for damage in (b"", b"\x1f\x8b", b"no review"):
        REVIEW.path(games_path(), game).write_bytes(damage)
        assert REVIEW.read(game) is None
